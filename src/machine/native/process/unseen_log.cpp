// SPDX-License-Identifier: Apache-2.0
#include "machine/native/process/unseen_log.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "machine/native/code/unseen_code.hpp"
#include "machine/native/code/waiting_loop.hpp"

namespace skein {

namespace {

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

void UnseenLog::prepare(channel::Channel& channel, const std::string& program) {
  if (is_prepared_) return;
  is_prepared_ = true;
  std::vector<UnseenInstruction> found;
  for (std::uint32_t i = 0; i < std::min(channel.module_count, channel::kMaxModules); ++i) {
    channel::ModuleRecord& module = channel.modules[i];
    const std::string path = module.path[0] == '\0' ? program : module.path;
    module.is_known = is_known_library(file_name(path));
    if (module.is_known) continue;
    if (path != program && !has_seen_accesses(path)) without_races_.insert(file_name(path));
    for (const auto& list : {find_modelled_functions(path), find_unseen_code(path)}) {
      for (const UnseenInstruction& instruction : list) {
        found.push_back({instruction.address + module.bias, instruction.form});
      }
    }
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.address < b.address; });
  if (found.size() > channel::kMaxTraps) {
    found.resize(channel::kMaxTraps);
    add_unwatched({Unwatched::Cause::TooManyInstructions});
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    channel.traps[i] = found[i].address;
    channel.trapped[i] = found[i].form;
  }
  channel.trap_count = static_cast<std::uint32_t>(found.size());
}

void UnseenLog::analyse_loops(channel::Channel& channel, const std::string& program) {
  const std::uint32_t count = std::min(channel.watched.count.load(), channel::kMaxWatched);
  for (; analysed_ < count; ++analysed_) {
    const std::uint64_t entry = channel.watched.records[analysed_];
    if (!channel::foreign_words::is_loop(entry)) continue;
    if (channel.foreign_loop_count >= channel::kMaxForeignLoops) return;
    channel::ForeignLoop& loop = channel.foreign_loops[channel.foreign_loop_count++];
    loop.pc = channel::foreign_words::address_of(entry);
    loop.count = 0;
    for (std::uint32_t i = 0; i < std::min(channel.module_count, channel::kMaxModules); ++i) {
      const channel::ModuleRecord& module = channel.modules[i];
      if (loop.pc < module.begin || loop.pc >= module.end) continue;
      const std::string path = module.path[0] == '\0' ? program : module.path;
      for (const code::LoopInstruction& instruction :
           code::find_waiting_loop(path, loop.pc - module.bias)) {
        loop.instructions[loop.count] = instruction.address + module.bias;
        loop.accesses_memory[loop.count++] = instruction.accesses_memory;
      }
    }
  }
}

void UnseenLog::note(const channel::Channel& channel) {
  if (channel.has_unwatched_code) add_unwatched({Unwatched::Cause::Instructions});
  if (channel.has_unguarded_words) add_unwatched({Unwatched::Cause::LibraryWords});
  if (channel.has_late_modules) {
    for (std::uint32_t i = channel.first_late;
         i < std::min(channel.module_count, channel::kMaxModules); ++i) {
      const std::string name = file_name(channel.modules[i].path);
      if (!is_known_library(name)) add_unwatched({Unwatched::Cause::LoadedLate, name});
    }
  }
  if (channel.trap_hit_count == noted_) return;
  noted_ = channel.trap_hit_count;
  for (std::uint32_t i = 0; i < std::min(channel.trap_count, channel::kMaxTraps); ++i) {
    if (channel.trap_hits[i] != 0) executed_.insert(channel.traps[i]);
  }
}

std::vector<UnseenCode> UnseenLog::all(Symbols& symbols) const {
  std::map<std::pair<std::string, std::string>, std::uint32_t> counts;
  for (const std::uint64_t address : executed_) {
    std::string function = symbols.function_name(address);
    // An offset, if the name is that of a C function.
    if (const auto plus = function.rfind('+');
        plus != std::string::npos && plus + 1 < function.size() &&
        function.find_first_not_of("0123456789", plus + 1) == std::string::npos) {
      function.resize(plus);
    }
    ++counts[{file_name(symbols.library_of(address)), std::move(function)}];
  }
  std::vector<UnseenCode> result;
  for (const auto& [place, count] : counts) result.push_back({place.first, place.second, count});
  return result;
}

}  // namespace skein
