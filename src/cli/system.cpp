// SPDX-License-Identifier: Apache-2.0
#include "cli/system.hpp"

#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <limits>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/check.hpp"

extern "C" char** environ;

namespace skein::cli {

namespace {

std::atomic<bool> interrupted{false};  // a signal handler can reach nothing but a global
static_assert(std::atomic<bool>::is_always_lock_free);
std::atomic<double> interrupted_seconds{std::numeric_limits<double>::infinity()};
void (*on_interrupt)() = nullptr;

// What a second signal has to remove, the last one first: TemporaryFolders and their files.
// Beyond so many they are left.
constexpr std::size_t kMostLeft = 64;
char left[kMostLeft][PATH_MAX];
std::atomic<std::size_t> left_count{0};

void on_signal(int signal) {
  if (!interrupted.exchange(true, std::memory_order_relaxed)) {
    interrupted_seconds.store(monotonic_seconds(), std::memory_order_relaxed);
    if (on_interrupt != nullptr) on_interrupt();
    return;
  }
  remove_temporary_files();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

// Keeps `path` where the signal handler finds it.
void note_left(const std::string& path) {
  if (path.size() >= PATH_MAX) throw UserError("'" + path + "' is too long a path");
  const std::size_t count = left_count.load();
  if (count == kMostLeft) return;
  std::memcpy(left[count], path.c_str(), path.size() + 1);
  left_count.store(count + 1);
}

std::string reason(int error) { return std::strerror(error); }

// Writes everything; false on an error, which errno tells.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(descriptor, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

}  // namespace

double monotonic_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

std::uint64_t resident_kb() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  if (!(file >> size >> resident)) return peak_resident_kb();
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 1024;
}

std::uint64_t peak_resident_kb() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss);
}

const std::atomic<bool>& interrupt_flag() { return interrupted; }

double interrupted_at() { return interrupted_seconds.load(std::memory_order_relaxed); }

void remove_temporary_files() {
  for (std::size_t i = left_count.load(); i > 0; --i) {
    if (::unlink(left[i - 1]) != 0) ::rmdir(left[i - 1]);
  }
}

void catch_interrupts(void (*first)()) {
  on_interrupt = first;
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // SIGINT also where a script's background job would be deaf to it: who sends it means us.
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  const bool is_nohup = ::sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
  if (!is_nohup) ::sigaction(SIGHUP, &action, nullptr);
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return is_terminal(STDOUT_FILENO) && (no_colour == nullptr || *no_colour == '\0') && !is_dumb;
}

void require_readable_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    throw UserError("cannot open '" + path + "': " + reason(errno));
  }
  if (S_ISDIR(status.st_mode)) throw UserError("'" + path + "' is a directory, not a program");
  if (::access(path.c_str(), R_OK) != 0) {
    throw UserError("cannot read '" + path + "': " + reason(errno));
  }
}

std::string current_folder() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::current_path(error);
  return error ? std::string() : folder.string();
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (is_standard_output()) {
    descriptor_ = ::dup(STDOUT_FILENO);
  } else {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    is_ours_to_remove_ = descriptor_ >= 0;
    if (descriptor_ < 0 && errno == EEXIST) {
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    }
  }
  if (descriptor_ < 0) throw UserError("cannot write '" + path_ + "': " + reason(errno));
}

OutputFile::~OutputFile() {
  if (is_ours_to_remove_) ::unlink(path_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(std::string_view text) {
  is_ours_to_remove_ = false;
  struct stat status {};
  const bool is_regular =
      !is_standard_output() && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  const bool is_emptied =
      !is_regular || (::ftruncate(descriptor_, 0) == 0 && ::lseek(descriptor_, 0, SEEK_SET) == 0);
  if (!is_emptied || !write_all(descriptor_, text)) {
    throw UserError("cannot write '" + path_ + "': " + reason(errno));
  }
}

TemporaryFolder::TemporaryFolder() {
  const char* place = std::getenv("TMPDIR");
  path_ = std::string(place != nullptr && *place != '\0' ? place : "/tmp") + "/skein-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) {
    throw UserError("cannot make a temporary folder '" + path_ + "': " + reason(errno));
  }
  noted_ = left_count.load();
  note_left(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;  // nothing better to do than to leave it
  std::filesystem::remove_all(path_, error);
  left_count.store(noted_);
}

std::string TemporaryFolder::path_of(const std::string& name) {
  std::string path = path_ + "/" + name;
  note_left(path);
  return path;
}

std::string filter_through(const std::string& program, const std::string& argument,
                           std::string_view input, const std::string& hint) {
  // Temporary files rather than pipes: no dead end when both sides write.
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
  if (!write_all(::fileno(in), input) || ::lseek(::fileno(in), 0, SEEK_SET) != 0) {
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
