#include "core/model/one_thread.h"

#include <omp.h>

namespace visagist {

OneThread::OneThread() : m_before(omp_get_max_threads()) { omp_set_num_threads(1); }

OneThread::~OneThread() { omp_set_num_threads(m_before); }

}  // namespace visagist
