#include "core/image/jpeg_reader.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>
// libjpeg's header needs <cstdio> before it.
#include <jerror.h>
#include <jpeglib.h>

#include "core/image/colour_profile.h"
#include "core/image/decode_error.h"
#include "core/image/picture_header.h"

namespace visagist {
namespace {

/// libjpeg's error manager with what we keep beside it; `base` is first, so that one casts to the other.
struct Errors {
    jpeg_error_mgr base{};
    std::jmp_buf back{};
    bool pixelsMissing = false, endMissing = false;
};

Errors& errorsOf(j_common_ptr decoder) { return *reinterpret_cast<Errors*>(decoder->err); }

[[noreturn]] void onError(j_common_ptr decoder) { std::longjmp(errorsOf(decoder).back, 1); }

void onMessage(j_common_ptr decoder, int level) {
    if (level >= 0) return;  // trace messages
    ++decoder->err->num_warnings;
    switch (decoder->err->msg_code) {
        case JWRN_JPEG_EOF:
            errorsOf(decoder).endMissing = true;
            break;
        case JWRN_HIT_MARKER:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_MUST_RESYNC:
            errorsOf(decoder).pixelsMissing = true;
            break;
        default:
            break;  // surplus bytes and odd headers, which cost no pixels
    }
}

/// One decoder. Each step returns false where libjpeg gave up: its way out is a longjmp, so the steps hold
/// nothing that would need destroying.
class Decoder {
public:
    explicit Decoder(std::span<const std::uint8_t> bytes) : m_bytes(bytes) {
        m_info.err = jpeg_std_error(&m_errors.base);
        m_errors.base.error_exit = onError;
        m_errors.base.emit_message = onMessage;
    }
    ~Decoder() { jpeg_destroy_decompress(&m_info); }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    bool readHeader() {
        if (setjmp(m_errors.back)) return false;
        jpeg_create_decompress(&m_info);
        jpeg_mem_src(&m_info, m_bytes.data(), static_cast<unsigned long>(m_bytes.size()));
        jpeg_save_markers(&m_info, JPEG_APP0 + 1, 0xFFFF);
        jpeg_save_markers(&m_info, JPEG_APP0 + 2, 0xFFFF);  // ICC
        jpeg_read_header(&m_info, TRUE);
        return true;
    }

    bool readPixels(std::uint8_t* pixels, std::size_t rowBytes) {
        if (setjmp(m_errors.back)) return false;
        jpeg_start_decompress(&m_info);
        while (m_info.output_scanline < m_info.output_height) {
            JSAMPROW row = pixels + rowBytes * m_info.output_scanline;
            jpeg_read_scanlines(&m_info, &row, 1);
        }
        noteMissingScans();
        jpeg_finish_decompress(&m_info);
        return true;
    }

    /// The profile that lies in pieces in APP2 segments; `profile` is malloc'd, or null where there is none.
    bool readProfile(JOCTET*& profile, unsigned& size) {
        if (setjmp(m_errors.back)) return false;
        return jpeg_read_icc_profile(&m_info, &profile, &size) != 0;
    }

    jpeg_decompress_struct& info() { return m_info; }
    const Errors& errors() const { return m_errors; }
    bool outOfMemory() const { return m_errors.base.msg_code == JERR_OUT_OF_MEMORY; }
    std::string reason() {
        char text[JMSG_LENGTH_MAX] = {};
        m_errors.base.format_message(reinterpret_cast<j_common_ptr>(&m_info), text);
        return text;
    }

private:
    /// A progressive file that ends between two scans has all its pixels, but blurred.
    void noteMissingScans() {
        if (!m_errors.endMissing || !m_info.coef_bits) return;
        for (int component = 0; component < m_info.num_components; ++component) {
            for (int k = 0; k < DCTSIZE2; ++k)
                if (m_info.coef_bits[component][k] != 0) m_errors.pixelsMissing = true;
        }
    }

