// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/dead_value_analysis.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "machine/native/code/faint_globals.hpp"
#include "machine/native/code/frame_slots.hpp"
#include "machine/native/code/needed_values.hpp"

namespace skein {

namespace code {
namespace {

struct Analysed {
  FunctionCode function;
  std::vector<Slot> slots;
  AddressFlow flow;
  bool takes_stack_arguments = true;
};

class Analysis {
 public:
  explicit Analysis(const std::string& program) : image_(program), globals_(image_) {}

  DeadValues run() {
    for (const ProgramFunction& function : image_.functions()) {
      functions_.emplace_back().function = read_function(image_, function);
    }
    find_keepers();
    for (Analysed& a : functions_) {
      a.flow = follow_addresses(image_, a.function, {});
      a.takes_stack_arguments = a.flow.takes_stack_arguments;
    }
    find_stack_arguments();
    for (Analysed& a : functions_) {
      a.slots = find_slots(a.flow);
      if (!a.slots.empty()) a.flow = follow_addresses(image_, a.function, a.slots);
      globals_.look_at(a.function, a.flow);
    }
    find_arguments();
    globals_.finish();
    find_faint_globals();
    DeadValues result;
    for (const Analysed& a : functions_) add_frames(a, result.frames);
    result.globals = globals_.faint();
    return result;
  }

 private:
  // Functions that call a library preserve no more registers than the ABI demands.
  void find_keepers() {
    std::set<std::uint64_t> callers;
    for (const Analysed& a : functions_) {
      if (a.function.calls_library()) callers.insert(a.function.range.begin);
    }
    for (Analysed& a : functions_) {
      for (std::size_t i = 0; i < a.function.calls.size(); ++i) {
        auto& call = a.function.calls[i];
        if (call && call->may_keep && callers.contains(a.function.instructions[i].known_target())) {
          call->may_keep = false;
        }
      }
    }
  }

  void find_stack_arguments() {
    std::set<std::uint64_t> without;
    for (const Analysed& a : functions_) {
      if (!a.takes_stack_arguments) without.insert(a.function.range.begin);
    }
    for (Analysed& a : functions_) {
      for (std::size_t i = 0; i < a.function.calls.size(); ++i) {
        auto& call = a.function.calls[i];
        if (call && call->is_local && without.contains(a.function.instructions[i].known_target())) {
          call->takes_stack_arguments = false;
        }
      }
    }
  }

  // What each function reads of its arguments; at this stage all globals count as needed.
  void find_arguments() {
    for (const Analysed& a : functions_) {
      if (!a.flow.is_known) continue;
      const Registers read = needed_in(a, false).at_entry & kMayBeArguments;
      arguments_[a.function.range.begin] =
          Needed{read, a.takes_stack_arguments ? ~std::uint64_t{0} : 0};
    }
  }

  [[nodiscard]] NeededValues needed_in(const Analysed& a, bool knows_globals = true) const {
    return find_needed(
        {.function = a.function,
         .flow = a.flow,
         .slots = a.slots,
         .is_faint = [&](const Place& place) { return knows_globals && globals_.is_faint(place); },
         .needed_by =
             [this](std::uint64_t address) {
               const auto found = arguments_.find(address);
               return found == arguments_.end() ? kNeededByUnknown : found->second;
             }});
  }

  // The greatest set of variables whose values are never needed: all are in it until one is read
  // for something else.
  void find_faint_globals() {
    for (bool is_fixpoint = false; !is_fixpoint;) {
      is_fixpoint = true;
      for (const Analysed& a : functions_) {
        if (!a.flow.is_known || !globals_.has_any_of(a.flow)) continue;
        for (const Place& place : needed_in(a).contradictions) {
          if (globals_.drop(place)) is_fixpoint = false;
        }
      }
    }
  }

  // The caller's registers that the function saves before it does anything else.
  static void find_saved(const Analysed& a, DeadFrame& frame) {
    Registers written = 0;
    for (std::size_t i = 0; i < a.function.instructions.size(); ++i) {
      const Instruction& instruction = a.function.instructions[i];
      if (a.function.calls[i] || a.function.successors[i].empty() ||
          a.function.successors[i][0] != i + 1 || instruction.kind == Kind::Branch) {
        break;
      }
      if (instruction.kind == Kind::Push && (bit(instruction.from) & kKept & ~written) != 0 &&
          frame.saved[instruction.from] == 0) {
        const std::int64_t at = a.flow.places[i].at;
        if (is_written_once(a, at)) frame.saved[instruction.from] = at;
      }
      written |= instruction.writes;
    }
    Registers used = 0;
    for (const Instruction& instruction : a.function.instructions) used |= instruction.writes;
    frame.knows_saved = true;
    for (int reg = 0; reg < kRegisters; ++reg) {
      if ((used & kKept & bit(reg)) != 0 && frame.saved[reg] == 0) frame.knows_saved = false;
    }
  }

