// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sidelight::app {

/// Chooses the platform before an application is made: without a display, or when asked to, the offscreen one. Text and
/// pictures then do not depend on the machine.
void prepareApplication(bool isOffscreen);
/// Fonts, style, names and icon of the application; its language is English until another is set.
void styleApplication();
/// Seconds since the process was started; 0 where that is not known.
double secondsSinceStart();

} // namespace sidelight::app