    std::span<const std::uint8_t> m_bytes;
    Errors m_errors;
    jpeg_decompress_struct m_info{};
};

int orientationOf(const jpeg_decompress_struct& info) {
    for (auto marker = info.marker_list; marker; marker = marker->next) {
        if (marker->data_length > 6 && std::memcmp(marker->data, "Exif\0", 6) == 0)
            return exifOrientation({marker->data, marker->data_length});
    }
    return 1;
}

bool hasProfileSegment(const jpeg_decompress_struct& info) {
    for (auto marker = info.marker_list; marker; marker = marker->next) {
        if (marker->marker == JPEG_APP0 + 2 && marker->data_length >= 12 &&
            std::memcmp(marker->data, "ICC_PROFILE", 12) == 0)
            return true;
    }
    return false;
}

/// The profile of the file whose header was read; empty where its pieces do not fit together.
std::vector<std::uint8_t> profileOf(Decoder& decoder) {
    JOCTET* bytes = nullptr;
    unsigned size = 0;
    const bool there = decoder.readProfile(bytes, size);
    const std::unique_ptr<JOCTET, decltype(&std::free)> owner(bytes, &std::free);
    return there ? std::vector<std::uint8_t>(bytes, bytes + size) : std::vector<std::uint8_t>{};
}

/// Adobe writes CMYK inverted (255 is no ink), others straight.
Image rgbFromCmyk(const Image& cmyk, bool inverted) {
    Image rgb(cmyk.width(), cmyk.height(), 3);
    const std::size_t count = cmyk.byteCount() / 4;
    const std::uint8_t* from = cmyk.data();
    std::uint8_t* to = rgb.data();
    for (std::size_t i = 0; i < count; ++i, from += 4, to += 3) {
        const int key = inverted ? from[3] : 255 - from[3];
        for (int c = 0; c < 3; ++c) {
            const int ink = inverted ? from[c] : 255 - from[c];
            to[c] = static_cast<std::uint8_t>((ink * key + 127) / 255);
        }
    }
    return rgb;
}

[[noreturn]] void fail(Decoder& decoder, std::string_view name) {
    if (decoder.outOfMemory()) throw std::bad_alloc();
    if (decoder.errors().endMissing) throw cutOffError(name);
    throw brokenPictureError(name, decoder.reason());
}

}  // namespace

JpegPicture decodeJpeg(std::span<const std::uint8_t> bytes, std::string_view name, std::int64_t maxPixels) {
    Decoder decoder(bytes);
    if (!decoder.readHeader()) fail(decoder, name);
    jpeg_decompress_struct& info = decoder.info();
    requireSize(name, info.image_width, info.image_height, maxPixels);

    // Before the pixels: libjpeg forgets the segments when it has read them.
    const bool hasProfile = hasProfileSegment(info);
    const std::vector<std::uint8_t> profile = hasProfile ? profileOf(decoder) : std::vector<std::uint8_t>{};

    JpegPicture result;
    result.sourceChannels = info.num_components;
    result.orientation = orientationOf(info);
    const int channels = info.num_components == 1 ? 1 : info.num_components == 4 ? 4 : 3;
    info.out_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 4 ? JCS_CMYK : JCS_RGB;
    result.image = Image(static_cast<int>(info.image_width), static_cast<int>(info.image_height), channels);
    if (!decoder.readPixels(result.image.data(), result.image.bytesPerRow())) fail(decoder, name);
    if (decoder.errors().pixelsMissing) throw cutOffError(name);
    result.endMissing = decoder.errors().endMissing;
    const bool inverted = info.saw_Adobe_marker;
    if (hasProfile) {
        const auto meaning = inverted ? FourChannels::InvertedCmyk : FourChannels::Cmyk;
        if (const auto note = convertToSrgb(result.image, profile, meaning)) result.notes.push_back(*note);
    }
    if (result.image.channels() == 4) result.image = rgbFromCmyk(result.image, inverted);
    return result;
}

}  // namespace visagist
