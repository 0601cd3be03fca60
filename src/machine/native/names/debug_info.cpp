// SPDX-License-Identifier: Apache-2.0
#include "machine/native/names/debug_info.hpp"

#include "core/ensure.hpp"
#include "machine/native/elf/debug_file.hpp"
#include "machine/plugin.hpp"

namespace skein {

namespace {

class NoDebugInfo : public DebugInfo {
 public:
  std::optional<Part> member(std::uint64_t, std::uint64_t) override { return std::nullopt; }
  std::optional<LocalVariable> local(const FrameState&, std::uint64_t) override {
    return std::nullopt;
  }
  std::vector<LocalValue> locals(const FrameState& /*frame*/,
                                 const ReadMemory& /*memory*/) override {
    return {};
  }
  Stack places(std::uint64_t) override { return {}; }
  std::optional<TypeNumber> allocated_type(std::uint64_t) override { return std::nullopt; }
  std::optional<TypeNumber> class_named(const std::string&) override { return std::nullopt; }
  std::string type_name(TypeNumber) override { return {}; }
  std::uint64_t type_size(TypeNumber) override { return 0; }
  Part part(TypeNumber, std::uint64_t) override { return {}; }
};

using Open = DebugInfo* (*)(const char* path);

Open load_reader() {
  return reinterpret_cast<Open>(load_function("libskein-debug-info.so", "skein_open_debug_info"));
}

Open load_reader_if_possible() {
  try {
    return load_reader();
  } catch (const UserError&) {
    return nullptr;
  }
}

}  // namespace

void require_debug_info() { static_cast<void>(load_reader()); }

std::unique_ptr<DebugInfo> open_debug_info(const std::string& path) {
  static const Open kOpen = load_reader_if_possible();
  if (kOpen == nullptr) return std::make_unique<NoDebugInfo>();
  return std::unique_ptr<DebugInfo>(kOpen(debug_file_of(path).c_str()));
}

}  // namespace skein
