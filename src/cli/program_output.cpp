// SPDX-License-Identifier: Apache-2.0
#include "cli/program_output.hpp"

#include <algorithm>
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/restarts.hpp"
#include "core/check.hpp"
#include "machine/native/native_machine.hpp"
#include "report/text.hpp"

namespace skein::cli {

namespace {

// While it lives, what this process and those it starts write goes to a file in memory.
class Diversion {
 public:
  Diversion()
      : file_(::memfd_create("skein-output", MFD_CLOEXEC)),
        out_(::dup(STDOUT_FILENO)),
        error_(::dup(STDERR_FILENO)) {
    std::fflush(stdout);
    std::fflush(stderr);
    if (file_ < 0) return;
    ::dup2(file_, STDOUT_FILENO);
    ::dup2(file_, STDERR_FILENO);
  }
  Diversion(const Diversion&) = delete;
  Diversion& operator=(const Diversion&) = delete;
  Diversion(Diversion&&) = delete;
  Diversion& operator=(Diversion&&) = delete;
  ~Diversion() {
    restore(out_, STDOUT_FILENO);
    restore(error_, STDERR_FILENO);
    if (file_ >= 0) ::close(file_);
  }

  // The last `most` bytes of what was written so far.
  [[nodiscard]] std::string text(off_t most) const {
    const off_t size = file_ < 0 ? 0 : ::lseek(file_, 0, SEEK_END);
    const off_t begin = std::max<off_t>(0, size - most);
    std::string text(static_cast<std::size_t>(std::max<off_t>(0, size - begin)), '\0');
    const ssize_t got = ::pread(file_, text.data(), text.size(), begin);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return text;
  }

 private:
  // A stream that was closed before is closed again.
  static void restore(int copy, int stream) {
    if (copy < 0) {
      ::close(stream);
    } else {
      ::dup2(copy, stream);
      ::close(copy);
    }
  }

  int file_;
  int out_;
  int error_;
};

}  // namespace

std::string output_in(const NativeOptions& options, const Plan& plan) {
  constexpr off_t kMostBytes = 4096;
  // An executor keeps the streams it was started with: this takes one of its own.
  NativeOptions shown = options;
  shown.shows_output = true;
  const Diversion diversion;
  try {
    NativeMachine machine(shown);
    repeat_until_settled([&] { static_cast<void>(machine.show(plan)); });
  } catch (const UserError&) {
    return "";
  } catch (const Stopped&) {
    return "";  // half of it would look like all of it
  }
  return diversion.text(kMostBytes);
}

std::string told_output(const std::string& output) {
  if (output.empty()) return "";
  std::string text = "Output of the program in the schedule of BUG 1:\n  | ";
  for (const char c : printable_lines(output)) {
    text += c;
    if (c == '\n') text += "  | ";
  }
  if (text.ends_with("\n  | ")) text.resize(text.size() - 5);
  return text + "\n\n";
}

}  // namespace skein::cli
