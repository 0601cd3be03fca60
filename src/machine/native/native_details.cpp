// SPDX-License-Identifier: Apache-2.0
// NativeMachine as a DetailedRunner: runs a plan in the runtime's details mode and adds names and
// source text to the result. The program may overwrite the channel, so everything in it is checked.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "machine/native/names/plain_names.hpp"
#include "machine/native/names/value_text.hpp"
#include "machine/native/native_machine.hpp"
#include "machine/native/process/library_faults.hpp"
#include "machine/native/process/validate_channel.hpp"
#include "machine/own_code.hpp"

namespace skein {

namespace {

AccessDetails access_details(const channel::AccessDetails& in, Stack stack) {
  AccessDetails out;
  out.agent = in.agent;
  out.step = in.step;
  out.is_write = is_set(in.is_write);
  out.is_atomic = is_set(in.is_atomic);
  out.is_free = is_set(in.is_free);
  out.size = in.size;
  out.stack = std::move(stack);
  if (is_set(in.has_value)) out.value = as_number(in.value, in.size);
  return out;
}

// Whether the access of a race at the address is the step's own operation.
bool is_operation(const Operation& op, const channel::Channel& c, std::uint64_t address,
                  const channel::AccessDetails& access) {
  bool is_atomic = true;
  bool is_write = true;
  switch (op.kind) {
    case OpKind::AtomicLoad: is_write = false; break;
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw: break;
    case OpKind::PlainLoad: is_write = false; [[fallthrough]];
    case OpKind::PlainStore: is_atomic = false; break;
    default: return false;
  }
  if (is_set(access.is_atomic) != is_atomic || is_set(access.is_write) != is_write) return false;
  if (op.first.is_none() || op.first.index() >= channel::kMaxObjects) return false;
  const channel::ObjectRecord& record = c.objects.records[op.first.index()];
  return address >= record.address && address - record.address < record.size;
}

// The step that is the access itself; empty: it is in the local code of its step. A large access is
// several steps, of which the last one is named.
std::optional<StepIndex> operation_of(const std::vector<Step>& steps, const channel::Channel& c,
                                      std::uint64_t address, const channel::AccessDetails& access) {
  const Step& last = steps[access.step.index()];
  for (std::size_t i = access.step.index() + 1; i-- > 0;) {
    if (steps[i].agent != last.agent || steps[i].site != last.site) return std::nullopt;
    if (is_operation(steps[i].op, c, address, access)) return StepIndex{i};
  }
  return std::nullopt;
}

// The number of a stack whose innermost frame is at the return address; 0 if there is none.
std::uint32_t first_stack_with(const channel::Details& details, std::uint64_t pc) {
  for (std::uint32_t i = 1; i <= std::min(details.stack_count, channel::kMaxStacks - 1); ++i) {
    if (details.stacks[i].count > 0 && details.stacks[i].frames[0] == pc) return i;
  }
  return 0;
}

// The facts of the violation with the names and places that the details give: a place in a library
// becomes the user's line that led there.
ViolationFacts told_facts(ViolationFacts facts, const channel::Channel& c, std::size_t number,
                          const ViolationDetails& details, const NativeNames& names) {
  const channel::ViolationOut& v = c.violations[number];
  const RunStacks stacks(c.details, names.symbols());
  if (v.data != 0) facts.subjects.back() = names.data_name(v.data, v.step);
  const auto tell = [&](std::size_t i, const Stack& stack) {
    if (i >= facts.places.size() || stack.empty() || stack.front().line == 0) return;
    facts.places[i] = {stack.front().file, stack.front().line};
  };
  const channel::ViolationDetails& in = c.details.violations[number];
  for (std::uint32_t i = 0; i < v.place_count; ++i) {
    if (i >= facts.places.size()) break;
    tell(i, stacks.own(first_stack_with(c.details, v.places[i])));
  }
  if (!details.accesses.empty()) {
    // The sides of a race are named in the order of their addresses; the accesses are in the order
    // in which they happened.
    const Stack sides[] = {stacks.own(in.earlier.stack), stacks.own(in.later.stack)};
    const std::vector<std::uint64_t> earlier = stacks.addresses(in.earlier.stack);
    const bool is_swapped = earlier.empty() || earlier.front() != v.places[0];
    tell(0, sides[is_swapped ? 1 : 0]);
    tell(1, sides[is_swapped ? 0 : 1]);
    // The name of the block says more than its size.
    if (facts.code == ViolationCode::DataRaceInHeap && !details.object.empty()) {
      facts.code = ViolationCode::DataRace;
      facts.subjects = {details.object};
      facts.places.resize(2);
      facts.values.resize(race::kOffset);
    }
  }
  switch (facts.code) {
    case ViolationCode::LibraryPrecondition:
      // The function that the user called, not the one inside it that noticed.
      if (const Stack all = stacks.all(in.stack); called_by_own(all) != nullptr) {
        facts.subjects[0] = function_in_signature(called_by_own(all)->function);
      }
      break;
    case ViolationCode::DoubleFree: tell(0, stacks.own(in.freed)); break;
    case ViolationCode::UseAfterFree: tell(1, stacks.own(in.freed)); [[fallthrough]];
    case ViolationCode::OutOfBounds:
    case ViolationCode::Leak: tell(0, stacks.own(in.allocated)); break;
    default: break;
  }
  return facts;
}

// The variables of the innermost function of the user's own. Addresses that have no name say
// nothing to the user, and are left out.
std::vector<LocalDetails> locals_in(const channel::FramesDetails& in, StepIndex step,
                                    const NativeNames& names) {
  const std::uint32_t size = std::min(in.stack_size, channel::kMaxStackBytes);
  const ReadMemory memory = [&](std::uint64_t address,
                                std::uint32_t bytes) -> std::optional<std::uint64_t> {
    if (address < in.stack_begin || bytes > 8 || size < bytes) return std::nullopt;
    const std::uint64_t offset = address - in.stack_begin;
    if (offset > size - bytes) return std::nullopt;
    std::uint64_t bits = 0;
    std::memcpy(&bits, in.stack_bytes + offset, bytes);
    return bits;
  };
  std::vector<LocalDetails> locals;
  for (std::uint32_t i = 0; i < std::min(in.count, channel::kMaxLocalFrames); ++i) {
    const auto values = names.symbols().own_locals(in.frames[i], memory);
    if (!values) continue;
    for (const LocalValue& value : *values) {
      std::string text = names.value_of(value.type, value.bits, value.type.size, step);
      const bool is_pointer = value.type.kind == ValueKind::Pointer;
      const bool is_address =
          is_pointer ? text.starts_with("0x") : looks_like_address(value.bits, value.type.size);
      if (is_address) continue;
      locals.push_back({value.name, std::move(text)});
    }
    return locals;
  }
  return locals;
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
  const RunStacks stacks(c.details, names_.symbols());
  names_.run().read(run_, c);
  const auto stack_of = [&](std::uint32_t stack, AgentId agent) {
    if (executor_.options().shows_libraries) return stacks.all(stack);
    return names_.run().shown_stack(stacks.own(stack), agent);
  };
  DetailedRun details;
  details.run = run_;
  for (std::size_t i = 0; i < run_.steps.size(); ++i) {
    const channel::StepDetails& in = c.details.steps[i];
    StepDetails& out = details.steps.emplace_back();
    out.stack = stack_of(in.stack, run_.steps[i].agent);
    out.size = in.size;
    const StepIndex index{i};
    for (const ObjectId object : {run_.steps[i].op.first, run_.steps[i].op.second}) {
      out.objects.push_back(object.is_none() ? "" : names_.object_name_at(object, index));
    }
    if (in.size == 0 || run_.steps[i].op.first.index() >= channel::kMaxObjects) continue;
    const std::uint64_t address = c.objects.records[run_.steps[i].op.first.index()].address;
    if (is_set(in.has_before)) {
      out.before = as_number(in.before, in.size);
      out.before_text = names_.value_at(address, in.before, in.size, index);
    }
    if (is_set(in.has_after)) {
      out.after = as_number(in.after, in.size);
      out.after_text = names_.value_at(address, in.after, in.size, index);
    }
  }
  const std::size_t known = std::min<std::size_t>(c.run.violation_count, channel::kMaxViolations);
  for (std::size_t i = 0; i < run_.violations.size(); ++i) {
    ViolationDetails& out = details.violations.emplace_back();
    if (i >= known) {  // the death of the process, which the runtime could not report
      if (!details.steps.empty()) out.stack = details.steps.back().stack;
      continue;
    }
    const channel::ViolationDetails& in = c.details.violations[i];
    out.stack = stack_of(in.stack, run_.violations[i].agent);
    if (is_set(in.is_race)) {
      out.whole_stacks = {stacks.all(in.earlier.stack), stacks.all(in.later.stack)};
      out.accesses.push_back(
          access_details(in.earlier, stack_of(in.earlier.stack, in.earlier.agent)));
      out.accesses.push_back(access_details(in.later, stack_of(in.later.stack, in.later.agent)));
      DataName object = names_.data_at(in.address, in.later.step);
      out.object = std::move(object.text);
      out.whole = std::move(object.whole);
      for (std::size_t k = 0; k < 2; ++k) {
        const channel::AccessDetails& access = k == 0 ? in.earlier : in.later;
        if (!access.step.is_none() && access.step.index() < run_.steps.size()) {
          const auto own = operation_of(run_.steps, c, in.address, access);
          out.accesses[k].is_step = own.has_value();
          if (own) out.accesses[k].step = *own;
        }
        if (!is_set(access.has_value)) continue;
        out.accesses[k].value_text =
            names_.value_at(in.address, access.value, access.size, in.later.step);
      }
    }
    if (out.whole_stacks.empty()) out.whole_stacks = {stacks.all(in.stack)};
    for (std::uint32_t k = 0; k < std::min(in.read_count, channel::kMaxReads); ++k) {
      const channel::ReadDetails& read = in.reads[k];
      const DataName name = names_.data_at(read.address, run_.violations[i].step);
      if (name.whole.kind == Whole::Kind::Unknown) continue;
      if (name.whole.kind == Whole::Kind::Frame) continue;  // the compiler's own
      const Place place = own_frames(names_.symbols().places_of(read.pc)).front();
      out.reads.push_back(
          {name.text, as_number(read.value, read.size), place.file, place.line,
           names_.value_at(read.address, read.value, read.size, run_.violations[i].step)});
    }
    if (!is_set(in.is_race)) {
      out.locals = locals_in(c.details.frames[i], run_.violations[i].step, names_);
    }
    out.facts = told_facts(facts_of(c.violations[i]), c, i, out, names_);
    if (in.block_size != 0) {
      BlockDetails& block = out.block.emplace();
      block.size = in.block_size;
      block.allocated_by = in.allocated_by;
      block.allocated = stack_of(in.allocated, in.allocated_by);
      block.freed_by = in.freed_by;
      block.freed = stack_of(in.freed, in.freed_by);
    }
  }
  for (std::size_t i = 0; i < run_.pending.size(); ++i) {
    details.whole_waiting.push_back(stacks.all(c.details.waiting[i]));
    details.waiting.push_back(stack_of(c.details.waiting[i], run_.pending[i].agent));
    details.awaited.push_back(names_.wholes_of(run_.pending[i].op));
    details.faults.push_back(library_fault(details, i, details.whole_waiting.back()));
  }
  return details;
}

Place NativeMachine::place_of(SiteId site) {
  const channel::Channel& c = executor_.channel();
  if (site.is_none() || site.index() >= c.sites.count.load()) return {};
  return own_frames(names_.symbols().places_of(c.sites.records[site.index()])).front();
}

}  // namespace skein
