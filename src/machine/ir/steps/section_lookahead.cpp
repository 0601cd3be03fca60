// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/steps/section_lookahead.hpp"

#include <algorithm>
#include <utility>

#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

namespace {

constexpr std::uint32_t kMostForks = 10;
constexpr std::uint32_t kMostInstructions = 20'000;

bool has_any(const std::vector<bool>& bits) {
  return std::find(bits.begin(), bits.end(), true) != bits.end();
}

}  // namespace

SectionLookahead::SectionLookahead(Context& context, const Thread& thread)
    : context_(context),
      is_atomic_(is_builtin(context.control.here(thread), Builtin::AtomicBegin)),
      line_(context.program.site(context.control.here(thread).site).line),
      depth_(thread.frames.size()) {
  Path path;
  path.thread = thread;
  for (const Frame& f : thread.frames) {
    path.slots.emplace_back(f.slots.size());
    path.memory.emplace_back(f.memory.size());
  }
  path.own.resize(thread.own.size());
  if (is_atomic_) ++path.thread.frames.back().pc;
  explore(std::move(path));
}

void SectionLookahead::explore(Path path) {
  while (step(path)) {
  }
}

bool SectionLookahead::give_up(const char* why) {
  obstacle_ = why;
  return false;
}

bool SectionLookahead::is_unknown(const Path& path, Operand operand) {
  return operand >= 0 && path.slots.back()[static_cast<std::size_t>(operand)];
}

std::vector<bool> SectionLookahead::unknown_arguments(const Path& path,
                                                      const Instruction& in) const {
  std::vector<bool> unknown;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) {
    unknown.push_back(is_unknown(path, context_.program.arguments[in.arguments + i]));
  }
  return unknown;
}

// The results of the instruction.
void SectionLookahead::set_known(Path& path, const Instruction& in, bool is_known) {
  if (in.code == Code::Store) return;
  const std::uint32_t count = in.code == Code::CmpXchg ? 2 : in.slots;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto slot = static_cast<std::size_t>(in.dst) + i;
    if (slot < path.slots.back().size()) path.slots.back()[slot] = !is_known;
  }
}

SectionLookahead::Shadow SectionLookahead::shadow_of(Path& path, std::uint64_t pointer) const {
  const BlockId block = block_of(pointer);
  const std::size_t offset = offset_of(pointer);
  if (is_frame(block)) return {&path.memory[depth_of(block)], offset};
  if (!is_thread_local(block)) return {};
  return {&path.own, context_.program.thread_local_variable(block).offset + offset};
}

bool SectionLookahead::step(Path& path) {
  if (++instructions_ > kMostInstructions) {
    return give_up("it is too long, or a loop in it depends on what it reads");
  }
  const Instruction& in = context_.control.here(path.thread);
  switch (in.code) {
    case Code::Jump: return follow(path, static_cast<std::uint32_t>(in.imm));
    case Code::Branch:
    case Code::Switch: return branch(path, in);
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return access(path, in);
    case Code::Call:
    case Code::CallPointer: return call(path, in);
    case Code::Return: return return_from(path, in);
    case Code::Builtin: return call_builtin(path, in);
    case Code::Grow: return give_up("an array of variable length");
    case Code::NewBlock: return give_up("a variable of its own that others can reach");
    case Code::Unreachable: return false;
    case Code::Alloca: return compute(path, in, true);
    case Code::Fence: ++path.thread.frames.back().pc; return true;
    default: {
      const bool is_any_unknown = is_unknown(path, in.a) ||
                                  (in.code == Code::Select && is_unknown(path, in.c)) ||
                                  (uses_b(in.code) && is_unknown(path, in.b));
      return compute(path, in, !is_any_unknown);
    }
  }
}

// A local instruction: executed if its operands are known, else skipped.
bool SectionLookahead::compute(Path& path, const Instruction& in, bool is_known) {
  if (!is_known) {
    ++path.thread.frames.back().pc;
  } else if (!context_.interpreter.step(path.thread, in, scratch_)) {
    return false;
  }
  set_known(path, in, is_known);
  return true;
}

bool SectionLookahead::follow(Path& path, std::uint32_t number) {
  const Edge& edge = context_.program.edges[number];
  std::vector<bool> unknown;
  for (const Copy& copy : edge.copies) unknown.push_back(is_unknown(path, copy.src));
  context_.control.follow(path.thread.frames.back(), number);
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    path.slots.back()[static_cast<std::size_t>(edge.copies[i].dst)] = unknown[i];
  }
  return is_atomic_ || edge.is_inside_statement;
}

// The edges that the branch or switch may take.
std::vector<std::uint32_t> SectionLookahead::edges_of(const Path& path,
                                                      const Instruction& in) const {
  if (!is_unknown(path, in.a)) return {context_.control.edge_of(path.thread.frames.back(), in)};
  const auto first = static_cast<std::uint32_t>(in.imm);
  if (in.code == Code::Branch) return {first, first + 1};
  const SwitchTable& table = context_.program.switches[first];
  std::vector<std::uint32_t> edges = table.edges;
  edges.push_back(table.otherwise);
  return edges;
}

