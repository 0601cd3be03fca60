// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/steps/footprint.hpp"

#include "machine/ir/local/copies.hpp"
#include "machine/ir/program/builtins.hpp"
#include "machine/ir/steps/touches.hpp"

namespace skein::ir {

namespace {

// Whether the atomic access promises less than one with acquire and release.
bool is_weak(const Instruction& in) {
  const bool acquires = (in.order & kAcquires) != 0;
  const bool releases = (in.order & kReleases) != 0;
  switch (in.code) {
    case Code::Load: return !acquires;
    case Code::Store: return !releases;
    case Code::CmpXchg: return !acquires || !releases || (in.failure_order & kAcquires) == 0;
    default: return !acquires || !releases;
  }
}

}  // namespace

Transition Footprints::next(const Thread& t) {
  Transition transition;
  describe(t, transition);
  section_lock_.guard(t, transition);
  return transition;
}

void Footprints::describe(const Thread& t, Transition& transition) {
  transition.agent = t.agent;
  if (t.status == Status::Starting || t.status == Status::Exiting) {
    const bool is_start = t.status == Status::Starting;
    transition.kind = is_start ? OpKind::ThreadStart : OpKind::ThreadExit;
    transition.touches.push_back(
        Touch{context_.memory.objects().life(t.agent), is_start ? Access::Read : Access::Write});
    if (is_start) transition.site = context_.control.site_of(t);
    return;
  }
  const Instruction& in = context_.control.here(t);
  const Frame& f = t.frames.back();
  transition.site = context_.control.site_of(t);
  if (sections_.is_at_begin(t)) return sections_.describe(t, transition);
  if (context_.allocation.chooses_name(t, in)) {
    transition.kind = OpKind::Yield;  // touches nothing
    return;
  }
  switch (in.code) {
    case Code::Load:
      transition.kind = in.is_atomic ? OpKind::AtomicLoad : OpKind::PlainLoad;
      return touch(transition, context_.control.get(f, in.a), bytes_of(in), Access::Read);
    case Code::Store:
      transition.kind = in.is_atomic ? OpKind::AtomicStore : OpKind::PlainStore;
      return touch(transition, context_.control.get(f, in.a), bytes_of(in), Access::Write);
    case Code::Rmw:
    case Code::CmpXchg:
      transition.kind = OpKind::AtomicRmw;
      return touch(transition, context_.control.get(f, in.a), bytes_of(in), Access::Write);
    case Code::NewBlock:
      transition.kind = OpKind::LibraryCall;
      return touch_block(context_.memory, transition.touches, context_.allocation.new_block(t, in));
    case Code::Return: transition.kind = OpKind::LibraryCall; return touch_locals(transition, f);
    default: return describe_builtin(t, in, transition);
  }
}

OpKind Footprints::kind_of(const Thread& t, const Instruction& in) const {
  const BuiltinTraits& row = traits(builtin_of(in));
  // A builtin of one step has the same kind in both columns, in every phase.
  if (t.frames.back().phase == 0) return row.first;
  if (row.what == Builtin::CondWait && may_wake_spuriously(context_.options, t)) {
    return OpKind::CondTimedWake;
  }
  return row.later;
}

void Footprints::describe_builtin(const Thread& t, const Instruction& in, Transition& transition) {
  const auto arg = [&](std::uint32_t i) { return context_.control.argument(t, in, i); };
  transition.kind = kind_of(t, in);
  switch (traits(builtin_of(in)).footprint) {
    case Footprint::None:
    case Footprint::SectionBegin: return;
    case Footprint::Create: return touch_created(t, in, transition);
    case Footprint::Join:
      touch_life(transition, AgentId{static_cast<std::uint32_t>(arg(0)) - 1});
      if (arg(1) != 0) touch_if_shared(transition, arg(1), 8, Access::Write);
      return;
    case Footprint::Detach:
      return touch_life(transition, AgentId{static_cast<std::uint32_t>(arg(0)) - 1});
    case Footprint::Exit:
      if (t.section_depth > 0) {
        context_.control.refuse(
            t, "a thread that ends in the middle of an atomic section is not supported");
      }
      touch_life(transition, t.agent);
      for (const Frame& f : t.frames) touch_locals(transition, f);
      return;
    case Footprint::Lock: return touch_lock(transition, arg(0));
    case Footprint::TwoLocks: touch_lock(transition, arg(0)); return touch_lock(transition, arg(1));
    case Footprint::LockAndInt:
      touch_lock(transition, arg(0));
      return touch_if_shared(transition, arg(1), 4, Access::Write);
    case Footprint::NewBlock: return touch_new_block(t, in, transition);
    case Footprint::Realloc:
      if (arg(0) == 0 || arg(1) != 0) {
        touch_block(context_.memory, transition.touches, context_.allocation.new_block(t, in));
      }
      if (arg(0) != 0) touch_block(context_.memory, transition.touches, block_of(arg(0)));
      return;
    case Footprint::Free: return touch_block(context_.memory, transition.touches, block_of(arg(0)));
    case Footprint::Copy: return touch_piece(t, in, transition);
    case Footprint::SectionEnd:
      transition.touches.push_back(Touch{section_lock_.require(), Access::Write});
      return;
  }
}

void Footprints::touch(Transition& transition, std::uint64_t pointer, std::uint64_t length,
                       Access access) {
  touch_memory(context_.memory, transition.touches, pointer, length, access);
}

void Footprints::touch_if_shared(Transition& transition, std::uint64_t pointer,
                                 std::uint64_t length, Access access) {
  if (!context_.memory.is_private(pointer)) touch(transition, pointer, length, access);
}

void Footprints::touch_life(Transition& transition, AgentId agent) {
  transition.touches.push_back(Touch{context_.memory.objects().life(agent), Access::Write});
}

void Footprints::touch_lock(Transition& transition, std::uint64_t pointer) {
  transition.touches.push_back(Touch{context_.memory.object_at(pointer), Access::Write});
}

// The variables of the function that others can reach.
void Footprints::touch_locals(Transition& transition, const Frame& f) {
  for (const Operand slot : context_.program.function(f.function).blocks) {
    const std::uint64_t pointer = context_.control.get(f, slot);
    if (pointer != 0) touch_block(context_.memory, transition.touches, block_of(pointer));
  }
}

void Footprints::touch_created(const Thread& t, const Instruction& in, Transition& transition) {
  const std::uint64_t handle = context_.control.argument(t, in, 0);
  const FunctionId function = function_of(block_of(context_.control.argument(t, in, 2)));
  const std::optional<AgentId> child =
      context_.agents.child(t.agent, Agents::lowest_free(t.children), function);
  if (!child) context_.control.refuse(t, "more than 65,535 threads at a time");
  transition.child = *child;
  touch_life(transition, *child);
  touch_if_shared(transition, handle, 8, Access::Write);
}

void Footprints::touch_new_block(const Thread& t, const Instruction& in, Transition& transition) {
  if (!context_.allocation.looks_first(t, in)) {
    return touch_block(context_.memory, transition.touches, context_.allocation.new_block(t, in));
  }
  for (const BlockId block : t.published) {
    transition.touches.push_back(Touch{context_.memory.objects().cell(block, 0), Access::Read});
  }
}

void Footprints::touch_piece(const Thread& t, const Instruction& in, Transition& transition) {
  const Piece piece = next_piece(context_, t, in);
  const auto touch_side = [&](std::uint32_t i, Access access) {
    const std::uint64_t pointer = context_.control.argument(t, in, i);
    if (context_.memory.is_private(pointer)) return;
    touch(transition, pointer + piece.from, piece.length, access);
  };
  if (builtin_of(in) == Builtin::Memcpy) touch_side(1, Access::Read);
  touch_side(0, Access::Write);
}

std::vector<MemoryAccess> Footprints::accesses(const Thread& t, Copies copies) const {
  if (t.status != Status::Running || sections_.is_at_begin(t) || t.section_depth > 0) return {};
  const Instruction& in = context_.control.here(t);
  const Frame& f = t.frames.back();
  std::vector<MemoryAccess> found;
  const std::uint64_t code = (std::uint64_t{f.function.value} << 32U) + f.pc;
  const auto add = [&](std::uint64_t pointer, std::uint64_t length, bool is_write) {
    if (length > 0 && !context_.memory.is_private(pointer)) {
      found.push_back(MemoryAccess{pointer, length, is_write, in.is_atomic, false,
                                   in.is_atomic && is_weak(in), code});
    }
  };
  const auto add_free = [&](std::uint64_t pointer) {
    const std::uint64_t length = 8ULL * context_.memory.blocks().words_of(block_of(pointer));
    found.push_back(MemoryAccess{pointer, length, true, false, true, false, code});
  };
  switch (in.code) {
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg:
      add(context_.control.get(f, in.a), bytes_of(in), in.code != Code::Load);
      break;
    case Code::Builtin: {
      const Footprint footprint = traits(builtin_of(in)).footprint;
      if (footprint == Footprint::Free || footprint == Footprint::Realloc) {
        const std::uint64_t block = context_.control.argument(t, in, 0);
        if (block != 0) add_free(block);
      }
      const bool has_result = footprint == Footprint::Join || footprint == Footprint::LockAndInt;
      if (has_result && context_.control.argument(t, in, 1) != 0) {
        add(context_.control.argument(t, in, 1), footprint == Footprint::Join ? 8 : 4, true);
      }
      if (footprint != Footprint::Copy) break;
      const std::uint64_t count = context_.control.argument(t, in, 2);
      const Piece piece =
          copies == Copies::Whole ? Piece{0, count, count} : next_piece(context_, t, in);
      add(context_.control.argument(t, in, 0) + piece.from, piece.length, true);
      if (builtin_of(in) == Builtin::Memset) break;
      add(context_.control.argument(t, in, 1) + piece.from, piece.length, false);
      break;
    }
    default: break;
  }
  return found;
}

}  // namespace skein::ir
