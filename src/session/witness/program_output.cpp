// SPDX-License-Identifier: Apache-2.0
#include "session/witness/program_output.hpp"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace skein::session {

OutputCapture::OutputCapture() : file_(::memfd_create("skein-output", MFD_CLOEXEC)) {}

OutputCapture::~OutputCapture() {
  if (file_ >= 0) ::close(file_);
}

void OutputCapture::attach(NativeOptions& options) const {
  if (file_ < 0) return;
  options.shows_output = true;
  options.output = file_;
}

void OutputCapture::clear() const {
  // The program writes at the file offset, which it shares with us.
  if (file_ >= 0 && ::ftruncate(file_, 0) == 0) ::lseek(file_, 0, SEEK_SET);
}

std::string OutputCapture::text() const {
  constexpr off_t kMostBytes = 4096;
  const off_t size = file_ < 0 ? 0 : ::lseek(file_, 0, SEEK_END);
  const off_t begin = std::max<off_t>(0, size - kMostBytes);
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, size - begin)), '\0');
  const ssize_t got = ::pread(file_, text.data(), text.size(), begin);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return text;
}

}  // namespace skein::session
