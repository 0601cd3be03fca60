// SPDX-License-Identifier: Apache-2.0
// What a terminal shows during the work.
#pragma once

#include <cstdio>
#include <string>

#include "report/formats/terminal_report.hpp"

namespace skein::cli {

inline void print(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

// The live line on a terminal: overwrites itself, and is erased at the end.
class ProgressLine {
 public:
  explicit ProgressLine(bool is_shown) : is_shown_(is_shown) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;
  ~ProgressLine() { wipe(); }

  [[nodiscard]] bool is_shown() const { return is_shown_; }

  void show(const Statistics& statistics, std::size_t depth, const std::string& estimate) {
    if (!is_shown_) return;
    // The last column stays free: some terminals would start a new line.
    say(progress_line(statistics, depth, estimate, kWidth - 1));
  }

  void say(const std::string& line) {
    if (!is_shown_) return;
    print(stderr, "\r" + line.substr(0, kWidth - 1) + kWipeRest);
    is_dirty_ = true;
  }

  void wipe() {
    if (is_dirty_) print(stderr, std::string("\r") + kWipeRest);
    is_dirty_ = false;
  }

 private:
  static constexpr std::size_t kWidth = 80;
  static constexpr const char* kWipeRest = "\x1b[K";
  bool is_shown_;
  bool is_dirty_ = false;
};

}  // namespace skein::cli
