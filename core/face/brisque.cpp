#include "core/face/brisque.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>
#include <opencv2/quality/qualitybrisque.hpp>
#include <vector>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/image/opencv_bridge.h"

namespace visagist {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> modelFolder() {
    std::vector<fs::path> folders;
    if (const char* own = std::getenv("VISAGIST_MODELS")) folders.push_back(pathFromUtf8(own));
    for (const char* installed : {"/usr/share/opencv4/quality", "/usr/local/share/opencv4/quality"})
        folders.emplace_back(installed);
    std::error_code ignored;
    for (const fs::path& folder : folders)
        if (fs::exists(folder / "brisque_model_live.yml", ignored) &&
            fs::exists(folder / "brisque_range_live.yml", ignored))
            return folder;
    return {};
}

class Judge : public BrisqueJudge {
public:
    explicit Judge(const fs::path& folder) {
        try {
            m_quality = cv::quality::QualityBRISQUE::create((folder / "brisque_model_live.yml").string(),
                                                            (folder / "brisque_range_live.yml").string());
        } catch (const cv::Exception& problem) {
            throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The model file \"%1\" cannot be read (%2)."),
                        {utf8FromPath(folder / "brisque_model_live.yml"), problem.err});
        }
    }
    std::optional<double> score(const Image& picture) override {
        cv::Mat grey, deviation, mean;
        cv::cvtColor(matOf(picture), grey, cv::COLOR_RGB2GRAY);
        cv::meanStdDev(grey, mean, deviation);
        if (deviation.at<double>(0) < 1) return {};  // its features divide by what is not there
        const double value = m_quality->compute(grey)[0];
        return std::isfinite(value) ? std::optional(std::clamp(value, 0.0, 100.0)) : std::nullopt;
    }

private:
    cv::Ptr<cv::quality::QualityBRISQUE> m_quality;
};

}  // namespace

std::unique_ptr<BrisqueJudge> BrisqueJudge::make() {
    const auto folder = modelFolder();
    if (!folder) return nullptr;
    return std::make_unique<Judge>(*folder);
}

}  // namespace visagist
