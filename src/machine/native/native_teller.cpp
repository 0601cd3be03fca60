// SPDX-License-Identifier: Apache-2.0
// NativeMachine as a Teller: runs a plan in the runtime's telling mode and puts names and source
// text to what comes back. The channel is the program's to overwrite: nothing in it is believed
// without a look.
#include <algorithm>
#include <map>
#include <set>

#include "machine/native/native_machine.hpp"
#include "machine/native/validate_channel.hpp"

namespace skein {

namespace {

std::int64_t as_number(std::uint64_t bytes, std::uint32_t size) {
  if (size == 0 || size >= 8) return static_cast<std::int64_t>(bytes);
  const unsigned shift = 64U - 8U * size;
  return static_cast<std::int64_t>(bytes << shift) >> shift;
}

// The stacks of one telling, with all their places looked up at once.
class Stacks {
 public:
  Stacks(const channel::Telling& telling, Symbols& symbols) : telling_(telling) {
    std::set<std::uint64_t> pcs;
    for (std::uint32_t i = 1; i <= std::min(telling.stack_count, channel::kMaxStacks - 1); ++i) {
      const channel::ToldStack& stack = telling.stacks[i];
      const std::uint32_t count = std::min(stack.count, channel::kMaxFrames);
      pcs.insert(stack.frames, stack.frames + count);
    }
    const std::vector<std::uint64_t> list(pcs.begin(), pcs.end());
    const std::vector<Stack> found = symbols.places_of(list);
    for (std::size_t i = 0; i < list.size(); ++i) places_.emplace(list[i], found[i]);
  }

  [[nodiscard]] Stack get(std::uint32_t number) const {
    Stack result;
    if (number == 0 || number >= channel::kMaxStacks) return result;
    const channel::ToldStack& stack = telling_.stacks[number];
    for (std::uint32_t i = 0; i < std::min(stack.count, channel::kMaxFrames); ++i) {
      const auto found = places_.find(stack.frames[i]);
      if (found == places_.end()) continue;
      result.insert(result.end(), found->second.begin(), found->second.end());
    }
    // Below main there is nothing of the program's.
    const auto main = std::find_if(result.begin(), result.end(),
                                   [](const Place& p) { return p.function == "main"; });
    if (main != result.end()) result.erase(main + 1, result.end());
    return result;
  }

 private:
  const channel::Telling& telling_;
  std::map<std::uint64_t, Stack> places_;
};

// Gives heap blocks names: "malloc@queue.c:12", after the program's line that asked for them.
void name_blocks(const Stacks& stacks, const channel::Telling& telling, Symbols& symbols) {
  for (std::uint32_t i = 0; i < std::min(telling.block_count, channel::kMaxBlocks); ++i) {
    const channel::ToldBlock& block = telling.blocks[i];
    for (const Place& place : stacks.get(block.stack)) {
      if (place.line == 0 || place.path.rfind("/usr/include/", 0) == 0) continue;
      symbols.name_block(block.begin, block.size,
                         "malloc@" + place.file + ":" + std::to_string(place.line));
      break;
    }
  }
}

ToldAccess told_access(const channel::ToldAccess& in, const Stacks& stacks) {
  ToldAccess out;
  out.agent = in.agent;
  out.step = in.step;
  out.is_write = is_set(in.is_write);
  out.is_atomic = is_set(in.is_atomic);
  out.is_free = is_set(in.is_free);
  out.size = in.size;
  out.stack = stacks.get(in.stack);
  if (is_set(in.has_value)) out.value = as_number(in.value, in.size);
  return out;
}

}  // namespace

ToldRun NativeMachine::tell(const Plan& plan) {
  run_.steps.clear();  // nothing is shared with the run before
  tells_ = true;
  try {
    exchange(plan, false);
  } catch (...) {
    tells_ = false;
    throw;
  }
  tells_ = false;
  const channel::Channel& c = executor_.channel();
  const Stacks stacks(c.telling, symbols_);
  name_blocks(stacks, c.telling, symbols_);
  ToldRun told;
  told.run = run_;
  for (std::size_t i = 0; i < run_.steps.size(); ++i) {
    const channel::ToldStep& in = c.telling.steps[i];
    ToldStep& out = told.steps.emplace_back();
    out.stack = stacks.get(in.stack);
    out.size = in.size;
    if (in.size == 0) continue;
    if (is_set(in.has_before)) out.before = as_number(in.before, in.size);
    if (is_set(in.has_after)) out.after = as_number(in.after, in.size);
  }
  const std::size_t known = std::min<std::size_t>(c.run.violation_count, channel::kMaxViolations);
  for (std::size_t i = 0; i < run_.violations.size(); ++i) {
    ToldViolation& out = told.violations.emplace_back();
    if (i >= known) {  // the death of the process, which nobody inside could tell
      if (!told.steps.empty()) out.stack = told.steps.back().stack;
      continue;
    }
    const channel::ToldViolation& in = c.telling.violations[i];
    out.stack = stacks.get(in.stack);
    if (is_set(in.is_race)) {
      out.accesses.push_back(told_access(in.earlier, stacks));
      out.accesses.push_back(told_access(in.later, stacks));
      out.object = symbols_.data_name(in.address);
    }
    for (std::uint32_t k = 0; k < std::min(in.read_count, channel::kMaxReads); ++k) {
      const channel::ToldRead& read = in.reads[k];
      const std::string name = symbols_.data_name(read.address);
      if (name.rfind("0x", 0) == 0) continue;  // on a stack: the compiler's own, as often as not
      const Place place = symbols_.places_of({read.pc}).front().front();
      out.reads.push_back({name, as_number(read.value, read.size), place.file, place.line});
    }
    if (in.block_size != 0) {
      ToldBlock& block = out.block.emplace();
      block.size = in.block_size;
      block.allocated_by = in.allocated_by;
      block.allocated = stacks.get(in.allocated);
      block.freed_by = in.freed_by;
      block.freed = stacks.get(in.freed);
    }
  }
  for (std::size_t i = 0; i < run_.pending.size(); ++i) {
    told.waiting.push_back(stacks.get(c.telling.waiting[i]));
  }
  return told;
}

Place NativeMachine::place_of(SiteId site) {
  const channel::Channel& c = executor_.channel();
  if (site.is_none() || site.index() >= c.sites.count.load()) return {};
  return symbols_.places_of({c.sites.records[site.index()]}).front().front();
}

}  // namespace skein
