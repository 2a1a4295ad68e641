// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/child_process.h"

#include "core/support/program_folder.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <span>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sidelight::runtime {
namespace {

constexpr std::size_t kErrorsSize = 64 * 1024;
constexpr int kChildSocket = 3;

Diagnostic cannotStart(const std::filesystem::path& program, int error)
{
    return support::diagnose(
        rules::kEvaluatorFailed, concat("cannot start ", program.string(), ": ", std::strerror(error)));
}

/// A memory file of fixed size for standard error: what does not fit is lost, so an endless complaint fills no memory.
Descriptor makeErrorsFile()
{
    Descriptor file = makeMemoryFile("sidelight-evaluator-errors");
    if (file.isOpen() && ::ftruncate(file.number(), kErrorsSize) == 0)
        ::fcntl(file.number(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK);
    return file;
}

/// File actions and attributes of posix_spawn, freed in the end.
class SpawnSettings
{
public:
    SpawnSettings(int socket, int errors)
    {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
        if (errors >= 0)
            posix_spawn_file_actions_adddup2(&actions_, errors, 2);
        posix_spawn_file_actions_adddup2(&actions_, socket, kChildSocket);
        posix_spawnattr_init(&attributes_);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSettings()
    {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
    [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

/// Moves a descriptor above the numbers that the child's own will have, so that dup2 cannot run over it.
Descriptor above(Descriptor descriptor, int floor)
{
    if (!descriptor.isOpen() || descriptor.number() > floor)
        return descriptor;
    return Descriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, floor + 1));
}

} // namespace

Result<ChildProcess> ChildProcess::start(
    const std::filesystem::path& program, const std::vector<std::string>& arguments)
{
    std::array<int, 2> pair{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
        return cannotStart(program, errno);
    ChildProcess child;
    child.socket_ = Descriptor(pair[0]);
    const Descriptor theirs = above(Descriptor(pair[1]), kChildSocket);
    child.errors_ = above(makeErrorsFile(), kChildSocket);
    if (!theirs.isOpen() || ::fcntl(child.socket(), F_SETFL, O_NONBLOCK) != 0)
        return cannotStart(program, errno);

    const std::string path = program.string();
    std::vector<std::string> words{path};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    const SpawnSettings settings(theirs.number(), child.errors_.number());
    pid_t id = -1;
    const int error =
        ::posix_spawn(&id, path.c_str(), settings.actions(), settings.attributes(), pointers.data(), environ);
    if (error != 0)
        return cannotStart(program, error);
    child.id_ = id;
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : id_(std::exchange(other.id_, -1)), socket_(std::move(other.socket_)), errors_(std::move(other.errors_))
{}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept
{
    if (this != &other) {
        stop();
        id_ = std::exchange(other.id_, -1);
        socket_ = std::move(other.socket_);
        errors_ = std::move(other.errors_);
    }
    return *this;
}

void ChildProcess::stop()
{
    if (id_ < 0)
        return;
    ::kill(id_, SIGKILL);
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
    id_ = -1;
    socket_.close();
}

std::string ChildProcess::describeEnd()
{
    using namespace std::chrono_literals;
    int status = 0;
    pid_t ended = 0;
    for (int attempt = 0; attempt < 200 && id_ >= 0; ++attempt) {
        ended = ::waitpid(id_, &status, WNOHANG);
        if (ended == id_ || (ended < 0 && errno != EINTR))
            break;
        std::this_thread::sleep_for(5ms); // its socket is closed already; only the exit is outstanding
    }
    if (ended != id_ || id_ < 0) {
        stop();
        return "closed the connection";
    }
    id_ = -1;
    socket_.close();
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return concat("was ended by signal ", signal, " (", ::strsignal(signal),
            signal == SIGKILL ? "; the system may be out of memory)" : ")");
    }
    return concat("exited with status ", WEXITSTATUS(status));
}

std::string ChildProcess::lastWords() const
{
    if (!errors_.isOpen())
        return {};
    std::string text(kErrorsSize, '\0');
    if (!readAll(errors_.number(), 0, std::as_writable_bytes(std::span(text.data(), text.size()))))
        return {};
    text.resize(std::min(text.find('\0'), text.size()));
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    const std::size_t line = text.rfind('\n');
    return support::plainText(std::string_view(text).substr(line == std::string::npos ? 0 : line + 1).substr(0, 500));
}

Result<std::filesystem::path> findEvaluator(const std::filesystem::path& option)
{
    constexpr const char* kName = "sidelight-evaluator";
    std::error_code error;
    std::vector<std::filesystem::path> tried;
    if (!option.empty()) {
        tried.push_back(option);
    } else {
        if (const char* named = std::getenv("SIDELIGHT_EVALUATOR"); named && *named)
            tried.emplace_back(named);
        if (const std::filesystem::path folder = support::programFolder(); !folder.empty())
            tried.push_back(folder / kName);
    }
    std::string places;
    for (const std::filesystem::path& path : tried) {
        if (std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0)
            return path;
        places += (places.empty() ? "" : " and ") + path.string();
    }
    return support::diagnose(rules::kEvaluatorFailed,
        concat("sidelight-evaluator is not there: looked at ", places,
            "; set SIDELIGHT_EVALUATOR to its path, or build it with -DSIDELIGHT_BUILD_EVALUATOR=ON"));
}

} // namespace sidelight::runtime
