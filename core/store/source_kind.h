// How the kinds of sources are stored, for the tables that read them.
#pragma once
#include "core/store/source_table.h"
#include "core/store/stored_enum.h"

namespace visagist {

inline constexpr StoredEnum<SourceKind, 3> kSourceKind{{"picture", "animation", "video"}};

}  // namespace visagist
