// How faces are looked for in photographs.
#pragma once
#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

struct ImportOptions {
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
            Field<O, bool>{&O::largestOnly, "largest_only", VISAGIST_TEXT("Largest face only"),
                           VISAGIST_TEXT("Take only the largest face of each photograph: for pictures in "
                                         "which others stand behind the person.")},
            Field<O, int>{&O::minFace, "min_face", VISAGIST_TEXT("Smallest face"),
                          VISAGIST_TEXT("Faces narrower than this in the photograph are passed over."), 1,
                          10000, kBasic, VISAGIST_TEXT("px")},
            Field<O, int>{
                &O::upsample, "upsample", VISAGIST_TEXT("Enlarge small photographs"),
                VISAGIST_TEXT("How many times a photograph is doubled before faces are looked for, "
                              "while it stays below the working size. Finds smaller faces, slower."),
                0, 3, kAdvanced},
            Field<O, int>{&O::workingSide, "working_side", VISAGIST_TEXT("Working size"),
                          VISAGIST_TEXT("Longest side at which faces are looked for; larger photographs are "
                                        "shrunk to it. Faces are cut from the photograph itself."),
                          400, 10000, kAdvanced, VISAGIST_TEXT("px")},
            Field<O, double>{&O::threshold, "detector_threshold", VISAGIST_TEXT("Detector threshold"),
                             VISAGIST_TEXT("Lower finds more faces and more that are none."), -2, 3,
                             kAdvanced}};
    }
};

}  // namespace visagist
