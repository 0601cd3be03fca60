// SPDX-License-Identifier: Apache-2.0
#include "session/os/files.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "core/ensure.hpp"

namespace skein::session {

namespace {

std::string reason(int error) { return std::strerror(error); }

// Writes everything; false on an error, with errno set.
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

std::optional<std::string> read_whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return file ? std::optional(std::move(text)) : std::nullopt;
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

}  // namespace skein::session
