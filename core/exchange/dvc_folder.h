// A folder of files as DVC keeps it (Data Version Control, dvc.org).
#pragma once
#include <filesystem>
#include <stop_token>
#include <string>

namespace visagist {

/// Makes `folder` a DVC repository without Git that tracks `folder/data`, whose files are there already: its
/// cache (hard links to the files where the drive has such, else copies), DATA.dvc, and dvc.yaml, in which
/// the data are an artifact of the type "dataset" with the description given. `dvc status` says that all is
/// up to date. Throws Error(WriteFailed | DiskFull | ReadFailed), Error(Cancelled) on stop.
void writeDvcFiles(const std::filesystem::path& folder, const std::string& data,
                   const std::string& description, std::stop_token stop = {});

}  // namespace visagist
