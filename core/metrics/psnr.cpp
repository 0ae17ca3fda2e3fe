#include "core/metrics/psnr.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/error.h"

namespace visagist {

namespace {

/// Σ(a - b)² over samples of type T.
template <class T>
double squaredError(const Image& a, const Image& b) {
    double sum = 0;
    for (std::size_t at = 0; at + sizeof(T) <= a.byteCount(); at += sizeof(T)) {
        T left, right;
        std::memcpy(&left, a.data() + at, sizeof(T));
        std::memcpy(&right, b.data() + at, sizeof(T));
        const double difference = static_cast<double>(left) - static_cast<double>(right);
        sum += difference * difference;
    }
    return sum;
}

std::string shapeInWords(const Image& image) {
    return std::to_string(image.width()) + " x " + std::to_string(image.height()) + " x " +
           std::to_string(image.channels()) + ", " + std::to_string(image.bitDepth()) + " bit";
}

}  // namespace

void PsnrSum::add(const Image& truth, const Image& made) {
    if (truth.empty() || truth.width() != made.width() || truth.height() != made.height() ||
        truth.channels() != made.channels() || truth.bitDepth() != made.bitDepth()) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Pictures of different size cannot be compared (%1 and %2)."),
                    {shapeInWords(truth), shapeInWords(made)});
    }
    const bool deep = truth.bitDepth() == 16;
    const double peak = deep ? 65535 : 255;
    m_squares += (deep ? squaredError<std::uint16_t>(truth, made) : squaredError<std::uint8_t>(truth, made)) /
                 (peak * peak);
    m_samples += static_cast<std::int64_t>(truth.byteCount() / (deep ? 2 : 1));
    ++m_pictures;
}

std::optional<double> PsnrSum::decibels() const {
    if (m_samples == 0) return std::nullopt;
    if (m_squares == 0) return std::numeric_limits<double>::infinity();
    return -10 * std::log10(m_squares / static_cast<double>(m_samples));
}

double psnr(const Image& truth, const Image& made) {
    PsnrSum sum;
    sum.add(truth, made);
    return *sum.decibels();
}

}  // namespace visagist
