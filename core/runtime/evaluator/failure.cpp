// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator/failure.h"

#include <c10/util/Exception.h>

#include <exception>
#include <new>
#include <string>
#include <utility>

namespace sidelight::runtime::evaluator {
namespace {

constexpr std::size_t kMaximumMessage = 2000;

FailedReply failure(FailureKind kind, std::string message)
{
    if (message.size() > kMaximumMessage)
        message.resize(kMaximumMessage);
    while (!message.empty() && message.back() == '\n')
        message.pop_back();
    return {kind, std::move(message)};
}

} // namespace

FailedReply failureOfException()
{
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return failure(FailureKind::OutOfMemory, "there is no memory left");
    } catch (const c10::Error& error) {
        std::string message = error.what_without_backtrace();
        const bool isMemory = message.find("not enough memory") != std::string::npos ||
                              message.find("can't allocate memory") != std::string::npos;
        return failure(isMemory ? FailureKind::OutOfMemory : FailureKind::Operator, std::move(message));
    } catch (const std::exception& error) {
        return failure(FailureKind::Operator, error.what());
    } catch (...) {
        return failure(FailureKind::Operator, "an unknown exception");
    }
}

} // namespace sidelight::runtime::evaluator
