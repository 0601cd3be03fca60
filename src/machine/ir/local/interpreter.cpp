// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/local/interpreter.hpp"

#include <string>
#include <utility>

#include "machine/ir/program/arithmetic.hpp"

namespace skein::ir {

namespace {

constexpr std::size_t kMostCalls = 10000;
constexpr std::uint64_t kMostFrameBytes = 1U << 20U;

// A pointer into the top frame.
std::uint64_t frame_pointer(const Thread& t, std::uint64_t offset) {
  return pointer_to(block_of_frame(t.frames.size() - 1), static_cast<std::uint32_t>(offset));
}

// The fences so far, and one more. An acquire fence does nothing new after another one, and a
// release fence replaces the one before.
Fences followed_by(Fences fences, std::uint8_t order) {
  const bool had_release = fences == Fences::Release || fences == Fences::AcquireThenRelease;
  const bool had_acquire = fences != Fences::None && fences != Fences::Release;
  const bool acquires = (order & kAcquires) != 0 && !had_acquire;
  if ((order & kReleases) != 0) {
    return acquires || had_acquire ? Fences::AcquireThenRelease : Fences::Release;
  }
  if (!acquires) return fences;
  return had_release ? Fences::ReleaseThenAcquire : Fences::Acquire;
}

}  // namespace

void Interpreter::run(Thread& t, Outcome& outcome) {
  for (std::uint64_t steps = 0; t.status == Status::Running; ++steps) {
    const Instruction& in = control_.here(t);
    if (visibility_.is_visible(t, in)) {
      if (const MaybeMisuse misuse = visibility_.misuse_before(t, in)) {
        control_.fault(t, outcome, *misuse);
      }
      return;
    }
    if (steps == options_.most_local_steps) {
      return control_.fault(t, outcome,
                            {ViolationCode::ComputesWithoutEnd,
                             {},
                             {},
                             {static_cast<std::int64_t>(options_.most_local_steps)}});
    }
    if (!step(t, in, outcome)) return;
  }
}

bool Interpreter::step(Thread& t, const Instruction& in, Outcome& outcome) const {
  Frame& f = t.frames.back();
  switch (in.code) {
    case Code::Jump:
    case Code::Branch:
    case Code::Switch: control_.follow(f, control_.edge_of(f, in)); return true;
    case Code::Select:
      return Control::set_result(f, in,
                                 control_.get(f, (control_.get(f, in.a) & 1U) != 0 ? in.b : in.c));
    case Code::Alloca:
      return Control::set_result(f, in, frame_pointer(t, static_cast<std::uint64_t>(in.imm)));
    case Code::Grow: return grow_frame(t, in, outcome);
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return access(t, in, outcome);
    case Code::Fence:
      outcome.ordering.fences = followed_by(outcome.ordering.fences, in.order);
      ++f.pc;
      return true;
    case Code::Call:
    case Code::CallPointer: return call(t, in, outcome);
    case Code::Return: return control_.return_from(t, in);
    case Code::Unreachable:
      control_.fault(t, outcome, ViolationCode::ReachesUnreachable);
      return false;
    case Code::Builtin: return builtins_.step(t, in, outcome);
    default: return compute_result(t, in, outcome);
  }
}

// In private memory even an atomic operation is local.
bool Interpreter::access(Thread& t, const Instruction& in, Outcome& outcome) const {
  Frame& f = t.frames.back();
  const std::uint64_t pointer = control_.get(f, in.a);
  const std::size_t bytes = bytes_of(in);
  if (ViolationFacts error = memory_.pointer_error(t, pointer, bytes, in.code != Code::Load);
      !error.is_none()) {
    control_.fault(t, outcome, std::move(error));
    return false;
  }
  std::uint64_t old = 0;
  if (in.code != Code::Store) {
    memory_.read_private(t, pointer, reinterpret_cast<std::uint8_t*>(&old), bytes);
  }
  if (in.code == Code::Load) return Control::set_result(f, in, cut_to(old, in.bits));
  std::uint64_t now = old;
  if (in.code == Code::Store) {
    now = control_.get(f, in.b);
  } else if (in.code == Code::Rmw) {
    now = modify(static_cast<RmwKind>(in.sub), in.bits, old, control_.get(f, in.b));
  } else {
    const bool is_equal = old == control_.get(f, in.b);
    if (is_equal) now = control_.get(f, in.c);
    f.slots[static_cast<std::size_t>(in.dst) + 1] = is_equal ? 1 : 0;
  }
  memory_.write_private(t, pointer, reinterpret_cast<const std::uint8_t*>(&now), bytes);
  if (in.code != Code::Store) return Control::set_result(f, in, old);
  ++f.pc;
  return true;
}

bool Interpreter::grow_frame(Thread& t, const Instruction& in, Outcome& outcome) const {
  Frame& f = t.frames.back();
  const std::uint64_t count = control_.get(f, in.b);
  const auto size = static_cast<std::uint64_t>(in.imm);
  const std::uint64_t base = (f.memory.size() + 7U) & ~std::uint64_t{7};
  if (count > kMostFrameBytes || base + count * size > kMostFrameBytes) {
    control_.fault(t, outcome, ViolationCode::ArrayTooLarge);
    return false;
  }
  f.memory.resize(base + count * size);
  return Control::set_result(f, in, frame_pointer(t, base));
}

bool Interpreter::call(Thread& t, const Instruction& in, Outcome& outcome) const {
  Frame& f = t.frames.back();
  FunctionId function{static_cast<std::uint32_t>(in.imm)};
  if (in.code == Code::CallPointer) {
    const std::uint64_t pointer = control_.get(f, in.a);
    if (!program_.has_function(block_of(pointer)) || offset_of(pointer) != 0) {
      control_.fault(t, outcome,
                     pointer == 0 ? ViolationCode::CallsNull : ViolationCode::CallsNoFunction);
      return false;
    }
    function = function_of(block_of(pointer));
  }
  if (!program_.function(function).is_defined) {
    control_.refuse(t, "a call of '" + program_.function(function).name +
                           "' through a pointer is not supported");
  }
  if (t.frames.size() > kMostCalls) {
    control_.fault(t, outcome, ViolationCode::TooManyCalls);
    return false;
  }
  std::vector<std::uint64_t> arguments;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) {
    arguments.push_back(control_.argument(t, in, i));
  }
  for (std::uint32_t i = 0; i < in.slots; ++i) {
    f.slots[static_cast<std::size_t>(in.dst) + i] = 0;  // keep no old value in the state
  }
  control_.call(t, function, arguments);
  return true;
}

bool Interpreter::compute_result(Thread& t, const Instruction& in, Outcome& outcome) const {
  Frame& f = t.frames.back();
  Trouble trouble = Trouble::None;
  const std::uint64_t result = compute(in, control_.get(f, in.a), control_.get(f, in.b), trouble);
  if (trouble == Trouble::SignedOverflow && !options_.signed_overflow_is_a_bug) {
    trouble = Trouble::None;
  }
  if (trouble == Trouble::None) return Control::set_result(f, in, result);
  control_.fault(t, outcome,
                 trouble == Trouble::DivisionByZero     ? ViolationCode::DivisionByZero
                 : trouble == Trouble::DivisionOverflow ? ViolationCode::DivisionOverflows
                                                        : ViolationCode::SignedOverflow);
  return false;
}

}  // namespace skein::ir
