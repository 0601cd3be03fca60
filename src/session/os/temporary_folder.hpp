// SPDX-License-Identifier: Apache-2.0
// A folder for a few files, removed with them, even by the handler of a second Ctrl-C. If there are
// several, the newest must be destroyed first.
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

  // The path for a file of this name.
  [[nodiscard]] std::string path_of(const std::string& name);

 private:
  std::string path_;
  std::size_t noted_ = 0;  // the number of paths older than this folder
};

// Removes what TemporaryFolders have made. Async-signal-safe, for code that ends the process at
// once.
void remove_temporary_files();

}  // namespace skein::session
