// The networks of others that lie beside the program: where they are and whether they are whole.
#pragma once
#include <filesystem>
#include <string>

namespace visagist {

/// $VISAGIST_MODELS, else userCacheFolder()/models. It need not exist.
std::filesystem::path modelsFolder();

/// The file `name` in modelsFolder(). Its SHA-256 is compared
/// with `sha256` once a process. Any thread. Throws Error(NotFound | Damaged) that says how to get it.
std::filesystem::path modelFile(const std::string& name, const std::string& sha256);

/// A file that the user has put into the same folder, whose contents nobody pins. Any thread. Throws
/// Error(NotFound) with the sentence `missing`, whose %1 is the place where it was looked for.
std::filesystem::path userModelFile(const std::string& name, const char* missing);
/// The same for a file that the user has or has not: in modelsFolder(), else in `elsewhere`. Where it is in
/// neither, Error(NotFound) with the sentence `missing`, whose %1 is its place in modelsFolder().
std::filesystem::path optionalModelFile(const std::string& name, const std::string& sha256,
                                        const std::filesystem::path& elsewhere, const std::string& missing);

}  // namespace visagist
