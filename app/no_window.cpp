// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// The command without Qt: everything but the window and drawings.
#include "app/render.h"
#include "app/window.h"
#include "core/support/rules.h"

#include <cstdio>

namespace sidelight::app {

Status renderModel(const session::Document&, const RenderOptions&, const std::filesystem::path&)
{
    return support::diagnose(rules::kUsage, "this sidelight was built without Qt and cannot draw; build it with SIDELIGHT_BUILD_VIEWS=ON");
}

int runWindow(int, char**, const Arguments&)
{
    std::fputs("sidelight: built without Qt, there is no window; build it with SIDELIGHT_BUILD_VIEWS=ON, or see 'sidelight --help'\n", stderr);
    return static_cast<int>(Exit::Usage);
}

} // namespace sidelight::app
