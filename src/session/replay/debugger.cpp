// SPDX-License-Identifier: Apache-2.0
#include "session/replay/debugger.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/ensure.hpp"
#include "machine/native/standalone.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/replay/gdb_script.hpp"

namespace skein::session {

namespace {

// Runs a tool in the foreground. The tool handles Ctrl-C.
int run_tool(const std::vector<std::string>& command, const std::string& hint) {
  std::vector<char*> arguments;
  for (const std::string& text : command) arguments.push_back(const_cast<char*>(text.c_str()));
  arguments.push_back(nullptr);
  const auto before = std::signal(SIGINT, SIG_IGN);
  const pid_t process = ::fork();
  if (process == 0) {
    std::signal(SIGINT, SIG_DFL);
    ::personality(ADDR_NO_RANDOMIZE);
    ::execvp(arguments.front(), arguments.data());
    _exit(127);
  }
  int status = 0;
  while (process > 0 && ::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  std::signal(SIGINT, before);
  if (process < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
    throw UserError(fmt::format("cannot run {}: {}", command.front(), hint));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string shell_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// The variables that executor_environment adds to our environment.
std::vector<std::string> added_environment(const std::string& runtime, const std::string& channel) {
  return {"LD_PRELOAD=" + runtime, "LD_BIND_NOW=1",
          std::string(channel::kEnvironmentName) + "=" + channel};
}

void write_suppressions(const std::string& path) {
  std::ofstream file(path);
  for (const char* kind : {"Addr1", "Addr2", "Addr4", "Addr8", "Addr16", "Addr32", "Cond", "Value1",
                           "Value2", "Value4", "Value8", "Value16", "Value32", "Jump"}) {
    for (const char* function : kSuppressedFunctions) {
      // For inlined functions valgrind knows only the bare name.
      for (const char* caller : {"", "  fun:*\n"}) {
        file << "{\n  skein\n  Memcheck:" << kind << "\n"
             << caller << "  fun:" << function << "\n}\n";
      }
    }
  }
  if (!file.flush()) throw UserError("cannot write '" + path + "'");
}

}  // namespace

int run_gdb(const DebugRequest& request) {
  TemporaryFolder folder;
  const std::string channel = folder.path_of("channel");
  write_channel_file(channel, request.options, request.plan);
  const std::string script = folder.path_of("skein-gdb.py");
  {
    std::ofstream file(script);
    const auto list = [](const std::vector<std::string>& texts) {
      return nlohmann::json(texts).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    };
    file << "STEPS = " << list(request.steps) << "\nVIOLATIONS = " << list(request.violations)
         << "\nSTOP = " << request.stop << "\n"
         << kGdbScript;
    if (!file.flush()) throw UserError("cannot write '" + script + "'");
  }
  // The runtime is for the program alone, not for gdb or for the shell that starts the program.
  std::string wrapper = "set exec-wrapper env";
  for (const std::string& entry : added_environment(request.options.runtime, channel)) {
    wrapper += " " + shell_quoted(entry);
  }
  std::vector<std::string> command{"gdb",
                                   "-q",
                                   "-nx",
                                   "-ex",
                                   "set confirm off",
                                   "-ex",
                                   "set pagination off",
                                   "-ex",
                                   "set print thread-events off",
                                   "-ex",
                                   wrapper,
                                   "-x",
                                   script};
  if (!request.commands.empty()) command.insert(command.begin() + 1, "-batch");
  for (const std::string& line : request.commands) {
    command.emplace_back("-ex");
    command.push_back(line);
  }
  command.emplace_back("--args");
  command.push_back(request.options.program);
  command.insert(command.end(), request.options.arguments.begin(), request.options.arguments.end());
  return run_tool(command, "install it (Debian package gdb)");
}

int run_valgrind(const DebugRequest& request) {
  TemporaryFolder folder;
  const std::string channel = folder.path_of("channel");
  write_channel_file(channel, request.options, request.plan);
  const std::string suppressions = folder.path_of("skein.supp");
  write_suppressions(suppressions);
  // The channel is for the program alone, not for the launchers of valgrind.
  std::vector<std::string> command{"env"};
  for (const std::string& entry : added_environment(request.options.runtime, channel)) {
    command.push_back(entry);
  }
  command.push_back(std::string(channel::kProgramName) + "=" +
                    std::filesystem::canonical(request.options.program).string());
  command.insert(command.end(),
                 {"valgrind", "-q", "--suppressions=" + suppressions,
                  // The leak check would search the address space that the runtime has reserved.
                  "--leak-check=no", fmt::format("--error-exitcode={}", kValgrindErrors)});
  command.push_back(request.options.program);
  command.insert(command.end(), request.options.arguments.begin(), request.options.arguments.end());
  return run_tool(command, "install it (Debian package valgrind)");
}

}  // namespace skein::session
