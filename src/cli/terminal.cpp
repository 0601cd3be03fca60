// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/ensure.hpp"

extern "C" char** environ;

namespace skein::cli {

namespace {

std::string reason(int error) { return std::strerror(error); }

}  // namespace

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return is_terminal(STDOUT_FILENO) && (no_colour == nullptr || *no_colour == '\0') && !is_dumb;
}

std::string filter_through(const std::string& program, const std::string& argument,
                           std::string_view input, const std::string& hint) {
  // Temporary files rather than pipes: no deadlock when both sides write.
  std::FILE* in = std::tmpfile();
  std::FILE* out = std::tmpfile();
  if (in == nullptr || out == nullptr) {
    throw UserError("cannot make a temporary file: " + reason(errno));
  }
  const auto fail = [&](const std::string& why) {
    std::fclose(in);
    std::fclose(out);
    throw UserError(why);
  };
  if (std::fwrite(input.data(), 1, input.size(), in) != input.size() || std::fflush(in) != 0 ||
      ::lseek(::fileno(in), 0, SEEK_SET) != 0) {
    fail("cannot write a temporary file: " + reason(errno));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(out), STDOUT_FILENO);
  std::string program_copy = program;
  std::string argument_copy = argument;
  char* const arguments[] = {program_copy.data(), argument_copy.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail("cannot run '" + program + "': " + reason(error) + "; " + hint);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail("'" + program + "' failed; " + hint);
  std::string result;
  if (std::fseek(out, 0, SEEK_SET) != 0) fail("cannot read a temporary file: " + reason(errno));
  char buffer[1U << 14U];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, out)) > 0;) {
    result.append(buffer, n);
  }
  std::fclose(in);
  std::fclose(out);
  return result;
}

}  // namespace skein::cli
