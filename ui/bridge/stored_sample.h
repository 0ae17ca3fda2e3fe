// A run's sample grid as the project keeps it, ready to be shown.
#pragma once
#include <QImage>
#include <QStringList>
#include <cstdint>
#include <filesystem>

namespace visagist {

struct StoredSample {
    QImage image;  ///< null where the run has none
    int rows = 1, columns = 1;
};

/// The grid of exactly `step` / of the step nearest to it. Opens the project for reading, so that any thread
/// may call. Throws as Project::open() and samplePng().
StoredSample storedSample(const std::filesystem::path& project, std::int64_t run, std::int64_t step);
StoredSample nearestStoredSample(const std::filesystem::path& project, std::int64_t run, std::int64_t step);

/// Over the columns of every sample grid, in the window's language.
QStringList sampleColumnTitles();

}  // namespace visagist
