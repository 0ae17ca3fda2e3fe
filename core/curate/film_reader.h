// Opens what moves, be it a video or an animation, as frames.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/base/error.h"
#include "core/image/frame_reader.h"
#include "core/store/source_table.h"

namespace visagist {

/// Whether a file is a film, and of which kind, by its content; nothing for pictures, and for what is neither
/// nor is called a video.
std::optional<SourceKind> filmKindOf(const std::filesystem::path& path);

struct OpenedFilm {
    std::unique_ptr<FrameReader> reader;
    int width = 0, height = 0;  ///< of its frames, upright
    /// What is to be said of the reading so far; its source is empty where all is well.
    std::function<Message()> note;
};

/// Opens a film so that places of frames do not depend on where reading began. `threads` that decode, 0: as
/// many as the decoder likes. Throws what VideoReader and openAnimation() throw.
OpenedFilm openFilmReader(const std::filesystem::path& path, SourceKind kind, int threads = 0,
                          std::stop_token stop = {});

/// The picture that a face was cut from: the photograph, or the frame `frame` of a film; RGB, upright. Throws
/// as decodePhoto() and openFilmReader() do, Error(NotFound) where the film has no such frame any more.
Image sourcePicture(const std::filesystem::path& path, SourceKind kind, std::int64_t frame);

}  // namespace visagist
