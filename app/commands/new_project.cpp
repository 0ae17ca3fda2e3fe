#include "app/commands/commands.h"
#include "core/base/path.h"
#include "core/store/project.h"

namespace visagist::cli {

ExitCode perform(const NewFlags& flags, const Report& report, std::stop_token) {
    const Project project = Project::create(pathFromUtf8(flags.project), flags.cropSize);
    const std::string path = utf8FromPath(project.path());
    report.say("Made " + path + ". Next: visagist-cli import '" + path + "' PICTURES --person NAME");
    report.result({{"project", path}, {"cropSize", flags.cropSize}});
    return kDone;
}

}  // namespace visagist::cli
