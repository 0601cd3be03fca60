// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/threads/thread_exit.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <pthread.h>
#include <unwind.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/sched/runtime_state.hpp"

extern "C" void __pthread_register_cancel(skein::runtime::UnwindBuffer*);
extern "C" void __pthread_unregister_cancel(skein::runtime::UnwindBuffer*);

// Pushes the callee-saved registers onto the stack, next to the caller's frame, and passes their
// address on. Unwinders can step through it.
asm(R"(
    .text
    .p2align 4
    .globl pthread_exit
    .type pthread_exit, @function
pthread_exit:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq $0
    movq %rsp, %rsi
    call skein_thread_exit
    ud2
    .cfi_endproc
    .size pthread_exit, .-pthread_exit
)");

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<void(void*)> pthread_exit("pthread_exit");
}  // namespace next

// A stack, from the registers to the buffer, and whether unwinding it does anything.
struct KnownStack {
  static constexpr std::size_t kMaxSize = 2048;
  static constexpr std::uint32_t kMaxMisses = 16;

  std::size_t size;  // 0: none yet
  bool is_bare;      // there is nothing to do
  // Other stacks that came here. After too many in a row the comparison is abandoned: stacks differ
  // each time.
  std::uint32_t misses;
  char bytes[kMaxSize];
};
constexpr std::size_t kStacks = 64;
KnownStack* known_stacks = nullptr;

bool has_handlers(const UnwindBuffer& outermost) {
  UnwindBuffer probe;
  __pthread_register_cancel(&probe);
  __pthread_unregister_cancel(&probe);
  return probe.links[0] != &outermost || probe.links[1] != outermost.links[1];
}

struct Walk {
  std::uintptr_t end;  // frames from here on are ours
  bool is_bare = true;
  bool is_at_end = false;
};

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* argument) {
  auto& walk = *static_cast<Walk*>(argument);
  if (_Unwind_GetCFA(context) >= walk.end) {
    walk.is_at_end = true;
    return _URC_END_OF_STACK;
  }
  // A frame with handlers or destructors has its own table.
  if (_Unwind_GetLanguageSpecificData(context) != nullptr) {
    walk.is_bare = false;
    return _URC_END_OF_STACK;
  }
  return _URC_NO_REASON;
}

// Whether unwinding finds nothing to do between the two addresses.
bool is_bare(const char* begin, const char* end) {
  const auto size = static_cast<std::size_t>(end - begin);
  // A standalone run may be watched by a tool that complains about reading a whole stack.
  if (size > KnownStack::kMaxSize || g.channel->settings.is_standalone) return false;
  if (known_stacks == nullptr) {
    // All zero, their initial state; most are never touched.
    known_stacks = static_cast<KnownStack*>(allocate_private(kStacks * sizeof(KnownStack)));
  }
  KnownStack& known = known_stacks[(std::size_t{7} * g.current->id.value + size / 16) % kStacks];
  if (known.size == size && std::memcmp(known.bytes, begin, size) == 0) {
    known.misses = 0;
    return known.is_bare;
  }
  if (known.misses == KnownStack::kMaxMisses) return false;
  ++known.misses;
  Walk walk{reinterpret_cast<std::uintptr_t>(end)};
  _Unwind_Backtrace(&look_at_frame, &walk);
  known.size = size;
  known.is_bare = walk.is_bare && walk.is_at_end;
  std::memcpy(known.bytes, begin, size);
  return known.is_bare;
}

}  // namespace

void register_buffer(UnwindBuffer& buffer) {
  g.current->unwind_buffer = &buffer;
  __pthread_register_cancel(&buffer);
}

void unregister_buffer(UnwindBuffer& buffer) { __pthread_unregister_cancel(&buffer); }

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" [[noreturn]] __attribute__((visibility("hidden"))) void skein_thread_exit(
    void* result, const char* registers);

void skein_thread_exit(void* result, const char* registers) {
  if (!rt::is_off()) rt::g.current->result = result;
  if (rt::is_running()) {
    rt::UnwindBuffer* const buffer = rt::g.current->unwind_buffer;
    const char* const end = reinterpret_cast<const char*>(buffer);
    if (buffer != nullptr && registers < end && !rt::has_handlers(*buffer) &&
        rt::is_bare(registers, end)) {
      siglongjmp(reinterpret_cast<__jmp_buf_tag*>(buffer), 1);
    }
  }
  rt::next::pthread_exit(result);
  __builtin_unreachable();
}
