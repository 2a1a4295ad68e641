// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/descriptor.h"
#include "core/support/result.h"

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace sidelight::runtime {

/// A child program that talks over a socket (its descriptor 3), with nothing else of ours open. Destroying it kills and
/// reaps it.
class ChildProcess
{
public:
    /// Starts `program`. Fails with SL9001.
    static Result<ChildProcess> start(const std::filesystem::path& program, const std::vector<std::string>& arguments);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess() { stop(); }

    /// Our end of the socket, non-blocking.
    [[nodiscard]] int socket() const { return socket_.number(); }
    [[nodiscard]] pid_t id() const { return id_; }
    /// Kills and reaps; afterwards it is gone for good.
    void stop();
    /// Waits until it has ended by itself, at most a second, then stops it. Says how it ended: "was ended by signal 6
    /// (Aborted)".
    std::string describeEnd();
    /// The last line that it wrote to its standard error; may be empty.
    [[nodiscard]] std::string lastWords() const;

private:
    ChildProcess() = default;
    pid_t id_ = -1;
    Descriptor socket_;
    Descriptor errors_;
};

/// Finds sidelight-evaluator: `option` when not empty, else the environment's SIDELIGHT_EVALUATOR, else beside the
/// running program. Fails with SL9001.
Result<std::filesystem::path> findEvaluator(const std::filesystem::path& option);

} // namespace sidelight::runtime
