#include "core/image/encode.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/image/opencv_bridge.h"

namespace visagist {

std::vector<std::uint8_t> encodePng(const Image& image) {
    if (image.empty())
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("An empty picture cannot be saved."));
    cv::Mat swapped = matOf(image);
    if (image.channels() == 3) {
        cv::Mat bgr;
        cv::cvtColor(swapped, bgr, cv::COLOR_RGB2BGR);
        swapped = bgr;
    } else if (image.channels() == 4) {
        cv::Mat bgra;
        cv::cvtColor(swapped, bgra, cv::COLOR_RGBA2BGRA);
        swapped = bgra;
    }
    std::vector<std::uint8_t> png;
    try {
        cv::imencode(".png", swapped, png, {cv::IMWRITE_PNG_COMPRESSION, 4});
    } catch (const cv::Exception& problem) {
        throw Error(ErrorCode::Internal, VISAGIST_TEXT("A picture could not be turned into PNG (%1)."),
                    {problem.err});
    }
    return png;
}

void writePng(const std::filesystem::path& path, const Image& image) {
    writeFileAtomically(path, encodePng(image));
}

}  // namespace visagist
