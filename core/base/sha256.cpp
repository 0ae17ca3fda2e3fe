#include "core/base/sha256.h"

#include <openssl/evp.h>

#include <array>

#include "core/base/error.h"
#include "core/base/platform.h"

namespace visagist {

namespace {

void require(int opensslResult) {
    if (opensslResult != 1)
        throw Error(ErrorCode::Internal,
                    VISAGIST_TEXT("SHA-256 is not available in this machine's OpenSSL library."));
}

}  // namespace

struct Sha256::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : m_state(std::make_unique<State>()) {
    require(EVP_DigestInit_ex(m_state->context, EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::add(std::span<const std::uint8_t> bytes) {
    require(EVP_DigestUpdate(m_state->context, bytes.data(), bytes.size()));
    return *this;
}

Sha256& Sha256::add(std::string_view text) {
    require(EVP_DigestUpdate(m_state->context, text.data(), text.size()));
    return *this;
}

std::string Sha256::hex() {
    std::array<std::uint8_t, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    require(EVP_DigestFinal_ex(m_state->context, digest.data(), &size));
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        text += digits[digest[i] >> 4];
        text += digits[digest[i] & 15];
    }
    return text;
}

std::string sha256Hex(std::span<const std::uint8_t> bytes) { return Sha256().add(bytes).hex(); }

std::string fileSha256(const std::filesystem::path& path) {
    const MappedFile file(path);
    return sha256Hex({file.data(), file.size()});
}

}  // namespace visagist
