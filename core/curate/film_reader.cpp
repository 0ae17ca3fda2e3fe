#include "core/curate/film_reader.h"

#include <array>
#include <fstream>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/curate/picture_list.h"
#include "core/image/animation.h"
#include "core/image/decode.h"
#include "core/image/picture_header.h"
#include "core/video/video_reader.h"

namespace visagist {
namespace {

OpenedFilm openedVideo(const std::filesystem::path& path, int threads, std::stop_token stop) {
    auto video = std::make_unique<VideoReader>(path, threads, std::move(stop));
    video->buildIndex();
    OpenedFilm film;
    film.width = video->facts().width;
    film.height = video->facts().height;
    film.note = [reader = video.get()]() -> Message {
        if (reader->damagedPieces() == 0) return {};
        return {VISAGIST_TEXT("The video is damaged in %1 places; the frames there were passed over."),
                {std::to_string(reader->damagedPieces())}};
    };
    film.reader = std::move(video);
    return film;
}

OpenedFilm openedAnimation(const std::filesystem::path& path) {
    auto animation = openAnimation(readFile(path), utf8FromPath(path));
    OpenedFilm film;
    film.width = animation->width();
    film.height = animation->height();
    film.note = [reader = animation.get()]() -> Message {
        if (!reader->endMissing()) return {};
        return {VISAGIST_TEXT("The animation is cut off or damaged; its frames up to there were read."), {}};
    };
    film.reader = std::move(animation);
    return film;
}

bool isAnimationFile(PictureKind kind, const std::filesystem::path& path,
                     std::span<const std::uint8_t> start) {
    if (kind != PictureKind::Gif) return isAnimation(start);
    try {
        return isAnimation(readFile(path));  // a GIF does not say at its start how many frames it has
    } catch (const Error&) {
        return false;  // reading it as a picture says what is wrong
    }
}

}  // namespace

std::optional<SourceKind> filmKindOf(const std::filesystem::path& path) {
    std::vector<char> start(std::size_t{1} << 16);
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(start.data()),
                                              static_cast<std::size_t>(file.gcount()));
    const PictureKind kind = pictureKind(bytes);
    // What is called a video but looks like none gets the answer of the reader of videos.
    const bool video = looksLikeVideo(bytes) || hasVideoName(path);
    if (kind == PictureKind::Unknown) return video ? std::optional(SourceKind::Video) : std::nullopt;
    return isAnimationFile(kind, path, bytes) ? std::optional(SourceKind::Animation) : std::nullopt;
}

OpenedFilm openFilmReader(const std::filesystem::path& path, SourceKind kind, int threads,
                          std::stop_token stop) {
    return kind == SourceKind::Animation ? openedAnimation(path)
                                         : openedVideo(path, threads, std::move(stop));
}

Image sourcePicture(const std::filesystem::path& path, SourceKind kind, std::int64_t frame) {
    if (kind == SourceKind::Picture) return decodePhoto(path).image;
    const OpenedFilm film = openFilmReader(path, kind);
    film.reader->seek(frame);
    if (!film.reader->advance() || film.reader->index() != frame)
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("\"%1\" has no frame %2 that can be read."),
                    {utf8FromPath(path), std::to_string(frame)});
    return film.reader->image();
}

}  // namespace visagist
