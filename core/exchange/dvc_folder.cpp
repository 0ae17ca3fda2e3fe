#include "core/exchange/dvc_folder.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/platform.h"

namespace visagist {

namespace {

namespace fs = std::filesystem;

/// DVC names files by MD5, which guards against nothing but chance.
std::string md5Hex(std::span<const std::uint8_t> bytes) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_md5(), nullptr) != 1)
        throw Error(ErrorCode::Internal,
                    VISAGIST_TEXT("MD5 is not available in this machine's OpenSSL library."));
    std::string hex;
    for (unsigned int i = 0; i < length; ++i)
        for (const int nibble : {digest[i] >> 4, digest[i] & 15}) hex += "0123456789abcdef"[nibble];
    return hex;
}

std::span<const std::uint8_t> bytesOf(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void writeText(const fs::path& path, const std::string& text) {
    ensureFolder(path.parent_path());
    writeFileAtomically(path, bytesOf(text));
}

/// Where DVC keeps a file of that hash.
fs::path cachePath(const fs::path& folder, const std::string& md5) {
    return folder / ".dvc" / "cache" / "files" / "md5" / md5.substr(0, 2) / md5.substr(2);
}

void keepInCache(const fs::path& file, const fs::path& cached) {
    std::error_code failed;
    if (fs::exists(cached, failed)) return;
    ensureFolder(cached.parent_path());
    fs::create_hard_link(file, cached, failed);
    if (failed) writeFileAtomically(cached, readFile(file));
}

/// A text as JSON with nothing but ASCII, which YAML reads too.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(-1, ' ', true); }

}  // namespace

void writeDvcFiles(const fs::path& folder, const std::string& data, const std::string& description,
                   std::stop_token stop) {
    std::vector<std::pair<std::string, fs::path>> files;  // by their place under the data, with /
    for (const auto& entry : fs::recursive_directory_iterator(folder / data))
        if (entry.is_regular_file())
            files.emplace_back(utf8FromPath(entry.path().lexically_relative(folder / data)), entry.path());
    for (auto& [name, path] : files) std::ranges::replace(name, '\\', '/');
    std::ranges::sort(files);
    // Byte for byte what DVC hashes: Python's json.dumps() of the sorted list.
    std::string list = "[";
    std::uintmax_t size = 0;
    for (const auto& [name, path] : files) {
        if (stop.stop_requested())
            throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("The export was stopped."));
        const MappedFile file(path);
        const std::string md5 = md5Hex({file.data(), file.size()});
        size += file.size();
        keepInCache(path, cachePath(folder, md5));
        list +=
            (list.size() > 1 ? ", " : "") + ("{\"md5\": \"" + md5) + "\", \"relpath\": " + quoted(name) + "}";
    }
    list += "]";
    const std::string hash = md5Hex(bytesOf(list));
    writeText(cachePath(folder, hash + ".dir"), list);
    writeText(folder / ".dvc" / "config", "[core]\n    no_scm = True\n");
    writeText(folder / ".dvc" / ".gitignore", "/config.local\n/tmp\n/cache\n");
    writeText(folder / (data + ".dvc"), "outs:\n- md5: " + hash + ".dir\n  size: " + std::to_string(size) +
                                            "\n  nfiles: " + std::to_string(files.size()) +
                                            "\n  hash: md5\n  path: " + data + "\n");
    writeText(folder / "dvc.yaml", "artifacts:\n  " + data + ":\n    path: " + data +
                                       "\n    type: dataset\n    desc: " + quoted(description) + "\n");
}

}  // namespace visagist
