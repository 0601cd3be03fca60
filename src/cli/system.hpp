// SPDX-License-Identifier: Apache-2.0
// The operating system, as far as the command needs it: clock, memory, Ctrl-C, terminals, files.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace skein::cli {

[[nodiscard]] double monotonic_seconds();
[[nodiscard]] std::uint64_t resident_kb();       // now
[[nodiscard]] std::uint64_t peak_resident_kb();  // at most, since the start

// Raised by SIGINT, SIGTERM or SIGHUP once catch_interrupts() was called. The first such signal
// asks for an orderly end; a second one ends the program at once (a TemporaryFolder goes even
// then).
[[nodiscard]] const std::atomic<bool>& interrupt_flag();
[[nodiscard]] double interrupted_at();  // on the clock of monotonic_seconds; infinity: not yet
// `first` is called by the handler of the first one; null: nothing.
void catch_interrupts(void (*first)() = nullptr);

// What TemporaryFolders have made. For those who end the process at once; a signal handler may.
void remove_temporary_files();

[[nodiscard]] bool is_terminal(int descriptor);
// Colours on the standard output: a terminal, and NO_COLOR is not set (https://no-color.org).
[[nodiscard]] bool wants_colour();

// Throws UserError unless `path` is a regular file (or pipe) that can be read.
void require_readable_file(const std::string& path);

// Where the command was started; empty if that cannot be said.
[[nodiscard]] std::string current_folder();

// Whether both names lead to the same existing file.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

// A file opened for writing before the work begins, so that a bad path is known at once. What was
// in it stays until write() replaces it; a file that did not exist and is never written vanishes.
class OutputFile {
 public:
  // "-" is the standard output. Throws UserError.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // Makes `text` the whole contents. Throws UserError, on a full disk for example.
  void write(std::string_view text);
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool is_standard_output() const { return path_ == "-"; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  std::string path_;
  int descriptor_ = -1;
  bool is_ours_to_remove_ = false;
};

// A folder for a few files, removed with them, also by the handler of a second Ctrl-C. If there are
// several, the youngest has to go first.
class TemporaryFolder {
 public:
  TemporaryFolder();  // throws UserError
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder(TemporaryFolder&&) = delete;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  // Where the file of this name is to be made.
  [[nodiscard]] std::string path_of(const std::string& name);

 private:
  std::string path_;
  std::size_t noted_ = 0;  // how many paths are older than this folder
};

// Runs `program argument` with `input` as its standard input and gives what it printed. Throws
// UserError with `hint` if there is no such program, or if it fails.
[[nodiscard]] std::string filter_through(const std::string& program, const std::string& argument,
                                         std::string_view input, const std::string& hint);

}  // namespace skein::cli
