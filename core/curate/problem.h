// What goes wrong with one source, as a sentence in the report rather than the end of the import.
#pragma once
#include <exception>
#include <new>

#include "core/base/error.h"

namespace visagist {

/// Runs `work`; what it throws becomes a sentence for people, with an empty source where it throws nothing.
Message problemOf(auto&& work) {
    try {
        work();
    } catch (const std::bad_alloc&) {
        return {VISAGIST_TEXT("There is not enough memory for this file."), {}};
    } catch (const Error& problem) {
        return problem.message();
    } catch (const std::exception& problem) {
        return {problem.what(), {}};
    }
    return {};
}

}  // namespace visagist
