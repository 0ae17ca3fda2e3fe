// How faces are looked for in photographs, and in which frames of videos and animations.
#pragma once
#include <array>
#include <span>

#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

/// Which frames of a video are looked at.
enum class FrameChoice { PerSecond, EveryNth, SceneCuts };
inline std::span<const Choice> choicesOf(FrameChoice) {
    static constexpr std::array<Choice, 3> choices{{{"per_second", VISAGIST_TEXT("Some a second")},
                                                    {"every_nth", VISAGIST_TEXT("Every n-th")},
                                                    {"scene_cuts", VISAGIST_TEXT("Some of each scene")}}};
    return choices;
}

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
    FrameChoice frames = FrameChoice::PerSecond;
    double framesPerSecond = 2;
    int frameStep = 10;
    int sceneFrames = 3;
    double sceneSpacing = 0.5;
    double sceneThreshold = 10;
    double trimFrom = 0;
    double trimTo = 0;
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
        constexpr double aDay = 86400;
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
                             -2, 3, kAdvanced},
            Field<O, FrameChoice>{
                &O::frames, "frames", VISAGIST_TEXT("Frames of videos"),
                VISAGIST_TEXT("Which frames of videos and animations are looked at: so many a second, every "
                              "n-th, or some of each scene.")},
            Field<O, double>{&O::framesPerSecond, "frames_per_second", VISAGIST_TEXT("Frames a second"),
                             VISAGIST_TEXT("For \"some a second\": how many frames of each second are looked "
                                           "at, by their time stamps."),
                             0.001, 1000},
            Field<O, int>{
                &O::frameStep, "frame_step", VISAGIST_TEXT("Step between frames"),
                VISAGIST_TEXT("For \"every n-th\": the frames 0, n, 2n … of the file are looked at."), 1,
                1'000'000},
            Field<O, int>{
                &O::sceneFrames, "scene_frames", VISAGIST_TEXT("Frames of a scene"),
                VISAGIST_TEXT("For \"some of each scene\": how many frames after each cut are looked "
                              "at, the first at the cut itself."),
                1, 10000},
            Field<O, double>{&O::sceneSpacing, "scene_spacing", VISAGIST_TEXT("Time between them"),
                             VISAGIST_TEXT("Seconds from one of these frames to the next."), 0, 3600,
                             kAdvanced, VISAGIST_TEXT("s")},
            Field<O, double>{
                &O::sceneThreshold, "scene_threshold", VISAGIST_TEXT("Cut threshold"),
                VISAGIST_TEXT("How much lightness must change from one frame to the next, and how much more "
                              "than just before, to be a cut. Lower finds more cuts."),
                0.1, 100, kAdvanced, VISAGIST_TEXT("%")},
            Field<O, double>{&O::trimFrom, "trim_from", VISAGIST_TEXT("Trim from"),
                             VISAGIST_TEXT("Seconds of each video that are passed over at its start."), 0,
                             aDay, kBasic, VISAGIST_TEXT("s")},
            Field<O, double>{&O::trimTo, "trim_to", VISAGIST_TEXT("Trim to"),
                             VISAGIST_TEXT("Second of each video at which the import ends; 0: its end."), 0,
                             aDay, kBasic, VISAGIST_TEXT("s")}};
    }
};

}  // namespace visagist
