// SPDX-License-Identifier: Apache-2.0
// C++ streams. Most of their code is compiled into the C++ library, where nothing sees its
// accesses. To race detector and spin loops a call of it is an access of the program to the
// stream's state, and to that of its buffer: a read by a const function, a write by any other.
// Two accesses to one stream race, unless something orders them. The standard streams are exempt as
// long as they are synchronised with C's (the standard promises that).
//
// The linker leads the calls to the thunks in thunks.inc, a line for each function, which
// cmake/streams.cmake generates. They report the access, and go on in the library with all
// registers as they were, so nothing need be known about arguments and result.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <iterator>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

// Where a function finds the stream.
enum class StreamPlace : std::int32_t {
  StreamFirst,   // the first argument
  StreamSecond,  // the second: after a sentry, or after the place of the result
  Ios,           // the first, as std::basic_ios
  BufferFirst,
  BufferSecond,
};

enum StreamEffect : std::int32_t { kChanges = 1, kUsesInput = 2, kUsesOutput = 4 };

// One for each function, written by the assembler below.
struct StreamFunction {
  const char* name;
  void* real;  // null until the first call
  StreamPlace place;
  std::int32_t effect;  // StreamEffect
};

// The layout of libstdc++'s objects, which is fixed for good. Of each part one word is enough: any
// two calls have it in common, also if one is inlined. All words of a part would be as many steps.
constexpr std::size_t kStateInIos = 32;
constexpr std::size_t kStateSize = 4;
constexpr std::size_t kBufferInIos = 232;  // the pointer to the buffer
constexpr std::size_t kInputInBuffer = 16;
constexpr std::size_t kOutputInBuffer = 40;

// What the program's C++ library has. Found when first asked for.
struct CxxLibrary {
  bool is_known = false;
  const char* synchronised_tables[2] = {};
  const char* standard[8] = {};
} library;

// The std::basic_ios of a stream is a virtual base. Its offset lies before the table of functions.
char* ios_of(char* stream) {
  constexpr std::ptrdiff_t kOffset = -3;
  const std::ptrdiff_t* const table = *reinterpret_cast<std::ptrdiff_t**>(stream);
  return stream + table[kOffset];
}

const CxxLibrary& known_library() {
  if (library.is_known) return library;
  constexpr std::size_t kHeader = 2 * sizeof(void*);  // of a table of virtual functions
  std::size_t count = 0;
  for (const char* name : {"_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE",
                           "_ZTVN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEE"}) {
    const auto* const table = static_cast<const char*>(dlsym(RTLD_DEFAULT, name));
    library.synchronised_tables[count++] = table != nullptr ? table + kHeader : nullptr;
  }
  // Without <iostream> in the program they are not constructed, and have no table to look into.
  constexpr std::size_t kIosInOutput = 8;
  constexpr std::size_t kIosInInput = 16;
  count = 0;
  for (const char* name :
       {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog"}) {
    const auto* const stream = static_cast<const char*>(dlsym(RTLD_DEFAULT, name));
    library.standard[count++] = stream != nullptr ? stream + kIosInOutput : nullptr;
  }
  for (const char* name : {"_ZSt3cin", "_ZSt4wcin"}) {
    const auto* const stream = static_cast<const char*>(dlsym(RTLD_DEFAULT, name));
    library.standard[count++] = stream != nullptr ? stream + kIosInInput : nullptr;
  }
  library.is_known = true;
  return library;
}

template <std::size_t Size>
bool has(const char* const (&list)[Size], const char* wanted) {
  return std::find(std::begin(list), std::end(list), wanted) != std::end(list);
}

// A buffer without memory, which passes everything on to C's stream at once.
bool is_synchronised(const char* buffer) {
  return has(known_library().synchronised_tables, *reinterpret_cast<const char* const*>(buffer));
}

void access_word(char* begin, std::size_t size, std::int32_t effect, const void* site) {
  if ((effect & kChanges) != 0) {
    accesses::written(begin, size, site);
  } else {
    accesses::read(begin, size, site);
  }
}

void access_buffer(char* buffer, std::int32_t effect, const void* site) {
  if (buffer == nullptr || is_synchronised(buffer)) return;
  if ((effect & kUsesInput) != 0) access_word(buffer + kInputInBuffer, 8, effect, site);
  if ((effect & kUsesOutput) != 0) access_word(buffer + kOutputInBuffer, 8, effect, site);
}

void access_stream(char* ios, std::int32_t effect, const void* site) {
  char* const buffer = *reinterpret_cast<char**>(ios + kBufferInIos);
  const bool is_safe = buffer != nullptr && is_synchronised(buffer);
  if (is_safe && has(known_library().standard, ios)) return;
  access_word(ios + kStateInIos, kStateSize, effect, site);
  access_buffer(buffer, effect, site);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

// Called by the thunks. Returns the function to go on with.
[[gnu::visibility("hidden")]] void* cxx_stream_access(rt::StreamFunction* function, char* first,
                                                      char* second, const void* site) {
  if (function->real == nullptr) {
    function->real = rt::find_next_symbol(function->name, "libstdc++.so.6");
  }
  if (!rt::is_running()) return function->real;
  const std::int32_t effect = function->effect;
  switch (function->place) {
    case rt::StreamPlace::StreamFirst: rt::access_stream(rt::ios_of(first), effect, site); break;
    case rt::StreamPlace::StreamSecond: rt::access_stream(rt::ios_of(second), effect, site); break;
    case rt::StreamPlace::Ios: rt::access_stream(first, effect, site); break;
    case rt::StreamPlace::BufferFirst: rt::access_buffer(first, effect, site); break;
    case rt::StreamPlace::BufferSecond: rt::access_buffer(second, effect, site); break;
  }
  return function->real;
}

}  // extern "C"

// r11 belongs to no one at a call. What may hold an argument is kept: six registers, two of
// floating point.
asm(R"(
  .macro stream_thunk name, place, effect
  .section .rodata.str1.1, "aMS", @progbits, 1
7001:
  .string "\name"
  .section .data.rel.local, "aw"
  .balign 8
7002:
  .quad 7001b
  .quad 0
  .long \place
  .long \effect
  .text
  .globl __wrap_\name
  .type __wrap_\name, @function
__wrap_\name:
  .cfi_startproc
  leaq 7002b(%rip), %r11
  jmp cxx_stream_entry
  .cfi_endproc
  .size __wrap_\name, . - __wrap_\name
  .endm

  .text
  .type cxx_stream_entry, @function
cxx_stream_entry:
  .cfi_startproc
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  subq $40, %rsp
  .cfi_adjust_cfa_offset 88
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movq 88(%rsp), %rcx
  movq %rsi, %rdx
  movq %rdi, %rsi
  movq %r11, %rdi
  call cxx_stream_access
  movups 16(%rsp), %xmm1
  movups (%rsp), %xmm0
  addq $40, %rsp
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  .cfi_adjust_cfa_offset -88
  jmp *%rax
  .cfi_endproc
  .size cxx_stream_entry, . - cxx_stream_entry
)"
#include "thunks.inc"
);
