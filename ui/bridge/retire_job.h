// Lets go of a job that nobody waits for any more, without waiting for it.
#pragma once
#include <memory>

#include "ui/bridge/background_job.h"

namespace visagist {

/// `job` is asked to stop, says nothing to `listener` any more, and goes when its work has ended; at the
/// latest with `listener`. A new one takes its place.
inline BackgroundJob& freshJob(std::unique_ptr<BackgroundJob>& job, QObject* listener) {
    if (job) {
        job->disconnect(listener);
        job->requestStop();
        BackgroundJob* old = job.release();
        old->setParent(listener);
        if (old->isRunning())
            QObject::connect(old, &BackgroundJob::finished, old, &QObject::deleteLater);
        else
            old->deleteLater();
    }
    job = std::make_unique<BackgroundJob>();
    return *job;
}

}  // namespace visagist
