// What a call throws, as a value to test.
#pragma once
#include <QTest>
#include <optional>

#include "core/base/error.h"

namespace visagist::test {

/// The Error that `call` throws; nothing if it throws none.
template <class Call>
std::optional<Error> errorOf(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

}  // namespace visagist::test

/// Fails unless the expression throws an Error of that code.
#define VISAGIST_VERIFY_ERROR(expected, ...)                                                  \
    do {                                                                                      \
        const auto thrown = visagist::test::errorOf([&] { static_cast<void>(__VA_ARGS__); }); \
        QVERIFY2(thrown.has_value(), "nothing was thrown");                                   \
        QVERIFY2(thrown->code() == (expected), thrown->what());                               \
    } while (false)
