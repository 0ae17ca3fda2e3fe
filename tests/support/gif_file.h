// Animated GIFs for tests, made with giflib.
#pragma once
#include <gif_lib.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "tests/support/picture_files.h"

namespace visagist::test {

/// One frame: indices into the palette, its place on the canvas, and what becomes of it.
struct GifFrame {
    int x = 0, y = 0, width = 0, height = 0;
    Bytes indices{};
    int hundredths = 10;
    int disposal = DISPOSE_DO_NOT;
    int transparent = NO_TRANSPARENT_COLOR;
    bool interlaced = false;
};

/// `palette`: four RGB colours.
inline Bytes gifFile(int width, int height, const std::array<std::array<int, 3>, 4>& palette,
                     const std::vector<GifFrame>& frames) {
    Bytes bytes;
    int code = 0;
    GifFileType* gif = EGifOpen(
        &bytes,
        [](GifFileType* file, const GifByteType* data, int size) {
            auto& to = *static_cast<Bytes*>(file->UserData);
            to.insert(to.end(), data, data + size);
            return size;
        },
        &code);
    const auto check = [](int result) {
        if (result != GIF_OK) throw std::runtime_error("test GIF");
    };
    EGifSetGifVersion(gif, true);
    ColorMapObject* colours = GifMakeMapObject(4, nullptr);
    for (std::size_t i = 0; i < 4; ++i)
        colours->Colors[i] = {static_cast<GifByteType>(palette[i][0]),
                              static_cast<GifByteType>(palette[i][1]),
                              static_cast<GifByteType>(palette[i][2])};
    check(EGifPutScreenDesc(gif, width, height, 2, 0, colours));
    for (const GifFrame& frame : frames) {
        GifByteType block[4] = {};
        const GraphicsControlBlock control{frame.disposal, false, frame.hundredths, frame.transparent};
        EGifGCBToExtension(&control, block);
        check(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, block));
        check(EGifPutImageDesc(gif, frame.x, frame.y, frame.width, frame.height, frame.interlaced, nullptr));
        std::vector<int> lines;
        for (const auto& [start, step] : std::vector<std::pair<int, int>>{{0, 8}, {4, 8}, {2, 4}, {1, 2}})
            for (int y = start; frame.interlaced && y < frame.height; y += step) lines.push_back(y);
        for (int y = 0; !frame.interlaced && y < frame.height; ++y) lines.push_back(y);
        for (const int y : lines) {
            Bytes line(frame.indices.begin() + y * frame.width,
                       frame.indices.begin() + (y + 1) * frame.width);
            check(EGifPutLine(gif, line.data(), frame.width));
        }
    }
    check(EGifCloseFile(gif, &code));
    GifFreeMapObject(colours);
    return bytes;
}

}  // namespace visagist::test
