// SPDX-License-Identifier: Apache-2.0
#include "machine/plugin.hpp"

#include <dlfcn.h>
#include <filesystem>

#include "core/ensure.hpp"

namespace skein {

std::string find_plugin(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder :
       {self / "lib", self.parent_path() / "lib" / "skein", fs::path(SKEIN_LIBRARY_DIR)}) {
    if (fs::exists(folder / name, error)) return (folder / name).string();
  }
  throw UserError(name + " is missing: it is part of skein");
}

void* load_function(const std::string& library, const char* function) {
  void* const handle = dlopen(find_plugin(library).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw UserError(std::string("cannot load ") + dlerror());
  void* const found = dlsym(handle, function);
  ensure(found != nullptr, "a library of skein's own lacks its function");
  return found;
}

}  // namespace skein
