// SPDX-License-Identifier: Apache-2.0
// skein doctor: whether this machine can run skein, how well, and what to do if not.
//
// Everything that can be tried is tried: each compiler that is installed compiles a small program,
// which is then explored to its end. Only what skein cannot work without makes the exit status 2.

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <linux/userfaultfd.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "core/ensure.hpp"
#include "explore/exploration.hpp"
#include "explore/registry.hpp"
#include "machine/native/names/debug_info.hpp"
#include "machine/native/native_machine.hpp"
#include "machine/native/toolchain.hpp"
#include "report/report.hpp"
#include "report/words/text.hpp"
#include "report/words/violation_text.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/program/bitcode.hpp"

namespace skein::cli {

namespace {

// Two threads that each add to a counter with a load and a store: four classes, two of which lose
// an addition.
constexpr std::string_view kProgramInC = R"(#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void* add(void* unused) { int r = x; x = r + 1; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
)";
constexpr std::string_view kProgramInCxx = R"(#include <atomic>
#include <thread>
std::atomic<int> x;
int main() {
  auto add = [] { int r = x; x = r + 1; };
  std::thread a(add), b(add);
  a.join();
  b.join();
}
)";
constexpr std::uint64_t kClasses = 4;

enum class Health { Good, Slow, Missing, Bad };

// One line of the diagnosis, and the remedy if it is not good.
struct Diagnosis {
  Health health = Health::Good;
  std::string what;
  std::string advice;
};

class Doctor {
 public:
  int run() {
    say(system());
    say(thread_registers());
    say(fixed_addresses());
    say(written_pages());
    say(cores());
    say(runtime());
    if (has_runtime_) {
      try_compiler("gcc", false);
      try_compiler("g++", true);
      try_compiler("clang", false);
      try_compiler("clang++", true);
      if (working_compilers_ == 0) {
        say({Health::Bad, "no compiler that works with skein",
             "install gcc and g++ (Debian: apt install g++), or set SKEIN_CC "
             "and SKEIN_CXX"});
      }
    }
    say(verification());
    say(debug_info());
    say(tool("gdb", "stepping through a witness", "gdb", Health::Missing));
    say(tool("valgrind", "skein replay --valgrind", "valgrind", Health::Missing));
    say(tool("dot", "skein graph -o x.svg", "graphviz", Health::Missing));
    std::puts(is_bad_ ? "\nskein does not work here: see what is marked BAD."
                      : "\nskein works here.");
    return is_bad_ ? kExitUserError : kExitClean;
  }

 private:
  void say(const Diagnosis& diagnosis) {
    static constexpr std::array<std::string_view, 4> kMarks{"ok   ", "slow ", "none ", "BAD  "};
    std::string text = "  ";
    text += kMarks[static_cast<std::size_t>(diagnosis.health)];
    text += printable(diagnosis.what) + "\n";
    if (diagnosis.health != Health::Good) {
      for (const std::string& line : wrapped(printable(diagnosis.advice), 70)) {
        text += "         " + line + "\n";
      }
    }
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
    is_bad_ = is_bad_ || diagnosis.health == Health::Bad;
  }

  static Diagnosis system() {
    utsname name{};
    ::uname(&name);
    const std::string what = fmt::format("{} {} on {}", name.sysname, name.release, name.machine);
    const bool is_right = std::string_view(name.machine) == "x86_64";
    return {is_right ? Health::Good : Health::Bad, what,
            "real programs run on x86-64 only; models (*.skein) run everywhere"};
  }

  static Diagnosis thread_registers() {
    const bool has_instruction = (::getauxval(AT_HWCAP2) & 2U) != 0;  // HWCAP2_FSGSBASE
    return {has_instruction ? Health::Good : Health::Slow,
            has_instruction ? "FSGSBASE: threads are switched without the kernel"
                            : "no FSGSBASE: every switch of threads is a system call",
            "needs a processor of 2012 or later and Linux 5.9 or later, not "
            "started with "
            "nofsgsbase; works without it, with a few tenths of a microsecond "
            "more for a switch"};
  }

