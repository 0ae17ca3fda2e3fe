#include "ui/bridge/stored_sample.h"

#include <algorithm>
#include <optional>

#include "core/store/metric_table.h"
#include "core/store/project.h"
#include "core/train/trainer.h"
#include "ui/bridge/translate.h"

namespace visagist {

namespace {

StoredSample sampleFrom(const QImage& image) {
    StoredSample sample{.image = image};
    sample.columns = static_cast<int>(SampleGrid::columnTitles().size());
    const int side = std::max(1, image.width() / sample.columns);
    sample.rows = std::max(1, image.height() / side);
    return sample;
}

StoredSample readSample(const Project& project, std::int64_t run, std::int64_t step) {
    const std::vector<std::uint8_t> png = samplePng(project.database(), run, step);
    return sampleFrom(
        QImage::fromData(png.data(), static_cast<int>(png.size())).convertToFormat(QImage::Format_RGB32));
}

}  // namespace

StoredSample storedSample(const std::filesystem::path& project, std::int64_t run, std::int64_t step) {
    return readSample(Project::open(project, Access::ReadOnly), run, step);
}

StoredSample nearestStoredSample(const std::filesystem::path& path, std::int64_t run, std::int64_t step) {
    const Project project = Project::open(path, Access::ReadOnly);
    std::optional<std::int64_t> nearest;
    for (const SampleInfo& sample : samples(project.database(), run)) {
        if (!nearest || std::abs(sample.step - step) < std::abs(*nearest - step)) nearest = sample.step;
    }
    return nearest ? readSample(project, run, *nearest) : sampleFrom({});
}

QStringList sampleColumnTitles() {
    QStringList titles;
    for (const std::string& title : SampleGrid::columnTitles()) titles << coreText(title);
    return titles;
}

}  // namespace visagist
