#include "core/store/health.h"

namespace visagist {

std::string databaseProblem(Database& database) {
    std::string problem;
    Statement check = database.prepare("PRAGMA quick_check(5)");
    while (check.step()) {
        const std::string line = check.text(0);
        if (line != "ok") problem += (problem.empty() ? "" : "; ") + line;
    }
    return problem;
}

}  // namespace visagist