// This path takes the first edge, and new paths take the others.
bool SectionLookahead::branch(Path& path, const Instruction& in) {
  const std::vector<std::uint32_t> edges = edges_of(path, in);
  if (edges.size() > 1 && ++path.forks > kMostForks) {
    return give_up("too many branches in it depend on what it reads");
  }
  for (std::size_t i = 1; i < edges.size(); ++i) {
    Path other = path;
    if (follow(other, edges[i])) explore(std::move(other));
  }
  return follow(path, edges.front());
}

bool SectionLookahead::access(Path& path, const Instruction& in) {
  if (is_unknown(path, in.a)) return give_up("what it accesses depends on what it reads");
  const std::uint64_t pointer = context_.control.get(path.thread.frames.back(), in.a);
  const bool is_write = in.code != Code::Load;
  if (!context_.memory.pointer_error(path.thread, pointer, bytes_of(in), is_write).is_none()) {
    return false;  // a fault
  }
  return context_.memory.is_private(pointer) ? access_private(path, in, pointer)
                                             : access_shared(path, in, pointer);
}

bool SectionLookahead::access_shared(Path& path, const Instruction& in, std::uint64_t pointer) {
  const bool is_write = in.code != Code::Load;
  if (!is_atomic_ &&
      (context_.program.site(in.site).line != line_ || path.thread.frames.size() != depth_)) {
    return false;
  }
  touch_memory(context_.memory, touches_, pointer, bytes_of(in),
               is_write ? Access::Write : Access::Read);
  if (!is_atomic_ && is_write) return false;
  set_known(path, in, false);
  ++path.thread.frames.back().pc;
  return true;
}

bool SectionLookahead::access_private(Path& path, const Instruction& in, std::uint64_t pointer) {
  const Shadow shadow = shadow_of(path, pointer);
  const std::size_t bytes = shadow.bytes == nullptr ? 0 : bytes_of(in);
  bool is_known = true;
  if (in.code == Code::Load) {
    for (std::size_t i = 0; i < bytes; ++i) {
      if ((*shadow.bytes)[shadow.from + i]) is_known = false;
    }
  } else {
    // Atomic operations on private memory are rare: their result counts as unknown.
    is_known = in.code == Code::Store && !is_unknown(path, in.b);
    for (std::size_t i = 0; i < bytes; ++i) (*shadow.bytes)[shadow.from + i] = !is_known;
  }
  return compute(path, in, is_known);
}

bool SectionLookahead::call(Path& path, const Instruction& in) {
  if (!is_atomic_) return false;
  if (in.code == Code::CallPointer && is_unknown(path, in.a)) {
    return give_up("which function it calls depends on what it reads");
  }
  std::vector<bool> unknown = unknown_arguments(path, in);
  if (!context_.interpreter.step(path.thread, in, scratch_)) return false;
  const Frame& callee = path.thread.frames.back();
  // The arguments of a variadic function, in its memory, count as known only if all are.
  path.memory.emplace_back(callee.memory.size(), has_any(unknown));
  unknown.resize(callee.slots.size());
  path.slots.push_back(std::move(unknown));
  return true;
}

bool SectionLookahead::return_from(Path& path, const Instruction& in) {
  if (!is_atomic_) return false;
  if (path.thread.frames.size() == 1 || context_.visibility.is_visible(path.thread, in)) {
    return give_up("it does not end in the function in which it begins");
  }
  const bool is_result_unknown = has_any(unknown_arguments(path, in));
  if (!context_.control.return_from(path.thread, in)) return false;
  path.slots.pop_back();
  path.memory.pop_back();
  const Frame& caller = path.thread.frames.back();
  const Instruction& call_in = context_.program.function(caller.function).code[caller.pc - 1];
  for (std::uint32_t i = 0; i < call_in.slots; ++i) {
    path.slots.back()[static_cast<std::size_t>(call_in.dst) + i] = is_result_unknown;
  }
  return true;
}

bool SectionLookahead::call_builtin(Path& path, const Instruction& in) {
  const Builtin what = builtin_of(in);
  if (!is_atomic_ || (what == Builtin::AtomicEnd && path.nested == 0)) return false;
  if (what == Builtin::AtomicBegin || what == Builtin::AtomicEnd) {
    path.nested += what == Builtin::AtomicBegin ? 1 : -1U;
    ++path.thread.frames.back().pc;
    return true;
  }
  const bool is_known = !has_any(unknown_arguments(path, in));
  if (what == Builtin::Assume && !is_known) {
    ++path.thread.frames.back().pc;
    return true;
  }
  if (traits(what).stops) return false;
  const bool is_copy = traits(what).footprint == Footprint::Copy;
  if (context_.visibility.is_visible(path.thread, in) || (!is_known && is_copy) ||
      what == Builtin::ThreadExit) {
    return give_up("only accesses and computation are, within one");
  }
  return compute(path, in, is_known);
}

}  // namespace skein::ir
