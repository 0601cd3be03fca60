// SPDX-License-Identifier: Apache-2.0
// Files: those that are read, and those that are written at the end.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skein::session {

// Throws UserError unless `path` is a regular file (or pipe) that can be read.
void require_readable_file(const std::string& path);

// The contents of a file; nullopt if it cannot be read.
[[nodiscard]] std::optional<std::string> read_whole_file(const std::string& path);

// The folder where the command was started; empty if unknown.
[[nodiscard]] std::string current_folder();

// Whether both names lead to the same existing file.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

// A file opened for writing before the work begins, so that a bad path is reported at once. Its old
// contents stay until write() replaces them; a file that did not exist and is never written
// vanishes.
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

}  // namespace skein::session
