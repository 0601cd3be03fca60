// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "machine/native/code/code_ranges.hpp"
#include "machine/native/code/unseen_code.hpp"

namespace skein {

namespace {

struct ModelledName {
  std::string_view name;
  channel::ModelledFunction function;
};

constexpr std::string_view kGlib = "libglib-2.0.so";
constexpr ModelledName kModelledNames[] = {
    {"g_mutex_lock", channel::ModelledFunction::GMutexLock},
    {"g_mutex_trylock", channel::ModelledFunction::GMutexTrylock},
    {"g_mutex_unlock", channel::ModelledFunction::GMutexUnlock},
    {"g_cond_wait", channel::ModelledFunction::GCondWait},
    {"g_cond_wait_until", channel::ModelledFunction::GCondWaitUntil},
    {"g_cond_signal", channel::ModelledFunction::GCondSignal},
    {"g_cond_broadcast", channel::ModelledFunction::GCondBroadcast},
};

}  // namespace

std::vector<UnseenInstruction> find_modelled_functions(const std::string& path) {
  std::vector<UnseenInstruction> found;
  const std::string_view file_name = std::string_view(path).substr(path.rfind('/') + 1);
  if (file_name.substr(0, kGlib.size()) != kGlib) return found;
  const ElfFile file(path);
  for (const ModelledName& wanted : kModelledNames) {
    for (const CodeRange& range : functions_named(
             file, wanted.name, [&](std::string_view name) { return name == wanted.name; })) {
      UnseenInstruction entry{range.begin, {}};
      entry.form.kind = channel::ForeignAtomic::Kind::Modelled;
      entry.form.immediate = static_cast<std::int32_t>(wanted.function);
      found.push_back(entry);
    }
  }
  // All or none: their functions know the insides of each other's objects.
  if (found.size() != std::size(kModelledNames)) found.clear();
  return found;
}

}  // namespace skein
