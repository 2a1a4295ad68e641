// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/support/scratch_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace sidelight::support {

ScratchFolder::ScratchFolder()
{
    std::error_code failed;
    const std::filesystem::path root = std::filesystem::temp_directory_path(failed);
    std::string pattern = (root / "sidelight-XXXXXX").string();
    if (!failed && mkdtemp(pattern.data()) != nullptr)
        path_ = pattern;
}

ScratchFolder::~ScratchFolder()
{
    std::error_code ignored;
    if (!path_.empty())
        std::filesystem::remove_all(path_, ignored);
}

} // namespace sidelight::support
