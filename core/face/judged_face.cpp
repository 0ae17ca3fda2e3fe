#include "core/face/judged_face.h"

#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/face/aligner.h"
#include "core/image/opencv_bridge.h"
#include "core/image/resize.h"

namespace visagist {

JudgedFace judgedFace(const Image& face, const Image& mask, int side, int inset) {
    if (face.empty() || face.channels() != 3 || face.bitDepth() != 8 ||
        (!mask.empty() && (mask.channels() != 1 || mask.bitDepth() != 8)))
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Only 8-bit RGB faces with grey masks can be judged."));
    const bool same = face.width() == side && face.height() == side;
    const Image sized = same ? face : resized(face, side, side);
    const Image skin = mask.empty() ? canonicalFaceMask(side) : resized(mask, side, side);
    JudgedFace judged;
    judged.rgb = matOf(sized).clone();
    cv::Mat grey;
    cv::cvtColor(judged.rgb, grey, cv::COLOR_RGB2GRAY);
    grey.convertTo(judged.luma, CV_32F);
    cv::threshold(matOf(skin), judged.skin, 127, 255, cv::THRESH_BINARY);
    if (inset > 0) {
        const cv::Mat disc =
            cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(2 * inset + 1, 2 * inset + 1));
        cv::erode(judged.skin, judged.skin, disc, cv::Point(-1, -1), 1, cv::BORDER_CONSTANT, cv::Scalar(0));
    }
    return judged;
}

}  // namespace visagist
