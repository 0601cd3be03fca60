// SPDX-License-Identifier: Apache-2.0
#include "machine/native/run_command.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/ensure.hpp"
#include "machine/native/process/start_failure.hpp"

namespace skein {

namespace {

// Compilers that are asked to end remove their files. Those that do not end in time are killed.
void end_group(pid_t child) {
  constexpr int kPatience = 200;  // ms
  int status = 0;
  kill(-child, SIGTERM);
  for (int i = 0; i < kPatience / 10 && waitpid(child, &status, WNOHANG) == 0; ++i) {
    poll(nullptr, 0, 10);
  }
  kill(-child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

// The status of the child, as waitpid reports it. Throws Stopped if there is no more time.
int await_child(pid_t child, const std::function<bool()>& is_over) {
  int status = 0;
  constexpr int kLookAfter = 50;  // ms
  // Becomes readable when the child ends. On kernels without it, polling will do.
  const int watch = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  while (true) {
    const pid_t got = waitpid(child, &status, WNOHANG);
    ensure(got >= 0 || errno == EINTR, "lost the compiler");
    const bool is_stopped = got != child && is_over();
    if (is_stopped) end_group(child);
    if (got == child || is_stopped) {
      if (watch >= 0) close(watch);
      if (is_stopped) throw Stopped("stopped while compiling");
      return status;
    }
    pollfd entry{watch, POLLIN, 0};
    poll(&entry, watch >= 0 ? 1 : 0, kLookAfter);
  }
}

}  // namespace

int run_command(const std::vector<std::string>& command, const std::function<bool()>& is_over,
                const std::string& errors) {
  std::vector<std::string> texts = command;
  std::vector<char*> argv;
  for (std::string& t : texts) argv.push_back(t.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) refuse_start("cannot start a process");
  if (child == 0) {
    if (is_over) setpgid(0, 0);
    if (!errors.empty()) {
      // A killed compiler may leave files behind, here in a folder that is removed with the
      // program.
      const std::string folder = std::filesystem::path(errors).parent_path().string();
      if (!folder.empty()) setenv("TMPDIR", folder.c_str(), 1);
      const int file = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      if (file >= 0) dup2(file, 2);
    }
    execvp(argv[0], argv.data());
    const std::string message = fmt::format("skein: cannot run {}: {}\n", argv[0], strerror(errno));
    if (write(2, message.data(), message.size()) < 0) _exit(126);
    _exit(127);
  }
  int status = 0;
  if (is_over) {
    setpgid(child, child);  // both processes call this, since either may run first
    status = await_child(child, is_over);
  } else {
    while (waitpid(child, &status, 0) < 0) ensure(errno == EINTR, "lost the compiler");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace skein
