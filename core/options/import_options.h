// How faces are looked for in photographs.
#pragma once
#include <array>
#include <span>

#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

enum class DetectorKind { Hog, Mmod, Mtcnn, Yunet, Retinaface, Scrfd };
inline std::span<const Choice> choicesOf(DetectorKind) {
    static constexpr std::array choices{Choice{"hog", VISAGIST_TEXT("HOG: quick, frontal faces")},
                                        Choice{"mmod", VISAGIST_TEXT("MMOD: any pose, slow")},
                                        Choice{"mtcnn", VISAGIST_TEXT("MTCNN: any pose, small faces")},
                                        Choice{"yunet", VISAGIST_TEXT("YuNet (your ONNX file)")},
                                        Choice{"retinaface", VISAGIST_TEXT("RetinaFace (your ONNX file)")},
                                        Choice{"scrfd", VISAGIST_TEXT("SCRFD (your ONNX file)")}};
    return choices;
}

enum class LandmarkSet { Five, SixtyEight };
inline std::span<const Choice> choicesOf(LandmarkSet) {
    static constexpr std::array choices{Choice{"5", VISAGIST_TEXT("5 points")},
                                        Choice{"68", VISAGIST_TEXT("68 points (not for commercial use)")}};
    return choices;
}

enum class TurnedFaces { Never, WhereNone, Always };
inline std::span<const Choice> choicesOf(TurnedFaces) {
    static constexpr std::array choices{Choice{"never", VISAGIST_TEXT("No: upright faces only")},
                                        Choice{"where_none", VISAGIST_TEXT("Where no upright face is found")},
                                        Choice{"always", VISAGIST_TEXT("In every photograph")}};
    return choices;
}

struct ImportOptions {
    DetectorKind detector = DetectorKind::Hog;
    LandmarkSet landmarks = LandmarkSet::Five;
    TurnedFaces turned = TurnedFaces::Never;
    bool tiles = false;
    int jitter = 0;
    int upsample = 1;
    int workingSide = 2000;
    double threshold = 0.15;
    int minFace = 24;
    bool largestOnly = false;
    bool operator==(const ImportOptions&) const = default;

    static constexpr const char* section() { return VISAGIST_TEXT("Import"); }
    static constexpr auto fields() {
        using O = ImportOptions;
        return std::tuple{
            Field<O, DetectorKind>{&O::detector, "detector", VISAGIST_TEXT("Detector"),
                                   VISAGIST_TEXT("What finds the faces. YuNet, RetinaFace and SCRFD need an "
                                                 "ONNX file and its description in the folder of models.")},
            Field<O, bool>{&O::largestOnly, "largest_only", VISAGIST_TEXT("Largest face only"),
                           VISAGIST_TEXT("Take only the largest face of each photograph: for pictures in "
                                         "which others stand behind the person.")},
            Field<O, int>{&O::minFace, "min_face", VISAGIST_TEXT("Smallest face"),
                          VISAGIST_TEXT("Faces narrower than this in the photograph are passed over."), 1,
                          10000, kBasic, VISAGIST_TEXT("px")},
            Field<O, TurnedFaces>{
                &O::turned, "turned", VISAGIST_TEXT("Turned faces"),
                VISAGIST_TEXT("Look for faces that lie on their side or stand on their head, too: the "
                              "photograph is searched again at other angles.")},
            Field<O, LandmarkSet>{
                &O::landmarks,
                "landmarks",
                VISAGIST_TEXT("Landmarks"),
                VISAGIST_TEXT("68 points need the file shape_predictor_68_face_landmarks.dat, whose licence "
                              "excludes commercial use (Debian package libdlib-data)."),
                {},
                {},
                kAdvanced},
            Field<O, int>{&O::jitter, "jitter", VISAGIST_TEXT("Steadier landmarks"),
                          VISAGIST_TEXT("Landmarks are read this many times more, each time from a slightly "
                                        "moved view, and averaged. For video; slower."),
                          0, 100, kAdvanced, VISAGIST_TEXT("times")},
            Field<O, int>{
                &O::upsample, "upsample", VISAGIST_TEXT("Enlarge small photographs"),
                VISAGIST_TEXT("How many times a photograph is doubled before faces are looked for, "
                              "while it stays below the working size. Finds smaller faces, slower."),
                0, 3, kAdvanced},
            Field<O, int>{&O::workingSide, "working_side", VISAGIST_TEXT("Working size"),
                          VISAGIST_TEXT("Longest side at which faces are looked for; larger photographs are "
                                        "shrunk to it. Faces are cut from the photograph itself."),
                          400, 10000, kAdvanced, VISAGIST_TEXT("px")},
            Field<O, bool>{&O::tiles, "tiles", VISAGIST_TEXT("Search large photographs in tiles"),
                           VISAGIST_TEXT("Also look at a photograph that is larger than the working size in "
                                         "overlapping parts, unshrunk: finds small faces in crowds, slower."),
                           false, true, kAdvanced},
            Field<O, double>{&O::threshold, "detector_threshold", VISAGIST_TEXT("Detector threshold"),
                             VISAGIST_TEXT("Lower finds more faces and more that are none. Each detector has "
                                           "a scale of its own; MTCNN and ONNX detectors have a lower limit "
                                           "besides."),
                             -2, 3, kAdvanced}};
    }
};

}  // namespace visagist
