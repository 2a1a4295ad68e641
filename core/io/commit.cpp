// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/commit.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sidelight::io {

namespace {

namespace fs = std::filesystem;

Diagnostic failure(const fs::path& path, const std::error_code& error)
{
    return support::diagnose(rules::kWriteFailed, concat(path.string(), ": cannot be written: ", error.message()),
        {{path.string(), "file", {}, 0, {}, {}}});
}

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// A name beside `target` that nothing has: a folder of it is made at once, and what is set aside goes into it.
Result<fs::path> makeTemporaryFolder(const fs::path& target)
{
    std::string pattern = (folderOf(target) / ".sidelight-XXXXXX").string();
    if (!::mkdtemp(pattern.data()))
        return failure(target, std::error_code(errno, std::generic_category()));
    return fs::path(pattern);
}

/// Old files, moved into one temporary folder, that come back unless they are let go.
class SetAside
{
public:
    SetAside() = default;
    SetAside(const SetAside&) = delete;
    SetAside& operator=(const SetAside&) = delete;
    ~SetAside()
    {
        std::error_code ignored;
        for (auto entry = moved_.rbegin(); entry != moved_.rend(); ++entry)
            fs::rename(entry->second, entry->first, ignored);
        if (!folder_.empty())
            fs::remove_all(folder_, ignored);
    }
    Status move(const fs::path& path)
    {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(path, error)))
            return {};
        if (folder_.empty()) {
            auto made = makeTemporaryFolder(path);
            if (!made)
                return made.error();
            folder_ = std::move(*made);
        }
        const fs::path aside = folder_ / path.filename();
        fs::rename(path, aside, error);
        if (error)
            return failure(path, error);
        moved_.emplace_back(path, aside);
        return {};
    }
    void letGo() { moved_.clear(); }

private:
    fs::path folder_;
    std::vector<std::pair<fs::path, fs::path>> moved_;
};

/// Removes what was placed when a later step fails.
class Placed
{
public:
    Placed() = default;
    Placed(const Placed&) = delete;
    Placed& operator=(const Placed&) = delete;
    ~Placed()
    {
        std::error_code ignored;
        for (const fs::path& path : paths_)
            fs::remove_all(path, ignored);
    }
    void add(fs::path path) { paths_.push_back(std::move(path)); }
    void keep() { paths_.clear(); }

private:
    std::vector<fs::path> paths_;
};

} // namespace

Result<PendingFolder> PendingFolder::create(const fs::path& target)
{
    auto made = makeTemporaryFolder(target);
    if (!made)
        return made.error();
    PendingFolder folder;
    folder.target_ = target;
    folder.temporary_ = std::move(*made);
    std::error_code error;
    fs::permissions(folder.temporary_,
        fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read |
            fs::perms::others_exec,
        error);
    return folder;
}

PendingFolder::PendingFolder(PendingFolder&& other) noexcept
{
    *this = std::move(other);
}

PendingFolder& PendingFolder::operator=(PendingFolder&& other) noexcept
{
    if (this == &other)
        return *this;
    drop();
    target_ = std::move(other.target_);
    temporary_ = std::exchange(other.temporary_, {});
    return *this;
}

PendingFolder::~PendingFolder()
{
    drop();
}

void PendingFolder::drop() noexcept
{
    std::error_code ignored;
    if (!temporary_.empty())
        fs::remove_all(temporary_, ignored);
    temporary_.clear();
}

Status PendingFolder::place()
{
    std::error_code error;
    fs::rename(temporary_, target_, error);
    if (error)
        return failure(target_, error);
    temporary_.clear();
    return {};
}

Status commitTogether(support::AtomicFile model, std::optional<support::AtomicFile> data,
    std::optional<PendingFolder> folder, const CommitStep& step)
{
    const auto at = [&](std::string_view name) { return step ? step(name) : Status{}; };
    if (data)
        if (Status status = data->finish(); !status)
            return status;
    if (Status status = model.finish(); !status)
        return status;
    if (!data && !folder) {
        if (Status status = at("place-model"); !status)
            return status;
        return model.commit();
    }
    SetAside old;
    Placed placed; // Destroyed before `old`: what is new goes before what was there comes back.
    Status status = at("set-aside-model");
    if (status)
        status = old.move(model.target());
    if (status)
        status = at("set-aside-data");
    if (status && data)
        status = old.move(data->target());
    if (status && folder)
        status = old.move(folder->target());
    if (status)
        status = at("place-data");
    if (status && data) {
        const fs::path target = data->target();
        status = data->commit();
        if (status)
            placed.add(target);
    }
    if (status && folder) {
        status = folder->place();
        if (status)
            placed.add(folder->target());
    }
    if (status)
        status = at("place-model");
    if (status)
        status = model.commit();
    if (!status)
        return status;
    placed.keep();
    old.letGo();
    return at("drop-old");
}

} // namespace sidelight::io
