// Keeps LibTorch to the calling thread: for many small networks that run side by side.
#pragma once

namespace visagist {

/// While it lives, parallel regions of OpenMP (and so LibTorch's on the processor) that this thread opens
/// have one thread. Other threads are not touched. LibTorch must have computed on this thread before, or been
/// asked at::get_num_threads(), as it sets its own number then.
class OneThread {
public:
    OneThread();
    ~OneThread();
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    int m_before;
};

}  // namespace visagist
