// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/call_stacks.hpp"

#include <signal.h>
#include <unwind.h>

#include "core/fixed_table.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::call_stacks {

namespace {

bool is_unwinding = false;
bool is_deferred = false;  // a warning arrived while unwinding
bool is_broken = false;    // a stack could not be read: no more are read in this run

_Unwind_Reason_Code note_frame(_Unwind_Context* context, void* argument) {
  auto& frames = *static_cast<Frames*>(argument);
  // What libgcc calls the frame address here is that of the function called: our stack pointer, and
  // the end of the frame before.
  const std::uint64_t low = _Unwind_GetCFA(context);
  if (frames.count > 0 && frames.list[frames.count - 1].end == 0) {
    frames.list[frames.count - 1].end = low;
  }
  int is_before = 0;  // the address is that of the instruction itself: a signal interrupted it
  std::uint64_t pc = _Unwind_GetIPInfo(context, &is_before);
  if (pc == 0) return _URC_END_OF_STACK;
  if (is_before != 0) {
    // All inner frames belong to the signal handler.
    frames.count = 0;
    ++pc;
  }
  if (is_ours(pc)) return _URC_NO_REASON;
  if (frames.count == channel::kMaxFrames) return _URC_END_OF_STACK;
  channel::FrameDetails& frame = frames.list[frames.count++];
  frame = {pc, _Unwind_GetRegionStart(context), low, 0, {}};
  for (std::uint32_t i = 0; i < channel::kFrameRegisters; ++i) {
    frame.registers[i] = _Unwind_GetGR(context, channel::kFrameRegister[i]);
  }
  return _URC_NO_REASON;
}

// The stacks of this run.
FixedTable<IndexSlot, std::size_t{2} * channel::kMaxStacks> stack_index;

std::uint32_t intern(const Frames& frames) {
  if (frames.count == 0) return 0;
  channel::Details& out = g.channel->details;
  std::uint64_t hash = frames.count;
  for (std::uint32_t i = 0; i < frames.count; ++i) {
    hash = (hash ^ frames.list[i].pc) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29U;
  }
  IndexSlot& slot = stack_index.seek(hash, [&](IndexSlot known) {
    const channel::StackDetails& stack = out.stacks[known.number()];
    bool is_same = stack.count == frames.count;
    for (std::uint32_t i = 0; is_same && i < frames.count; ++i) {
      is_same = stack.frames[i] == frames.list[i].pc;
    }
    return is_same;
  });
  if (slot.is_free()) {
    if (out.stack_count + 1 >= channel::kMaxStacks) return 0;
    slot = IndexSlot::of(++out.stack_count);
    channel::StackDetails& stack = out.stacks[slot.number()];
    stack.count = frames.count;
    for (std::uint32_t i = 0; i < frames.count; ++i) stack.frames[i] = frames.list[i].pc;
  }
  return slot.number();
}

inline void copy_bytes(char* to, const char* from, std::size_t size) {
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

Frames found;
Frames* kept[channel::kMaxAgents];  // by agent; null: none yet
bool is_kept[channel::kMaxAgents];  // in this run

// Where execution continues if the unwinder crashes on a stack that the program has destroyed.
void* after_crash[5];

[[gnu::noinline]] void unwind() {
  found.count = 0;
  is_unwinding = true;
  if (__builtin_setjmp(after_crash) == 0) {
    _Unwind_Backtrace(&note_frame, &found);
  } else {
    is_broken = true;
  }
  is_unwinding = false;
  if (is_deferred) {
    is_deferred = false;
    syscalls::call(SYS_tgkill, syscalls::call(SYS_getpid), syscalls::call(SYS_gettid), SIGXCPU);
  }
}

void keep(AgentId agent) {
  Frames*& frames = kept[agent.index()];
  if (frames == nullptr) frames = static_cast<Frames*>(allocate_private(sizeof(Frames)));
  frames->count = found.count;
  for (std::uint32_t i = 0; i < found.count; ++i) frames->list[i] = found.list[i];
  is_kept[agent.index()] = true;
}

}  // namespace

void begin_run() {
  is_broken = false;
  is_unwinding = false;
  is_deferred = false;
  g.channel->details.stack_count = 0;
  stack_index.clear();
  for (bool& is : is_kept) is = false;
}

// Restores what the unwinder overwrites below our own frames.
[[gnu::noinline]] std::uint32_t capture() {
  if (is_broken || g.current == nullptr) return 0;
  constexpr std::size_t kSaved = 1U << 15U;
  static char saved[kSaved];
  auto* top = static_cast<char*>(__builtin_frame_address(0)) - 256;
  const Slot& slot = tls[g.current->id.value];
  const auto* low = static_cast<const char*>(slot.stack_low);
  const auto* high = static_cast<const char*>(slot.stack_top);
  std::size_t size = 0;
  if (top > low && top < high) {
    const auto room = static_cast<std::size_t>(top - low);
    size = room < kSaved ? room : kSaved;
  }
  copy_bytes(saved, top - size, size);
  unwind();
  copy_bytes(top - size, saved, size);
  keep(g.current->id);
  return intern(found);
}

const Frames* frames_of(AgentId agent) {
  return is_kept[agent.index()] ? kept[agent.index()] : nullptr;
}

bool is_ours(std::uint64_t pc) {
  static std::uint64_t begin = 0;
  static std::uint64_t end = 0;
  if (end == 0) {
    if (const auto* const ours = module_of(reinterpret_cast<const void*>(&capture))) {
      begin = ours->begin;
      end = ours->end;
    }
  }
  return pc >= begin && pc < end;
}

std::uint64_t innermost_of_program() {
  if (is_unwinding) return 0;
  unwind();
  return found.count > 0 ? found.list[0].pc : 0;
}

bool defers_warning() {
  is_deferred = is_deferred || is_unwinding;
  return is_unwinding;
}

void catch_crash() {
  if (is_unwinding) __builtin_longjmp(after_crash, 1);
}

}  // namespace skein::runtime::call_stacks
