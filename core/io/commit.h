// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/file.h"
#include "core/support/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace sidelight::io {

/// A folder that is filled under a temporary name beside its target, and dropped with all its files unless it is
/// renamed.
class PendingFolder
{
public:
    static Result<PendingFolder> create(const std::filesystem::path& target);
    PendingFolder(PendingFolder&&) noexcept;
    PendingFolder& operator=(PendingFolder&&) noexcept;
    ~PendingFolder();

    [[nodiscard]] const std::filesystem::path& temporaryPath() const { return temporary_; }
    [[nodiscard]] const std::filesystem::path& target() const { return target_; }
    /// Renames to the target, which must not exist.
    [[nodiscard]] Status place();

private:
    PendingFolder() = default;
    void drop() noexcept;
    std::filesystem::path target_;
    std::filesystem::path temporary_;
};

/// What is about to happen at "set-aside-model", "set-aside-data", "place-data", "place-model", "drop-old". A test
/// makes a step fail by it.
using CommitStep = std::function<Status(std::string_view step)>;

/// Puts a model and its data in place so that at no moment a model exists whose data are not its own: everything is
/// complete and synced beside the target; the old model is moved aside, the old data too; the data are renamed, the
/// model last. A failure puts the old files back.
Status commitTogether(support::AtomicFile model, std::optional<support::AtomicFile> data,
    std::optional<PendingFolder> folder, const CommitStep& step = {});

} // namespace sidelight::io
