// How threads that compute together wait for each other.
#pragma once

namespace visagist {

/// LibTorch's threads wait for each other in a loop, for some milliseconds, before they sleep. Beside other
/// work on the same cores that loop takes the time that it waits for: with a compiler running beside it, a
/// step took three times as long. From here on they sleep after some microseconds, unless OMP_WAIT_POLICY or
/// GOMP_SPINCOUNT says otherwise; so do programs that are started later. To be called before LibTorch is
/// loaded and before there are threads. On Linux; elsewhere it does nothing.
void letWaitingThreadsSleep();

}  // namespace visagist
