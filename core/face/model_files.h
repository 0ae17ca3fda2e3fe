// The networks of others that lie beside the program: where they are and whether they are whole.
#pragma once
#include <filesystem>
#include <string>

namespace visagist {

/// The file `name` in the folder $VISAGIST_MODELS, else in userCacheFolder()/models. Its SHA-256 is compared
/// with `sha256` once a process. Any thread. Throws Error(NotFound | Damaged) that says how to get it.
std::filesystem::path modelFile(const std::string& name, const std::string& sha256);

/// A file that the user has put into the same folder, whose contents nobody pins. Any thread. Throws
/// Error(NotFound) with the sentence `missing`, whose %1 is the place where it was looked for.
std::filesystem::path userModelFile(const std::string& name, const char* missing);

}  // namespace visagist
