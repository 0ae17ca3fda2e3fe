#include "core/base/waiting_threads.h"

#include <cstdlib>

namespace visagist {

void letWaitingThreadsSleep() {
#ifdef __linux__
    if (!std::getenv("OMP_WAIT_POLICY")) ::setenv("GOMP_SPINCOUNT", "2000", /*overwrite=*/0);
#endif
}

}  // namespace visagist
