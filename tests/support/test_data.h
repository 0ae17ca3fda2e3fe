// Where tests find pictures that do not ship with the product, and how they skip without them.
#pragma once
#include <QTest>
#include <cstdlib>
#include <filesystem>

namespace visagist::test {

/// The folder of public test pictures (orl/, landmarks/, photos/): $VISAGIST_TEST_DATA, else ../shared/data
/// beside the checkout.
inline std::filesystem::path sharedData() {
    if (const char* folder = std::getenv("VISAGIST_TEST_DATA")) return folder;
    return std::filesystem::path(VISAGIST_SOURCE_DIR).parent_path() / "shared" / "data";
}

/// Small reference values that ship with the tests.
inline std::filesystem::path referenceData() {
    return std::filesystem::path(VISAGIST_SOURCE_DIR) / "tests" / "data";
}

}  // namespace visagist::test

/// Skips the running test, by name, where the public test picture is not on this machine.
#define VISAGIST_NEEDS_SHARED(relative)                                                              \
    do {                                                                                             \
        if (!std::filesystem::exists(visagist::test::sharedData() / (relative)))                     \
            QSKIP("the public test pictures are not here (set VISAGIST_TEST_DATA to their folder)"); \
    } while (false)
