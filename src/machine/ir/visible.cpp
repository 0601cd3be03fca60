// SPDX-License-Identifier: Apache-2.0
// What a thread does next that others can see, and which objects that touches.
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/check.hpp"
#include "machine/ir/system.hpp"

namespace skein::ir {

bool IrSystem::is_visible(const Thread& t, const Instruction& in) {
  const Frame& f = t.frames.back();
  const auto arg = [&](std::uint32_t i) { return argument(t, in, i); };
  switch (in.code) {
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return !is_private(get(f, in.a));
    case Code::NewBlock: return true;
    // The end of a function whose variables others can reach. Main's stay to the program's end.
    case Code::Return:
      return (t.frames.size() > 1 || t.agent != 0) &&
             !program_.functions[f.function].blocks.empty();
    case Code::Builtin: break;
    default: return false;
  }
  const auto what = static_cast<Builtin>(in.sub);
  if (what == Builtin::Memcpy || what == Builtin::Memset) {
    if (arg(2) == 0) return false;
    return !is_private(arg(0)) || (what == Builtin::Memcpy && !is_private(arg(1)));
  }
  if (what == Builtin::Free) return arg(0) != 0;
  // First what the thread does at its end; then it exits.
  if (what == Builtin::ThreadExit && program_.at_thread_exit != kNone) {
    return t.leaving == Leaving::Thread;
  }
  if (what == Builtin::Yield) return false;
  // Of nested atomic sections only the outermost counts.
  if (what == Builtin::AtomicBegin) return t.section_depth == 0;
  if (what == Builtin::AtomicEnd) return t.section_depth == 1;
  return what < Builtin::AtomicEnd;
}

// What is wrong with the operation that comes next, as far as the thread itself can know.
ViolationFacts IrSystem::trouble_before(const Thread& t, const Instruction& in) {
  const Frame& f = t.frames.back();
  const auto arg = [&](std::uint32_t i) { return argument(t, in, i); };
  switch (in.code) {
    case Code::Load: return trouble_with(t, get(f, in.a), (in.bits + 7U) / 8U, false);
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return trouble_with(t, get(f, in.a), (in.bits + 7U) / 8U, true);
    case Code::Builtin: break;
    default: return {};
  }
  const auto what = static_cast<Builtin>(in.sub);
  const auto writes_to = [&](std::uint32_t i, std::uint64_t bytes) {
    return trouble_with(t, arg(i), bytes, true);
  };
  switch (what) {
    case Builtin::ThreadCreate: {
      const std::uint32_t function = block_of(arg(2)) - kFunctionBase;
      if (block_of(arg(2)) < kFunctionBase || function >= program_.functions.size() ||
          !program_.functions[function].is_defined) {
        return ViolationCode::ThreadOfNoFunction;
      }
      return writes_to(0, 8);
    }
    case Builtin::ThreadJoin:
      if (arg(0) == 0 || arg(0) > agents_.size()) return ViolationCode::JoinsNoThread;
      if (arg(0) == t.agent + 1) return ViolationCode::JoinsItself;
      return arg(1) == 0 ? ViolationFacts() : writes_to(1, 8);
    case Builtin::ThreadDetach:
      return arg(0) == 0 || arg(0) > agents_.size() ? ViolationCode::DetachesNoThread
                                                    : ViolationCode::None;
    case Builtin::Memcpy: {
      ViolationFacts trouble = writes_to(0, arg(2));
      return trouble.is_none() ? trouble_with(t, arg(1), arg(2), false) : trouble;
    }
    case Builtin::Memset: return writes_to(0, arg(2));
    case Builtin::Free:
      if (!is_heap_name(block_of(arg(0)))) return ViolationCode::FreesNoBlock;
      return offset_of(arg(0)) != 0 ? ViolationCode::FreesMiddleOfBlock : ViolationCode::None;
    case Builtin::Realloc:
      if (arg(0) == 0) return {};
      if (!is_heap_name(block_of(arg(0)))) return ViolationCode::ReallocatesNoBlock;
      return offset_of(arg(0)) != 0 ? ViolationCode::ReallocatesMiddleOfBlock : ViolationCode::None;
    case Builtin::AtomicBegin:
    case Builtin::AtomicEnd:
    case Builtin::ThreadExit:
    case Builtin::Malloc:
    case Builtin::Calloc:
    case Builtin::AlignedNew:
    case Builtin::AlignedAlloc:
    case Builtin::Choose:
    case Builtin::NondetBool:
    case Builtin::NondetPointer:
    case Builtin::Nondet: return {};
    case Builtin::CondWait:
    case Builtin::CondTimedWait: {
      ViolationFacts trouble = writes_to(0, 1);
      return trouble.is_none() ? writes_to(1, 1) : trouble;
    }
    case Builtin::SemGetValue: {
      ViolationFacts trouble = writes_to(0, 1);
      return trouble.is_none() ? writes_to(1, 4) : trouble;
    }
    default: {
      ViolationFacts trouble = writes_to(0, 1);
      if (trouble.is_none() && is_private(arg(0))) trouble = ViolationCode::LockIsNoLock;
      if (trouble.is_none() && object_at(arg(0)).is_none()) trouble = ViolationCode::LockIsPadding;
      if (trouble.is_none() && place_in_cell(t, in) % (is_small(in) ? kSmallLock : 8U) != 0) {
        refuse(t,
               "a lock that is not aligned, or a pointer into the middle of one, is not supported");
      }
      return trouble;
    }
  }
}

// ---- Names ---------------------------------------------------------------------------------

// The numbers, lowest first, of which the thread itself has no block, and no pointer to an old one:
// the first `count`.
std::vector<std::uint32_t> IrSystem::free_numbers(const Thread& t, std::size_t count) const {
  std::vector<std::uint32_t> taken;
  for (const std::uint32_t block : t.numbers) taken.push_back(blocks_.number_of(block));
  const auto look_at = [&](std::uint64_t value) {
    const std::uint32_t block = block_of(value);
    if (is_agents(block) && blocks_.is_name(block) && blocks_.agent_of(block) == t.agent)
      taken.push_back(blocks_.number_of(block));
  };
  for_each_pointer(t, look_at);
  std::sort(taken.begin(), taken.end());
  std::vector<std::uint32_t> free;
  auto used = taken.begin();
  for (std::uint32_t number = 0; free.size() < count; ++number) {
    while (used != taken.end() && *used < number) ++used;
    if (used == taken.end() || *used != number) free.push_back(number);
  }
  return free;
}

// Before it allocates, a thread looks which of the blocks that others can reach have been freed by
// them: so their names can be given again. A step of its own.
bool IrSystem::looks_first(const Thread& t, const Instruction& in) const {
  const auto what = static_cast<Builtin>(in.sub);
  return in.code == Code::Builtin && t.frames.back().phase == 0 &&
         (what == Builtin::Malloc || what == Builtin::Calloc || what == Builtin::AlignedAlloc ||
          what == Builtin::AlignedNew) &&
         std::any_of(t.published.begin(), t.published.end(), [&](std::uint32_t block) {
           return is_heap(block) && std::binary_search(t.numbers.begin(), t.numbers.end(), block);
         });
}

// How many bytes an allocation asks for.
std::uint64_t IrSystem::requested(const Thread& t, const Instruction& in) const {
  switch (static_cast<Builtin>(in.sub)) {
    case Builtin::Calloc: {
      std::uint64_t bytes = 0;
      if (__builtin_mul_overflow(argument(t, in, 0), argument(t, in, 1), &bytes)) return ~0ULL;
      return bytes;
    }
    case Builtin::Realloc:
    case Builtin::AlignedAlloc: return argument(t, in, 1);
    default: return argument(t, in, 0);
  }
}

// To how many bytes it has to be aligned.
std::uint64_t IrSystem::alignment_of(const Thread& t, const Instruction& in) const {
  if (in.code != Code::Builtin) return 1;
  const auto what = static_cast<Builtin>(in.sub);
  if (what != Builtin::AlignedAlloc && what != Builtin::AlignedNew) return 1;
  const std::uint64_t alignment = argument(t, in, what == Builtin::AlignedAlloc ? 0 : 1);
  if (alignment > kMostAlignment || !std::has_single_bit(alignment)) {
    refuse(t, "memory aligned to more than 1024 bytes, or to no power of two, is not supported");
  }
  return alignment;
}

std::uint32_t IrSystem::named_block(const Thread& t, const Instruction& in, std::uint32_t number) {
  if (in.code == Code::NewBlock) {
    if (number >= kMostLocals) refuse(t, "too many local variables that others can reach");
    return blocks_.local(t.agent, static_cast<std::uint32_t>(in.imm), number);
  }
  const std::uint64_t bytes = requested(t, in);
  const std::uint64_t words = std::max<std::uint64_t>(bytes / 8 + (bytes % 8 != 0 ? 1 : 0), 1);
  if (words > kMostHeapWords) refuse(t, "a block of more than 256 KiB is not supported");
  if (number >= kMostHeapBlocks) {
    refuse(t, "a thread has more than 2048 blocks that it has not freed itself");
  }
  return blocks_.heap(t.agent, static_cast<std::uint32_t>(words), number);
}

// The names that a block may get, at most as many as the options say and one more: up to the first
// that no block had to which others may have pointers.
std::vector<std::uint32_t> IrSystem::possible_blocks(const Thread& t, const Instruction& in) {
  std::vector<std::uint32_t> blocks;
  const std::uint64_t alignment = alignment_of(t, in);
  const bool is_special = alignment > kHeapAlignment;
  // Of names with a special alignment there are few.
  for (const std::uint32_t number :
       free_numbers(t, is_special ? kMostHeapBlocks + 1 : options_.spare_names + 1)) {
    const std::uint32_t block = named_block(t, in, number);
    if (is_special && low_address(block) % alignment != 0) continue;
    blocks.push_back(block);
    if (blocks.size() > options_.spare_names) break;
    if (!std::binary_search(t.published.begin(), t.published.end(), blocks.back())) break;
  }
  return blocks;
}

bool IrSystem::makes_block(const Thread& t, const Instruction& in) const {
  if (in.code == Code::NewBlock) return true;
  if (in.code != Code::Builtin) return false;
  switch (static_cast<Builtin>(in.sub)) {
    case Builtin::Malloc:
    case Builtin::Calloc:
    case Builtin::AlignedNew:
    case Builtin::AlignedAlloc: return !looks_first(t, in);
    case Builtin::Realloc: return argument(t, in, 0) == 0 || argument(t, in, 1) != 0;
    default: return false;
  }
}

// Whether the next step decides which name the block gets, before it is made.
bool IrSystem::chooses_name(const Thread& t, const Instruction& in) {
  return options_.spare_names > 0 && t.frames.back().phase < kNameChosen && makes_block(t, in) &&
         possible_blocks(t, in).size() > 1;
}

std::uint32_t IrSystem::new_block(const Thread& t, const Instruction& in) {
  const std::uint32_t phase = t.frames.back().phase;
  return possible_blocks(t, in)[phase < kNameChosen ? 0 : phase - kNameChosen];
}

std::uint32_t IrSystem::next_child(const Thread& t) {
  std::uint32_t ordinal = 0;
  for (const std::uint32_t used : t.children) {
    if (used != ordinal) break;
    ++ordinal;
  }
  return ordinal;
}

// ---- Touches -------------------------------------------------------------------------------

void IrSystem::touch(Intent& intent, std::uint64_t pointer, std::uint64_t length, Access access) {
  std::vector<Part> parts;
  split(pointer, length, parts);
  for (const Part& part : parts) {
    const auto known = std::find_if(intent.touches.begin(), intent.touches.end(),
                                    [&](const Touch& t) { return t.object == part.object; });
    if (known == intent.touches.end()) {
      intent.touches.push_back(Touch{part.object, access});
    } else if (access == Access::Write) {
      known->access = access;
    }
  }
}

void IrSystem::touch_block(Intent& intent, std::uint32_t block) {
  for (std::uint32_t cell = 0; cell < cells_of(block); ++cell) {
    intent.touches.push_back(Touch{cell_object(block, cell), Access::Write});
  }
}

void IrSystem::touch_returned(const Frame& f, Intent& intent) {
  for (const Operand slot : program_.functions[f.function].blocks) {
    if (get(f, slot) != 0) touch_block(intent, block_of(get(f, slot)));
  }
}

void IrSystem::describe(const Thread& t, Intent& intent) {
  describe_operation(t, intent);
  if (!section_lock_.is_none()) guard(t, intent);
}

void IrSystem::describe_operation(const Thread& t, Intent& intent) {
  intent.agent = AgentId{t.agent};
  if (t.status == Status::Starting || t.status == Status::Exiting) {
    const bool is_start = t.status == Status::Starting;
    intent.kind = is_start ? OpKind::ThreadStart : OpKind::ThreadExit;
    intent.touches.push_back(Touch{life(t.agent), is_start ? Access::Read : Access::Write});
    if (is_start) intent.site = site_of(t);
    return;
  }
  const Instruction& in = here(t);
  const Frame& f = t.frames.back();
  intent.site = site_of(t);
  if (is_section(t)) return describe_section(t, intent);
  if (chooses_name(t, in)) {
    intent.kind = OpKind::Yield;  // touches nothing
    return;
  }
  const std::uint32_t bytes = (in.bits + 7U) / 8U;
  switch (in.code) {
    case Code::Load:
      intent.kind = in.is_atomic ? OpKind::AtomicLoad : OpKind::PlainLoad;
      return touch(intent, get(f, in.a), bytes, Access::Read);
    case Code::Store:
      intent.kind = in.is_atomic ? OpKind::AtomicStore : OpKind::PlainStore;
      return touch(intent, get(f, in.a), bytes, Access::Write);
    case Code::Rmw:
    case Code::CmpXchg:
      intent.kind = OpKind::AtomicRmw;
      return touch(intent, get(f, in.a), bytes, Access::Write);
    case Code::NewBlock:
      intent.kind = OpKind::LibraryCall;
      return touch_block(intent, new_block(t, in));
    case Code::Return: intent.kind = OpKind::LibraryCall; return touch_returned(f, intent);
    default: return describe_builtin(t, in, intent);
  }
}

void IrSystem::describe_builtin(const Thread& t, const Instruction& in, Intent& intent) {
  const auto arg = [&](std::uint32_t i) { return argument(t, in, i); };
  const auto lock = [&](std::uint32_t i) {
    intent.touches.push_back(Touch{object_at(arg(i)), Access::Write});
  };
  const std::uint32_t phase = t.frames.back().phase;
  const auto kind_of = [&] {
    switch (static_cast<Builtin>(in.sub)) {
      case Builtin::ThreadCreate: return OpKind::ThreadCreate;
      case Builtin::ThreadJoin: return OpKind::ThreadJoin;
      case Builtin::ThreadDetach: return OpKind::ThreadDetach;
      case Builtin::ThreadExit: return OpKind::ThreadExit;
      case Builtin::SpinLock:
      case Builtin::MutexLock: return OpKind::MutexLock;
      case Builtin::SpinTryLock:
      case Builtin::MutexTimedLock:
      case Builtin::MutexTryLock: return OpKind::MutexTryLock;
      case Builtin::AtomicEnd:
      case Builtin::SpinUnlock:
      case Builtin::MutexUnlock: return OpKind::MutexUnlock;
      case Builtin::CondWait:
        if (phase == 0) return OpKind::CondWait;
        return may_wake_spuriously(t) ? OpKind::CondTimedWake : OpKind::CondWake;
      case Builtin::CondTimedWait: return phase == 0 ? OpKind::CondWait : OpKind::CondTimedWake;
      case Builtin::CondSignal: return OpKind::CondSignal;
      case Builtin::CondBroadcast: return OpKind::CondBroadcast;
      case Builtin::RwReadLock: return OpKind::RwReadLock;
      case Builtin::RwTimedReadLock:
      case Builtin::RwTryReadLock: return OpKind::RwTryReadLock;
      case Builtin::RwWriteLock: return OpKind::RwWriteLock;
      case Builtin::RwTimedWriteLock:
      case Builtin::RwTryWriteLock: return OpKind::RwTryWriteLock;
      case Builtin::RwUnlock: return OpKind::RwWriteUnlock;
      case Builtin::BarrierWait: return phase == 0 ? OpKind::BarrierArrive : OpKind::BarrierPass;
      case Builtin::SemWait: return OpKind::SemWait;
      case Builtin::SemTimedWait:
      case Builtin::SemTryWait: return OpKind::SemTryWait;
      case Builtin::MutexInit:
      case Builtin::SpinInit:
      case Builtin::RwInit:
      case Builtin::SemInit: return OpKind::LockInit;
      case Builtin::SemPost: return OpKind::SemPost;
      case Builtin::SemGetValue: return OpKind::SemGetValue;
      case Builtin::Once: return phase == 0 ? OpKind::OnceEnter : OpKind::OnceLeave;
      case Builtin::Memcpy:
      case Builtin::Memset: return OpKind::PlainStore;
      case Builtin::Choose:
      case Builtin::NondetBool:
      case Builtin::NondetPointer:
      case Builtin::Nondet: return OpKind::Choose;
      default: return OpKind::LibraryCall;
    }
  };
  intent.kind = kind_of();
  switch (static_cast<Builtin>(in.sub)) {
    case Builtin::ThreadCreate:
      intent.child = child_agent(t, next_child(t));
      agents_[intent.child.index()].function = block_of(arg(2)) - kFunctionBase;
      intent.touches.push_back(Touch{life(intent.child.value), Access::Write});
      if (!is_private(arg(0))) touch(intent, arg(0), 8, Access::Write);
      return;
    case Builtin::ThreadJoin:
      intent.touches.push_back(Touch{life(static_cast<std::uint32_t>(arg(0)) - 1), Access::Write});
      if (arg(1) != 0 && !is_private(arg(1))) touch(intent, arg(1), 8, Access::Write);
      return;
    case Builtin::ThreadDetach:
      intent.touches.push_back(Touch{life(static_cast<std::uint32_t>(arg(0)) - 1), Access::Write});
      return;
    case Builtin::ThreadExit:
      if (t.section_depth > 0) {
        refuse(t, "a thread that ends in the middle of an atomic section is not supported");
      }
      intent.touches.push_back(Touch{life(t.agent), Access::Write});
      for (const Frame& f : t.frames) touch_returned(f, intent);
      return;
    case Builtin::AtomicEnd: intent.touches.push_back(Touch{section_lock(), Access::Write}); return;
    case Builtin::CondWait:
    case Builtin::CondTimedWait:
      lock(0);
      lock(1);
      return;
    case Builtin::SemGetValue:
      lock(0);
      if (!is_private(arg(1))) touch(intent, arg(1), 4, Access::Write);
      return;
    case Builtin::Malloc:
    case Builtin::Calloc:
    case Builtin::AlignedNew:
    case Builtin::AlignedAlloc:
      if (looks_first(t, in)) {
        for (const std::uint32_t block : t.published) {
          intent.touches.push_back(Touch{cell_object(block, 0), Access::Read});
        }
        return;
      }
      return touch_block(intent, new_block(t, in));
    case Builtin::Realloc:
      if (arg(0) == 0 || arg(1) != 0) touch_block(intent, new_block(t, in));
      if (arg(0) != 0) touch_block(intent, block_of(arg(0)));
      return;
    case Builtin::Free: return touch_block(intent, block_of(arg(0)));
    case Builtin::Memcpy:
    case Builtin::Memset: {
      const Piece piece = next_piece(t, in);
      if (static_cast<Builtin>(in.sub) == Builtin::Memcpy && !is_private(arg(1))) {
        touch(intent, arg(1) + piece.from, piece.length, Access::Read);
      }
      if (!is_private(arg(0))) touch(intent, arg(0) + piece.from, piece.length, Access::Write);
      return;
    }
    case Builtin::Choose:
    case Builtin::NondetBool:
    case Builtin::NondetPointer:
    case Builtin::Nondet: return;
    default: lock(0); return;
  }
}

}  // namespace skein::ir
