// SPDX-License-Identifier: Apache-2.0
// NativeMachine as a DetailedRunner: runs a plan in the runtime's details mode and adds names and
// source text to the result. The program may overwrite the channel, so everything in it is checked.
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

// The stacks of one run's details, with all places looked up at once.
class Stacks {
 public:
  Stacks(const channel::Details& details, Symbols& symbols) : details_(details) {
    std::set<std::uint64_t> pcs;
    for (std::uint32_t i = 1; i <= std::min(details.stack_count, channel::kMaxStacks - 1); ++i) {
      const channel::StackDetails& stack = details.stacks[i];
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
    const channel::StackDetails& stack = details_.stacks[number];
    for (std::uint32_t i = 0; i < std::min(stack.count, channel::kMaxFrames); ++i) {
      const auto found = places_.find(stack.frames[i]);
      if (found == places_.end()) continue;
      result.insert(result.end(), found->second.begin(), found->second.end());
    }
    // Frames below main are not the program's.
    const auto main = std::find_if(result.begin(), result.end(),
                                   [](const Place& p) { return p.function == "main"; });
    if (main != result.end()) result.erase(main + 1, result.end());
    return result;
  }

 private:
  const channel::Details& details_;
  std::map<std::uint64_t, Stack> places_;
};

// Names heap blocks "malloc@queue.c:12", after the program's line that allocated them.
void name_blocks(const Stacks& stacks, const channel::Details& details, Symbols& symbols) {
  for (std::uint32_t i = 0; i < std::min(details.block_count, channel::kMaxBlocks); ++i) {
    const channel::BlockDetails& block = details.blocks[i];
    for (const Place& place : stacks.get(block.stack)) {
      if (place.line == 0 || place.path.rfind("/usr/include/", 0) == 0) continue;
      symbols.name_block(block.begin, block.size,
                         "malloc@" + place.file + ":" + std::to_string(place.line));
      break;
    }
  }
}

AccessDetails access_details(const channel::AccessDetails& in, const Stacks& stacks) {
  AccessDetails out;
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

DetailedRun NativeMachine::run_detailed(const Plan& plan) {
  run_.steps.clear();  // nothing is shared with the run before
  records_details_ = true;
  try {
    exchange(plan, false);
  } catch (...) {
    records_details_ = false;
    throw;
  }
  records_details_ = false;
  const channel::Channel& c = executor_.channel();
  const Stacks stacks(c.details, symbols_);
  name_blocks(stacks, c.details, symbols_);
  DetailedRun details;
  details.run = run_;
  for (std::size_t i = 0; i < run_.steps.size(); ++i) {
    const channel::StepDetails& in = c.details.steps[i];
    StepDetails& out = details.steps.emplace_back();
    out.stack = stacks.get(in.stack);
    out.size = in.size;
    if (in.size == 0) continue;
    if (is_set(in.has_before)) out.before = as_number(in.before, in.size);
    if (is_set(in.has_after)) out.after = as_number(in.after, in.size);
  }
  const std::size_t known = std::min<std::size_t>(c.run.violation_count, channel::kMaxViolations);
  for (std::size_t i = 0; i < run_.violations.size(); ++i) {
    ViolationDetails& out = details.violations.emplace_back();
    if (i >= known) {  // the death of the process, which the runtime could not report
      if (!details.steps.empty()) out.stack = details.steps.back().stack;
      continue;
    }
    const channel::ViolationDetails& in = c.details.violations[i];
    out.stack = stacks.get(in.stack);
    if (is_set(in.is_race)) {
      out.accesses.push_back(access_details(in.earlier, stacks));
      out.accesses.push_back(access_details(in.later, stacks));
      out.object = symbols_.data_name(in.address);
    }
    for (std::uint32_t k = 0; k < std::min(in.read_count, channel::kMaxReads); ++k) {
      const channel::ReadDetails& read = in.reads[k];
      const std::string name = symbols_.data_name(read.address);
      if (name.rfind("0x", 0) == 0) continue;  // on a stack: often the compiler's own
      const Place place = symbols_.places_of({read.pc}).front().front();
      out.reads.push_back({name, as_number(read.value, read.size), place.file, place.line});
    }
    if (in.block_size != 0) {
      BlockDetails& block = out.block.emplace();
      block.size = in.block_size;
      block.allocated_by = in.allocated_by;
      block.allocated = stacks.get(in.allocated);
      block.freed_by = in.freed_by;
      block.freed = stacks.get(in.freed);
    }
  }
  for (std::size_t i = 0; i < run_.pending.size(); ++i) {
    details.waiting.push_back(stacks.get(c.details.waiting[i]));
  }
  return details;
}

Place NativeMachine::place_of(SiteId site) {
  const channel::Channel& c = executor_.channel();
  if (site.is_none() || site.index() >= c.sites.count.load()) return {};
  return symbols_.places_of({c.sites.records[site.index()]}).front().front();
}

}  // namespace skein