  // Some containers forbid fixed addresses.
  static Diagnosis fixed_addresses() {
    std::fflush(stdout);
    const pid_t child = ::fork();
    skein::ensure(child >= 0, "cannot start a process");
    if (child == 0) ::_exit(::personality(ADDR_NO_RANDOMIZE) < 0 ? 1 : 0);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    bool is_fixed = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    std::string how = "address randomisation can be turned off for the program under test";
    if (!is_fixed) {
      std::ifstream file("/proc/sys/kernel/randomize_va_space");
      int level = -1;
      if (file >> level && level == 0) {
        is_fixed = true;
        how = "address randomisation is off on this machine";
      }
    }
    return {is_fixed ? Health::Good : Health::Bad,
            is_fixed ? how : "address randomisation cannot be turned off",
            "the system forbids personality(ADDR_NO_RANDOMIZE), as containers "
            "do by default; start "
            "the container with --security-opt seccomp=unconfined, or as root: "
            "sysctl "
            "kernel.randomize_va_space=0"};
  }

  static Diagnosis written_pages() {
    constexpr unsigned kUserModeOnly = 1;
    constexpr std::uint64_t kAsynchronous = 1ULL << 15U;  // UFFD_FEATURE_WP_ASYNC, Linux 6.7
    const std::string advice =
        "needs Linux 6.7 or later with userfaultfd allowed (sysctl "
        "vm.unprivileged_userfaultfd, "
        "seccomp of the container); works without it: what the program may "
        "write is then copied "
        "back whole after every run, which costs programs with much data";
    const auto fd = static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC | kUserModeOnly));
    if (fd < 0) {
      return {Health::Slow, fmt::format("no userfaultfd: {}", std::strerror(errno)), advice};
    }
    uffdio_api api{};
    api.api = UFFD_API;
    api.features = kAsynchronous;
    const bool has_it = ::ioctl(fd, UFFDIO_API, &api) == 0;
    ::close(fd);
    return {has_it ? Health::Good : Health::Slow,
            has_it ? "userfaultfd: only what a run wrote is put back"
                   : "userfaultfd without asynchronous write protection",
            advice};
  }

  static Diagnosis cores() {
    const long count = ::sysconf(_SC_NPROCESSORS_ONLN);
    double load = 0;
    if (::getloadavg(&load, 1) != 1) load = 0;
    const std::string what =
        fmt::format("{}, load {:.1f}", counted(static_cast<std::uint64_t>(count), "core"), load);
    const bool has_room = count >= 2 && load < static_cast<double>(count) - 0.5;
    return {has_room ? Health::Good : Health::Slow, what,
            "skein and the program under test are two processes: with a free "
            "core for each they "
            "hand over in under a microsecond, sharing one in about seven"};
  }

  Diagnosis runtime() {
    try {
      const std::string path = find_runtime();
      has_runtime_ = true;
      return {Health::Good, "runtime library " + path, ""};
    } catch (const UserError& error) {
      return {Health::Bad, error.what(),
              "reinstall skein, or set SKEIN_RUNTIME to the path of "
              "libskein-runtime.so"};
    }
  }

  // Whether skein verify can compile and decode a program.
  static Diagnosis verification() {
    const std::string advice =
        "skein verify needs clang 19 (Debian: apt "
        "install clang-19); skein check does not";
    if (!is_installed("clang-19")) {
      return {Health::Missing, "clang-19 is not installed: no skein verify", advice};
    }
    try {
      session::TemporaryFolder folder;
      session::ProgramSettings settings;
      settings.file = folder.path_of("doctor.c");
      {
        std::ofstream file(settings.file);
        file << kProgramInC;
      }
      std::optional<session::TemporaryFolder> made;
      static_cast<void>(session::load_bitcode(settings, {}, made));
      return {Health::Good, "clang-19: its bitcode can be read, for skein verify", ""};
    } catch (const std::exception& error) {
      return {Health::Missing, fmt::format("clang-19: no skein verify: {}", error.what()), advice};
    }
  }

  static Diagnosis debug_info() {
    try {
      require_debug_info();
      return {Health::Good, "debug information can be read, for source lines and names of members",
              ""};
    } catch (const UserError& error) {
      return {Health::Missing,
              fmt::format("no source lines and names of members: {}", error.what()),
              "apt install libdw1, or reinstall skein"};
    }
  }

  static bool is_installed(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
    while (!rest.empty()) {
      const std::size_t colon = std::min(rest.find(':'), rest.size());
      const std::string file = std::string(rest.substr(0, colon)) + "/" + program;
      if (::access(file.c_str(), X_OK) == 0) return true;
      rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    return false;
  }

  // If there is no compiler without a version in its name, the newest version counts.
  static std::string installed_version_of(const std::string& compiler) {
    if (is_installed(compiler)) return compiler;
    constexpr int kNewest = 30;
    constexpr int kOldest = 10;
    for (int version = kNewest; version >= kOldest; --version) {
      if (std::string name = fmt::format("{}-{}", compiler, version); is_installed(name)) {
        return name;
      }
    }
    return "";
  }

  void try_compiler(const std::string& wanted, bool is_cxx) {
    const std::string compiler = installed_version_of(wanted);
    if (compiler.empty()) {
      say({Health::Missing, wanted + " is not installed",
           "one compiler for each language is enough"});
      return;
    }
    try {
      say(explore_with(compiler, is_cxx));
    } catch (const std::exception& error) {
      say({Health::Bad, fmt::format("{}: {}", compiler, error_text(error)),
           "the program that was tried is skein's own: see the message of the "
           "compiler above"});
    }
  }

  Diagnosis explore_with(const std::string& compiler, bool is_cxx) {
    session::TemporaryFolder folder;
    const std::string program = folder.path_of("doctor");
    const std::string source = program + (is_cxx ? ".cpp" : ".c");
    {
      std::ofstream file(source);
      file << (is_cxx ? kProgramInCxx : kProgramInC);
    }
    BuildRequest request;
    request.sources = {source};
    request.compiler = compiler;
    request.output = program;
    build_program(request);

    NativeOptions options;
    options.program = program;
    NativeMachine machine(options);
    const std::unique_ptr<Explorer> explorer = explorers().front().make(ExplorerOptions{});
    Statistics statistics;
    Environment environment;
    skein::explore(*explorer, machine, Budget{}, environment, statistics);
    if (statistics.executions() != kClasses) {
      return {Health::Bad,
              fmt::format("{}: {} executions of a program that has {}", compiler,
                          statistics.executions(), kClasses),
              "please report this"};
    }
    // What a run costs on this machine.
    Plan plan;
    constexpr std::uint32_t kRuns = 10'000;
    const channel::ExecutorCosts costs = machine.measure(plan, kRuns);
    ++working_compilers_;
    return {Health::Good,
            fmt::format("{}: compiled and explored a program; a run takes "
                        "{:.1f} us, the reset "
                        "{:.1f} us",
                        compiler, costs.run_ns / 1000, costs.reset_ns / 1000),
            ""};
  }

  static Diagnosis tool(const std::string& name, const std::string& purpose,
                        const std::string& package, Health if_not) {
    const bool is_there = is_installed(name);
    return {is_there ? Health::Good : if_not,
            is_there ? name : fmt::format("{} is not installed ({})", name, purpose),
            fmt::format("Debian: apt install {}", package)};
  }

  bool is_bad_ = false;
  bool has_runtime_ = false;
  int working_compilers_ = 0;
};

}  // namespace

int doctor() { return Doctor().run(); }

}  // namespace skein::cli
