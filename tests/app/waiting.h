// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

namespace sidelight::app::testing {

/// Runs the event loop until `isDone`, at most half a minute.
template <class Condition>
bool waitUntil(Condition isDone)
{
    return QTest::qWaitFor(isDone, 30'000);
}

inline QString samplePath(const char* name)
{
    return QStringLiteral(SIDELIGHT_SOURCE_DIR "/resources/samples/%1").arg(QLatin1String(name));
}

} // namespace sidelight::app::testing
