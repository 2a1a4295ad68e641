// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace sidelight::support {

/// The folder of the running program's file, where its sister programs are. Empty when the system does not tell.
std::filesystem::path programFolder();

} // namespace sidelight::support
