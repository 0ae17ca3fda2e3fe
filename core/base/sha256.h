// SHA-256 of bytes, as lower-case hex.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace visagist {

class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;
    Sha256& add(std::span<const std::uint8_t> bytes);
    Sha256& add(std::string_view text);
    /// The digest of all that was added; call once.
    std::string hex();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

std::string sha256Hex(std::span<const std::uint8_t> bytes);
/// Of a whole file. Throws Error(NotFound | ReadFailed).
std::string fileSha256(const std::filesystem::path& path);

}  // namespace visagist
