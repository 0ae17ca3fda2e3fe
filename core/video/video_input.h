// Opening a video file by FFmpeg; for the .cpp files of this room only.
#pragma once
#include <filesystem>

#include "core/video/ffmpeg_handles.h"

namespace visagist {

/// Opens a file as a container of video and reads what its streams are; only local files of known kinds, and
/// nothing that they refer to. Throws Error(NotFound | ReadFailed) for the file, Error(Unsupported) where it
/// is no video, Error(Damaged) where its head cannot be made sense of.
FfmpegPtr<AVFormatContext> openVideoInput(const std::filesystem::path& path);

/// The stream that shows the film; throws Error(Unsupported) where there is none (sound only, a cover
/// picture).
int videoStreamOf(AVFormatContext& input, const std::filesystem::path& path);

/// How the frames must be turned: the EXIF orientation that means the same as the stream's display matrix.
int orientationOf(const AVStream& stream);

}  // namespace visagist
