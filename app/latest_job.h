// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <utility>

namespace sidelight::app {

/// Says from a worker how far it is; `percent` is negative while that is unknown.
using TellProgress = std::function<void(const QString& text, int percent)>;

/// Runs work on a pool and hands over its result in the thread of the watcher. Starting anew asks the work before to
/// stop; only the newest delivers, and only while the job lives.
template <class T>
class LatestJob
{
public:
    using Work = std::function<T(std::stop_token, const TellProgress&)>;
    using Deliver = std::function<void(T)>;

    LatestJob()
    {
        QObject::connect(&watcher_, &QFutureWatcherBase::finished, &watcher_, [this] {
            if (!isRunning_)
                return;
            isRunning_ = false;
            QFuture<T> future = watcher_.future();
            if (future.resultCount() > 0)
                deliver_(future.takeResult());
        });
        QObject::connect(&watcher_, &QFutureWatcherBase::progressTextChanged, &watcher_, [this](const QString& text) {
            if (isRunning_ && onProgress_)
                onProgress_(text.section(QLatin1Char('\t'), 1), text.section(QLatin1Char('\t'), 0, 0).toInt());
        });
    }
    ~LatestJob() { cancel(); }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    void start(QThreadPool& pool, Work work, Deliver deliver)
    {
        stop_.request_stop();
        stop_ = {};
        deliver_ = std::move(deliver);
        isRunning_ = true;
        auto promise = std::make_shared<QPromise<T>>();
        watcher_.setFuture(promise->future());
        promise->start();
        pool.start([promise, work = std::move(work), token = stop_.get_token()] {
            // A promise passes on a text only together with a larger value.
            int told = 0;
            promise->setProgressRange(0, std::numeric_limits<int>::max());
            promise->addResult(work(token, [&](const QString& text, int percent) {
                promise->setProgressValueAndText(++told, QStringLiteral("%1\t%2").arg(percent).arg(text));
            }));
            promise->finish();
        });
    }
    void setProgressHandler(TellProgress onProgress) { onProgress_ = std::move(onProgress); }

    /// Asks the work to stop; nothing is delivered any more.
    void cancel()
    {
        stop_.request_stop();
        isRunning_ = false;
        watcher_.setFuture(QFuture<T>());
    }
    /// Asks the work to stop and still delivers what it returns.
    void requestStop() { stop_.request_stop(); }

    [[nodiscard]] bool isRunning() const { return isRunning_; }

private:
    QFutureWatcher<T> watcher_;
    std::stop_source stop_;
    Deliver deliver_;
    TellProgress onProgress_;
    bool isRunning_ = false;
};

} // namespace sidelight::app
