#include "core/face/onnx_finder.h"

#include <algorithm>
#include <opencv2/dnn.hpp>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/face/onnx_decoders.h"
#include "core/image/opencv_bridge.h"
#include "core/image/resize.h"

namespace visagist {
namespace {

class OnnxFinder : public BoxFinder {
public:
    OnnxFinder(const OnnxManifest& manifest, double threshold) : m_manifest(manifest) {
        m_manifest.scoreThreshold = std::max(m_manifest.scoreThreshold, threshold);
        const std::vector<std::uint8_t> bytes = readFile(m_manifest.model);
        try {
            m_network = cv::dnn::readNetFromONNX(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            m_outputs = m_network.getUnconnectedOutLayersNames();
        } catch (const cv::Exception& problem) {
            throw unusable(problem);
        }
    }

    std::string name() const override { return m_manifest.name; }
    FinderTraits traits() const override {
        return {.smallestFace = m_manifest.smallestFace,
                .largestFace = m_manifest.largestFace,
                .longestView = std::max(m_manifest.width, m_manifest.height),
                .tilt = 30};
    }

    std::vector<FoundBox> find(const Image& view, int doublings) override {
        double scale = 1 << doublings;
        if (m_manifest.width > 0) {
            scale = std::min(
                {scale, double(m_manifest.width) / view.width(), double(m_manifest.height) / view.height()});
        }
        const auto sideAt = [&](int length) { return std::max(1, static_cast<int>(length * scale)); };
        const Image seen = resized(view, sideAt(view.width()), sideAt(view.height()));
        const cv::Mat input = inputOf(seen);
        std::vector<FoundBox> faces =
            decodeOutputs(m_manifest, computed(input), input.size[3], input.size[2]);
        const double toX = double(view.width()) / seen.width(), toY = double(view.height()) / seen.height();
        for (FoundBox& face : faces) {
            face.box = {face.box.x * toX, face.box.y * toY, face.box.width * toX, face.box.height * toY};
            for (Point& p : face.points) p = {p.x * toX, p.y * toY};
        }
        return faces;
    }

private:
    Error unusable(const cv::Exception& problem) const {
        return {ErrorCode::Damaged,
                VISAGIST_TEXT("The network \"%1\" cannot be used: OpenCV says \"%2\"."),
                {utf8FromPath(m_manifest.model), problem.err}};
    }

    /// [1,3,H,W], black to the right of and below the picture: to the network's own size, or to whole cells.
    cv::Mat inputOf(const Image& seen) const {
        const int cell = m_manifest.strides.back();
        const auto wholeCells = [&](int length) { return (length + cell - 1) / cell * cell; };
        const int width = m_manifest.width > 0 ? m_manifest.width : wholeCells(seen.width());
        const int height = m_manifest.height > 0 ? m_manifest.height : wholeCells(seen.height());
        cv::Mat padded(height, width, CV_8UC3, cv::Scalar::all(0));
        matOf(seen).copyTo(padded(cv::Rect(0, 0, seen.width(), seen.height())));
        const auto& mean = m_manifest.mean;
        return cv::dnn::blobFromImage(padded, m_manifest.scale, {}, cv::Scalar(mean[0], mean[1], mean[2]),
                                      m_manifest.bgr);
    }

    std::vector<OutputTable> computed(const cv::Mat& input) {
        std::vector<cv::Mat> results;
        try {
            m_network.setInput(input);
            m_network.forward(results, m_outputs);
        } catch (const cv::Exception& problem) {
            throw unusable(problem);
        }
        std::vector<OutputTable> tables;
        for (const cv::Mat& result : results) {
            if (result.dims < 2 || result.depth() != CV_32F || !result.isContinuous()) continue;
            const auto* values = result.ptr<float>();
            tables.push_back({result.size[result.dims - 1], {values, values + result.total()}});
        }
        return tables;
    }

    OnnxManifest m_manifest;
    cv::dnn::Net m_network;
    std::vector<cv::String> m_outputs;
};

}  // namespace

std::unique_ptr<BoxFinder> makeOnnxFinder(const OnnxManifest& manifest, double threshold) {
    return std::make_unique<OnnxFinder>(manifest, threshold);
}

std::unique_ptr<BoxFinder> makeOnnxFinder(DetectorKind kind, double threshold) {
    return makeOnnxFinder(onnxManifestOf(kind), threshold);
}

void requireOnnxFiles(DetectorKind kind) { onnxManifestOf(kind); }

}  // namespace visagist