  static bool is_written_once(const Analysed& a, std::int64_t at) {
    const bool is_slot = std::any_of(a.slots.begin(), a.slots.end(), [&](const Slot& slot) {
      return slot.at == at && slot.size == 8;
    });
    return is_slot &&
           std::count_if(a.flow.places.begin(), a.flow.places.end(), [&](const Place& place) {
             return place.kind == Place::Kind::Frame && place.is_written && place.at == at;
           }) == 1;
  }

  void add_frames(const Analysed& a, std::vector<DeadFrame>& frames) const {
    if (!a.flow.is_known) return;
    DeadFrame common;
    find_saved(a, common);
    const NeededValues needed = needed_in(a);
    const std::vector<Slot> holes = find_holes(a.flow);
    for (std::size_t i = 0; i < a.function.instructions.size(); ++i) {
      if (!a.function.calls[i]) continue;
      DeadFrame frame = common;
      const std::int64_t stack = a.flow.stack[i];
      frame.site = a.function.instructions[i].next;
      frame.size = static_cast<std::uint32_t>(-stack);
      for (int reg = 0; reg < kRegisters; ++reg) {
        // A register that the function does not save still belongs to its callers.
        if (common.saved[reg] != 0) frame.registers |= bit(reg) & ~needed.after[i].registers;
      }
      for (std::size_t k = 0; k < a.slots.size(); ++k) {
        const Slot& slot = a.slots[k];
        const bool is_save = std::find(std::begin(common.saved), std::end(common.saved), slot.at) !=
                             std::end(common.saved);
        if ((needed.after[i].slots >> k & 1U) == 0 && slot.at >= stack && !is_save) {
          frame.slots.push_back(slot);
        }
      }
      std::copy_if(holes.begin(), holes.end(), std::back_inserter(frame.slots),
                   [&](const Slot& hole) { return hole.at >= stack; });
      frames.push_back(std::move(frame));
    }
  }

  ProgramImage image_;
  FaintGlobals globals_;
  std::vector<Analysed> functions_;
  std::map<std::uint64_t, Needed> arguments_;  // of functions, by their first address
};

}  // namespace
}  // namespace code

DeadValues find_dead_values(const std::string& program) { return code::Analysis(program).run(); }

namespace {

void publish(const std::string& program, channel::DeadValues& out) {
  const DeadValues values = find_dead_values(program);
  std::uint32_t slots = 0;
  for (const DeadFrame& frame : values.frames) {
    if (out.sites.count.load() == channel::kMaxDeadSites ||
        slots + frame.slots.size() > channel::kMaxDeadSlots) {
      break;
    }
    channel::DeadSite site{};
    site.site = frame.site;
    site.size = frame.size;
    site.first_slot = slots;
    site.slot_count = static_cast<std::uint32_t>(frame.slots.size());
    site.knows_saved = frame.knows_saved;
    for (std::uint32_t i = 0; i < channel::kKeptRegisters; ++i) {
      const int reg = channel::kKept[i];
      site.saved[i] = static_cast<std::int32_t>(frame.saved[reg]);
      if ((frame.registers & code::bit(reg)) != 0) site.dead_registers |= 1U << i;
    }
    for (const code::Slot& slot : frame.slots) {
      out.slots[slots++] = {static_cast<std::int32_t>(slot.at), slot.size};
    }
    out.add(site);
  }
  out.global_count = 0;
  for (const DataSymbol& global : values.globals) {
    if (out.global_count == channel::kMaxFaint) break;
    out.globals[out.global_count++] = {global.begin, global.end};
  }
  out.is_known = true;
}

}  // namespace

void prepare_dead_values(const std::string& program, channel::Channel& channel) {
  if (channel.dead_values.is_known) return;
  const auto* const words = channel.watched.records;
  const auto* const end = words + std::min(channel.watched.count.load(), channel::kMaxWatched);
  if (std::find(words, end, channel::kKnowsDeadValues) == end) return;
  publish(program, channel.dead_values);
}

}  // namespace skein
