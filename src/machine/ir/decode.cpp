#include "machine/ir/decode.hpp"

#include <dlfcn.h>
#include <filesystem>

#include "model/check.hpp"

namespace skein::ir {

namespace {

constexpr const char* kName = "libskein-ir-decoder.so";

// Beside the command in lib/ or ../lib/, else where it was built.
std::string find_library() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& place :
       {self / "lib" / kName, self / ".." / "lib" / kName, fs::path(SKEIN_DECODER_DIR) / kName}) {
    if (fs::exists(place, error)) return place.string();
  }
  throw UserError(std::string(kName) + " is missing: it is part of skein");
}

}  // namespace

Program decode(const DecodeRequest& request) {
  void* const library = dlopen(find_library().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw UserError(std::string("cannot load LLVM 19: ") + dlerror() + " (Debian: libllvm19)");
  }
  using Decode = bool (*)(const DecodeRequest*, Program*, std::string*);
  const auto function = reinterpret_cast<Decode>(dlsym(library, "skein_ir_decode"));
  check(function != nullptr, "the ir decoder has no entry");
  Program program;
  std::string error;
  if (!function(&request, &program, &error)) throw UserError(error);
  return program;
}

}  // namespace skein::ir
