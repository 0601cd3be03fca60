// SPDX-License-Identifier: Apache-2.0
#include "session/os/temporary_folder.hpp"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

#include "core/ensure.hpp"

namespace skein::session {

namespace {

// The TemporaryFolders and files that a second signal must remove, the last one first. Those beyond
// this number stay.
constexpr std::size_t kMostLeft = 64;
char left_paths[kMostLeft][PATH_MAX];
std::atomic<std::size_t> left_count{0};

// Stores `path` where the signal handler finds it.
void note_left(const std::string& path) {
  if (path.size() >= PATH_MAX) throw UserError("'" + path + "' is too long a path");
  const std::size_t count = left_count.load();
  if (count == kMostLeft) return;
  std::memcpy(left_paths[count], path.c_str(), path.size() + 1);
  left_count.store(count + 1);
}

}  // namespace

void remove_temporary_files() {
  for (std::size_t i = left_count.load(); i > 0; --i) {
    if (::unlink(left_paths[i - 1]) != 0) ::rmdir(left_paths[i - 1]);
  }
}

TemporaryFolder::TemporaryFolder() {
  const char* place = std::getenv("TMPDIR");
  path_ = std::string(place != nullptr && *place != '\0' ? place : "/tmp") + "/skein-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) {
    throw UserError("cannot make a temporary folder '" + path_ + "': " + std::strerror(errno));
  }
  noted_ = left_count.load();
  note_left(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;  // on an error the best we can do is to leave it
  std::filesystem::remove_all(path_, error);
  left_count.store(noted_);
}

std::string TemporaryFolder::path_of(const std::string& name) {
  std::string path = path_ + "/" + name;
  note_left(path);
  return path;
}

}  // namespace skein::session
