// The texts of core in the language of the window, and file names as Qt has them.
#pragma once
#include <QString>
#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace visagist {

/// A text that core marks with VISAGIST_TEXT (a label, help, a title); one without a translation stays as it
/// is.
QString coreText(const std::string& source);
/// A sentence of core with its places filled in.
QString translated(const Message& message);
/// The same for whatever was caught; an exception that is not an Error keeps its own words.
QString translated(const std::exception& error);

QString fromPath(const std::filesystem::path& path);
std::filesystem::path toPath(const QString& name);

}  // namespace visagist
