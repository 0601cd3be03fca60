// SPDX-License-Identifier: Apache-2.0
// skein::check([] { ... }): model-checks a piece of code inside a test of any test framework.
//
//   #include <gtest/gtest.h>
//   #include <skein/check.hpp>
//
//   TEST(Queue, KeepsEverything) {
//     skein::check([] {
//       Queue queue;
//       std::thread producer([&] { queue.push(1); });
//       ...
//       producer.join();
//       EXPECT_EQ(queue.size(), 1);
//     });
//   }
//
// Skein runs the body under every schedule that matters, each time from the beginning and in a
// fresh state. If a schedule breaks it (a failed assertion, a deadlock, a data race, a crash ...),
// check throws CheckFailed, whose text shows the schedule, and the test fails with that text.
//
// How: the program starts `skein check` on itself, in such a way that only this body runs.
// That has consequences:
// - The body captures nothing: what it uses is global, or the body makes it itself. Globals are as
//   the constructors before main left them, whatever the test did before.
// - The program must be built for skein: with skein_instrument(target) of the CMake package, or by
//   `skein c++`. If it is not, the body just runs CheckOptions::repetitions times on real threads,
//   which finds little and proves nothing; is_checking() distinguishes the two.
// - Inside the body, use assert, skein_assert, exceptions, and GoogleTest's EXPECT and ASSERT.
//   (Include <gtest/gtest.h> first, and a failure is reported with its place.) Catch2's REQUIRE
//   needs Catch2's own session around it and cannot be used there: use assert.
// - Under `skein check ./test-program` a body is simply a part of that program.
//
// Environment: SKEIN is the skein command to use; the default is the one that the program was built
// with, then the one in PATH. SKEIN_REPORTS names a folder in which every check leaves its reports
// (HTML, JSON, SARIF, JUnit) for a CI to keep. C++14 and later.
#ifndef SKEIN_CHECK_HPP
#define SKEIN_CHECK_HPP

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <skein/skein.h>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

namespace skein {

struct CheckOptions {
  // More arguments for `skein check`: {"--max-preemptions", "2"}.
  std::vector<std::string> arguments;
  // Whether to accept an exploration that found nothing but was stopped or cut.
  bool accepts_incomplete = false;
  // Without skein: the number of times that the body runs on real threads.
  unsigned repetitions = 100;
};

// Thrown if a bug was found, or if none was but not everything was explored; what() is skein's
// report.
class CheckFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown if skein could not do its work.
class CheckError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Whether check() explores, which means that the program was built for skein.
inline bool is_checking() { return skein_runtime_is_active != nullptr; }

// Static data here differs between files that include a test framework first and files that do not,
// so each file must have its own copy.
namespace detail {

using Body = void();

// GoogleTest's own functions that say whether an EXPECT or ASSERT failed, if the program has them,
// also for files that do not include GoogleTest. (HasFailure itself is inline and has no address.)
extern "C" bool skein_gtest_has_fatal() __asm__("_ZN7testing4Test15HasFatalFailureEv")
    __attribute__((weak));
extern "C" bool skein_gtest_has_nonfatal() __asm__("_ZN7testing4Test18HasNonfatalFailureEv")
    __attribute__((weak));

#if defined(GOOGLETEST_INCLUDE_GTEST_GTEST_H_) || defined(GTEST_INCLUDE_GTEST_GTEST_H_)
namespace {
// Ends the run where an EXPECT or ASSERT fails.
class FailureListener : public ::testing::EmptyTestEventListener {
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed() || skein_runtime_fail == nullptr) return;
    skein_runtime_fail(result.message(), result.file_name() != nullptr ? result.file_name() : "?",
                       static_cast<unsigned>(result.line_number()), "GoogleTest");
  }
};
}  // namespace
static void listen_to_framework() {
  ::testing::UnitTest::GetInstance()->listeners().Append(new FailureListener);
}
#else
static void listen_to_framework() {}
#endif

// Skein's runtime calls this in place of main.
__attribute__((used)) static void run_single_body(Body* body) {
  listen_to_framework();
  body();
  if ((skein_gtest_has_fatal != nullptr && skein_gtest_has_fatal()) ||
      (skein_gtest_has_nonfatal != nullptr && skein_gtest_has_nonfatal())) {
    skein_fail("EXPECT_ or ASSERT_ of GoogleTest", __FILE__, __LINE__, "skein::check");
  }
}

