// SPDX-License-Identifier: Apache-2.0
// A folder for a few files, removed with them, also by the handler of a second Ctrl-C. If there are
// several, the youngest has to go first.
#pragma once

#include <cstddef>
#include <string>

namespace skein::session {

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

// What TemporaryFolders have made. For those who end the process at once; a signal handler may.
void remove_temporary_files();

}  // namespace skein::session
