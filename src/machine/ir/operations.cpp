// SPDX-License-Identifier: Apache-2.0
// The effects of visible operations on memory, threads and blocks.
#include <algorithm>
#include <cstring>

#include "core/check.hpp"
#include "machine/ir/arithmetic.hpp"
#include "machine/ir/system.hpp"

namespace skein::ir {

namespace {

void insert_sorted(std::vector<std::uint32_t>& list, std::uint32_t value) {
  list.insert(std::lower_bound(list.begin(), list.end(), value), value);
}

void erase_value(std::vector<std::uint32_t>& list, std::uint32_t value) {
  const auto it = std::find(list.begin(), list.end(), value);
  if (it != list.end()) list.erase(it);
}

}  // namespace

bool IrSystem::execute(Step& s, const Intent& intent) {
  Thread& t = s.thread;
  if (t.status == Status::Starting) {
    t.status = Status::Running;
    return false;
  }
  const bool is_exit_call = t.status == Status::Running && here(t).code == Code::Builtin &&
                            static_cast<Builtin>(here(t).sub) == Builtin::ThreadExit;
  if (t.status == Status::Exiting || is_exit_call) {
    if (is_exit_call) {
      t.result = argument(t, here(t), 0);
      publish(t, t.result);
      std::fill(s.outcome.values.begin() + 1, s.outcome.values.end(), 0);
      for (const Frame& f : t.frames) release_blocks(t, f);
    }
    Cell cell = cells_[s.values[0]];
    if (cell.a == kDetached) {
      s.outcome.values[0] = 0;
    } else {
      cell.kind = ValueKind::Life;
      cell.a = kFinished;
      cell.bits = t.result;
      cell.waiting = t.numbers;
      leave_clock(t, cell);
      s.outcome.values[0] = cells_.intern(cell);
    }
    t.frames.clear();
    t.status = t.ends_program ? Status::Over : Status::Exiting;
    return !t.ends_program;
  }
  if (is_section(t)) {
    if (intent.kind == OpKind::MutexLock) {
      execute_section_lock(s, here(t));
    } else {
      execute_section(s, intent);
    }
    return false;
  }
  const Instruction& in = here(t);
  if (chooses_name(t, in)) {
    t.frames.back().phase = kNameChosen + s.choice;
    return false;
  }
  switch (in.code) {
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: execute_memory(s, in); break;
    case Code::NewBlock: execute_block_operation(s, in, intent); break;
    case Code::Return:
      std::fill(s.outcome.values.begin(), s.outcome.values.end(), 0);
      release_blocks(t, t.frames.back());
      if (!s.outcome.fault) static_cast<void>(return_from(t, in));
      break;
    default: execute_builtin(s, in, intent); break;
  }
  return false;
}

void IrSystem::execute_memory(Step& s, const Instruction& in) {
  Frame& f = s.thread.frames.back();
  const std::uint32_t bytes = (in.bits + 7U) / 8U;
  std::vector<Part> parts;
  split(get(f, in.a), bytes, parts);
  std::uint64_t old = 0;
  if (in.code != Code::Store && !read_parts(s, parts, 0, reinterpret_cast<std::uint8_t*>(&old))) {
    return;
  }
  old = cut_to(old, in.bits);
  std::uint64_t now = old;
  switch (in.code) {
    case Code::Load: s.outcome.value = signed_of(old, in.bits); return finish(f, in, old);
    case Code::Store: now = get(f, in.b); break;
    case Code::Rmw: now = modify(static_cast<RmwKind>(in.sub), in.bits, old, get(f, in.b)); break;
    default: {
      const bool is_equal = old == get(f, in.b);
      if (is_equal) now = get(f, in.c);
      f.slots[static_cast<std::size_t>(in.dst) + 1] = is_equal ? 1 : 0;
      break;
    }
  }
  if (in.bits == 64) publish(s.thread, in.code == Code::CmpXchg ? get(f, in.c) : get(f, in.b));
  if (!write_parts(s, parts, 0, reinterpret_cast<const std::uint8_t*>(&now))) return;
  s.outcome.value = signed_of(in.code == Code::Store ? now : old, in.bits);
  finish(f, in, old);
}

void IrSystem::execute_builtin(Step& s, const Instruction& in, const Intent& intent) {
  const auto what = static_cast<Builtin>(in.sub);
  Frame& f = s.thread.frames.back();
  switch (what) {
    case Builtin::ThreadCreate:
    case Builtin::ThreadJoin:
    case Builtin::ThreadDetach: return execute_thread_operation(s, in, intent);
    case Builtin::Malloc:
    case Builtin::Calloc:
    case Builtin::AlignedNew:
    case Builtin::AlignedAlloc:
    case Builtin::Free: return execute_block_operation(s, in, intent);
    case Builtin::Realloc: return execute_realloc(s, in);
    case Builtin::Memcpy:
    case Builtin::Memset: return execute_copy(s, in, intent);
    case Builtin::MutexInit:
    case Builtin::SpinInit:
    case Builtin::SpinDestroy:
    case Builtin::SpinLock:
    case Builtin::SpinTryLock:
    case Builtin::SpinUnlock:
    case Builtin::MutexDestroy:
    case Builtin::MutexLock:
    case Builtin::MutexTryLock:
    case Builtin::MutexTimedLock:
    case Builtin::MutexUnlock: return execute_mutex(s, in);
    case Builtin::RwInit:
    case Builtin::RwDestroy:
    case Builtin::RwReadLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTimedReadLock:
    case Builtin::RwTimedWriteLock:
    case Builtin::RwWriteLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwUnlock: return execute_rwlock(s, in);
    case Builtin::CondInit:
    case Builtin::CondDestroy:
    case Builtin::CondWait:
    case Builtin::CondTimedWait:
    case Builtin::CondSignal:
    case Builtin::CondBroadcast: return execute_cond(s, in);
    case Builtin::Once: return execute_once(s, in);
    case Builtin::AtomicEnd: return execute_section_lock(s, in);
    case Builtin::Choose:
    case Builtin::NondetBool: s.outcome.value = s.choice; return finish(f, in, s.choice);
    case Builtin::NondetPointer:  // null, or one that points to nothing
      s.outcome.value = s.choice == 0 ? 0 : kNowhere;
      return finish(f, in, static_cast<std::uint64_t>(s.outcome.value));
    case Builtin::Nondet:
      s.outcome.value = options_.nondet.value_or(std::pair{0, 0}).first + s.choice;
      return finish(f, in, static_cast<std::uint64_t>(s.outcome.value));
    default: return execute_other_lock(s, in);
  }
}

// Writes to where a pointer leads, private or not; the cells begin at number `first` of the
// touched.
void IrSystem::store_result(Step& s, const Intent&, std::size_t first, std::uint64_t pointer,
                            std::uint64_t value, std::uint32_t bytes) {
  const auto* from = reinterpret_cast<const std::uint8_t*>(&value);
  if (is_private(pointer)) return write_private(s.thread, pointer, from, bytes);
  std::vector<Part> parts;
  split(pointer, bytes, parts);
  static_cast<void>(write_parts(s, parts, first, from));
}

void IrSystem::execute_thread_operation(Step& s, const Instruction& in, const Intent& intent) {
  Thread& t = s.thread;
  Frame& f = t.frames.back();
  Cell cell = cells_[s.values[0]];
  const auto misuse = [&](ViolationCode code) { fault(t, s.outcome, code); };
  switch (static_cast<Builtin>(in.sub)) {
    case Builtin::ThreadCreate: {
      const std::uint32_t function = block_of(argument(t, in, 2)) - kFunctionBase;
      Thread child;
      child.agent = intent.child.value;
      child.own = program_.thread_image;
      child.clock = t.clock;
      t.has_created = true;
      for (const std::uint32_t block : t.leftovers) {
        if (blocks_.agent_of(block) == child.agent) child.numbers.push_back(block);
      }
      std::erase_if(t.leftovers,
                    [&](std::uint32_t block) { return blocks_.agent_of(block) == child.agent; });
      const std::uint64_t arguments[] = {argument(t, in, 3)};
      publish(t, arguments[0]);
      call(child, function, arguments);
      s.outcome.born = threads_.intern(child);
      cell = Cell{};
      cell.kind = ValueKind::Life;
      cell.a = argument(t, in, 1) != 0 ? kDetached : kRunning;
      s.outcome.values[0] = cells_.intern(cell);
      insert_sorted(t.children, next_child(t));
      store_result(s, intent, 1, argument(t, in, 0), intent.child.value + 1, 8);
      s.outcome.value = intent.child.value;
      break;
    }
    case Builtin::ThreadJoin: {
      const auto agent = static_cast<std::uint32_t>(argument(t, in, 0)) - 1;
      s.outcome.value = agent;
      if (cell.kind != ValueKind::Life) return misuse(ViolationCode::JoinsGone);
      if (cell.a == kDetached) return misuse(ViolationCode::JoinsDetached);
      s.outcome.values[0] = 0;
      take_clock(t, cell);
      if (agents_[agent].creator == t.agent && agent != 0) {
        erase_value(t.children, agents_[agent].ordinal);
        for (const std::uint32_t block : cell.waiting) insert_sorted(t.leftovers, block);
      }
      if (argument(t, in, 1) != 0) store_result(s, intent, 1, argument(t, in, 1), cell.bits, 8);
      break;
    }
    default:
      s.outcome.value = static_cast<std::int64_t>(argument(t, in, 0)) - 1;
      if (cell.kind != ValueKind::Life) return misuse(ViolationCode::DetachesGone);
      if (cell.a == kDetached) return misuse(ViolationCode::DetachesTwice);
      if (cell.a == kFinished) {
        s.outcome.values[0] = 0;
      } else {
        cell.a = kDetached;
        s.outcome.values[0] = cells_.intern(cell);
      }
      break;
  }
  if (!s.outcome.fault) finish(f, in, 0);
}

void IrSystem::keep_block(Thread& t, std::uint32_t block) {
  insert_sorted(t.numbers, block);
  const auto has_its_number = [&](std::uint32_t old) {
    return blocks_.number_of(old) == blocks_.number_of(block);
  };
  std::erase_if(t.published, has_its_number);
}

// The value is written where others may read it.
void IrSystem::publish(Thread& t, std::uint64_t value) {
  const std::uint32_t block = block_of(value);
  if (!std::binary_search(t.numbers.begin(), t.numbers.end(), block)) return;
  if (!std::binary_search(t.published.begin(), t.published.end(), block)) {
    insert_sorted(t.published, block);
  }
}

// Its name is free again, if the thread that frees it may give it: its maker, or who created and
// joined that.
void IrSystem::forget_block(Thread& t, std::uint32_t block) {
  const AgentName& maker = agents_[blocks_.agent_of(block)];
  if (blocks_.agent_of(block) == t.agent) {
    erase_value(t.numbers, block);
  } else if (maker.creator == t.agent) {
    erase_value(t.leftovers, block);
  }
}

void IrSystem::execute_block_operation(Step& s, const Instruction& in, const Intent& intent) {
  Thread& t = s.thread;
  Frame& f = t.frames.back();
  const bool is_free = in.code == Code::Builtin && static_cast<Builtin>(in.sub) == Builtin::Free;
  if (is_free) {
    const std::uint32_t block = block_of(argument(t, in, 0));
    if (s.values[0] == 0) {
      return fault(t, s.outcome, ViolationCode::FreesFreed);
    }
    std::fill(s.outcome.values.begin(), s.outcome.values.end(), 0);
    forget_block(t, block);
    return finish(f, in, 0);
  }
  if (looks_first(t, in)) {
    for (std::size_t i = 0; i < intent.touches.size(); ++i) {
      if (s.values[i] == 0) erase_value(t.numbers, names_[intent.touches[i].object.index()].block);
    }
    f.phase = 1;
    return;
  }
  const std::uint32_t block = new_block(t, in);
  if (in.code == Code::NewBlock) {
    const Layout& layout = program_.layouts[static_cast<std::size_t>(in.imm)];
    for (std::size_t i = 0; i < layout.cells.size(); ++i) {
      s.outcome.values[i] = cells_.bytes(layout.cells[i].size, 0);
    }
  } else {
    const std::uint64_t bytes = requested(t, in);
    const bool is_defined = static_cast<Builtin>(in.sub) == Builtin::Calloc;
    for (std::size_t i = 0; i < intent.touches.size(); ++i) {
      s.outcome.values[i] = new_word(bytes, i, is_defined);
    }
  }
  keep_block(t, block);
  finish(f, in, pointer_to(block, 0));
}

// The variables of a function that returns are gone.
void IrSystem::release_blocks(Thread& t, const Frame& f) {
  for (const Operand slot : program_.functions[f.function].blocks) {
    if (get(f, slot) != 0) forget_block(t, block_of(get(f, slot)));
  }
}

}  // namespace skein::ir