// The address relative to the program; throws if it is not in the program itself.
inline std::uintptr_t offset_of(const void* function) {
  Dl_info own{};
  Dl_info program{};
  const auto* entry = reinterpret_cast<const void*>(::getauxval(AT_ENTRY));
  if (::dladdr(function, &own) == 0 || ::dladdr(entry, &program) == 0 ||
      own.dli_fbase != program.dli_fbase) {
    throw CheckError("skein::check: the body is in a shared library; link it into the program");
  }
  return reinterpret_cast<std::uintptr_t>(function) -
         reinterpret_cast<std::uintptr_t>(own.dli_fbase);
}

inline bool can_be_run(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

// $SKEIN, else the command that belongs to the runtime this program is linked to, else PATH.
inline std::string find_command() {
  const char* given = std::getenv("SKEIN");
  if (given != nullptr && *given != '\0') return given;
  Dl_info runtime{};
  if (::dladdr(reinterpret_cast<const void*>(skein_runtime_is_active), &runtime) != 0 &&
      runtime.dli_fname != nullptr) {
    const std::string file = runtime.dli_fname;
    const std::string folder = file.substr(0, file.rfind('/') + 1);
    for (const char* place : {"../../bin/skein", "../skein"}) {  // installed; a build folder
      if (can_be_run(folder + place)) return folder + place;
    }
  }
  return "skein";
}

inline std::string own_path() {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) throw CheckError("skein::check: cannot read /proc/self/exe");
  return std::string(path, static_cast<std::size_t>(length));
}

// Runs the command and returns what it printed on both streams, and its exit status.
inline std::pair<std::string, int> run_command(std::vector<std::string> words,
                                               const std::string& variable) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(&word[0]);
  arguments.push_back(nullptr);
  std::vector<char*> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.push_back(*entry);
  std::string added = variable;
  environment.push_back(&added[0]);
  environment.push_back(nullptr);
  int ends[2];
  if (::pipe(ends) != 0) throw CheckError("skein::check: cannot make a pipe");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  ::posix_spawn_file_actions_addclose(&actions, ends[0]);
  ::posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string output;
  char buffer[4096];
  ssize_t got = 0;
  while (error == 0 &&
         ((got = ::read(ends[0], buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR))) {
    if (got > 0) output.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  if (error != 0) {
    throw CheckError("skein::check: cannot run '" + words[0] + "': " + std::strerror(error) +
                     "; set SKEIN to the skein command");
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {output, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

// FOLDER/PROGRAM-FILE-LINE, where a check's reports go; empty if none are wanted.
inline std::string name_of_reports(const std::string& program, const char* file, int line) {
  const char* folder = std::getenv("SKEIN_REPORTS");
  if (folder == nullptr || *folder == '\0') return "";
  ::mkdir(folder, 0777);  // if that fails, skein says what cannot be written
  std::string source = file;
  source.erase(0, source.rfind('/') + 1);
  return std::string(folder) + "/" + program.substr(program.rfind('/') + 1) + "-" + source + "-" +
         std::to_string(line);
}

inline void explore(Body* body, Body* entry_as_body, const CheckOptions& options, const char* file,
                    int line) {
  char variable[96];
  std::snprintf(
      variable, sizeof variable, "SKEIN_CHECK=%llx,%llx",
      static_cast<unsigned long long>(offset_of(reinterpret_cast<const void*>(entry_as_body))),
      static_cast<unsigned long long>(offset_of(reinterpret_cast<const void*>(body))));
  const std::string program = own_path();
  std::vector<std::string> words{find_command(), "check", program, "--no-color"};
  const std::string name = name_of_reports(program, file, line);
  if (!name.empty()) {
    for (const char* form : {"html", "json", "junit", "sarif"}) {
      words.push_back(std::string("--") + form);
      words.push_back(name + "." + (std::strcmp(form, "junit") == 0 ? "xml" : form));
    }
  }
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  const std::pair<std::string, int> result = run_command(words, variable);
  const std::string text =
      "skein::check at " + std::string(file) + ":" + std::to_string(line) + ":\n" + result.first;
  switch (result.second) {
    case 0: return;
    case 1: throw CheckFailed(text);
    case 4:
      if (options.accepts_incomplete) return;
      throw CheckFailed(text);
    default: throw CheckError(text);
  }
}

}  // namespace detail

// Throws CheckFailed or CheckError; see above. The last two parameters are the caller's place.
template <class Body>
static void check(Body body, const CheckOptions& options = {}, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
  static_assert(std::is_convertible<Body, detail::Body*>::value,
                "the body of skein::check must capture nothing: make what it uses inside of it");
  detail::Body* const function = body;
  if (!is_checking()) {
    for (unsigned i = 0; i < options.repetitions; ++i) function();
  } else if (skein_is_active() != 0) {
    function();
  } else {
    detail::explore(function, reinterpret_cast<detail::Body*>(&detail::run_single_body), options,
                    file, line);
  }
}

}  // namespace skein

#endif
