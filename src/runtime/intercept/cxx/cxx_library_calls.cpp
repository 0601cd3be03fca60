// SPDX-License-Identifier: Apache-2.0
// Calls of functions that are compiled into the C++ library, where nothing sees their accesses:
// those of streams and of paths, hashes of bytes, and constructors of exceptions, which copy texts.
//
// The linker leads the calls to the thunks in thunks.inc, a line for each function, which
// cmake/cxx_library.cmake generates. They report the access, and go on in the library with all
// registers as they were, so nothing need be known about the other arguments and the result.
#include "runtime/intercept/cxx/cxx_library_calls.hpp"

#include <cstddef>
#include <cstring>

#include "runtime/intercept/cxx/cxx_streams.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

// Where a function finds what it accesses.
enum class Place : std::int32_t {
  StreamFirst,   // the first argument
  StreamSecond,  // the second: after a sentry, or after the place of the result
  Ios,           // the first, as std::basic_ios
  BufferFirst,
  BufferSecond,
  PathFirst,  // a path begins with its text, a std::string
  PathSecond,
  Bytes,         // the first argument, as many as the second says
  StringSecond,  // reads a std::string
  TextSecond,    // reads a text of C
};

// One for each function, written by the assembler below.
struct LibraryFunction {
  const char* name;
  void* real;  // null until the first call
  Place place;
  std::int32_t effect;  // LibraryEffect
};

// std::string, whose layout is part of the ABI. A short text is a part of the object.
struct String {
  const char* text;
  std::size_t size;
  char rest[16];
};

// The object and its text: read, or changed.
void on_string(char* object, std::int32_t effect, const void* site) {
  const bool is_change = (effect & kChanges) != 0;
  const auto access = [&](char* begin, std::size_t size) {
    if (is_change) {
      accesses::written(begin, size, site);
    } else {
      accesses::read(begin, size, site);
    }
  };
  access(object, sizeof(String));
  const auto* const string = reinterpret_cast<const String*>(object);
  const bool is_inside = string->text >= object && string->text < object + sizeof(String);
  if (string->size > 0 && !is_inside) access(const_cast<char*>(string->text), string->size);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

// Called by the thunks. Returns the function to go on with.
[[gnu::visibility("hidden")]] void* cxx_library_access(rt::LibraryFunction* function, char* first,
                                                       char* second, const void* site) {
  using rt::Place;
  if (function->real == nullptr) {
    function->real = rt::find_next_symbol(function->name, "libstdc++.so.6");
  }
  if (!rt::is_running()) return function->real;
  const std::int32_t effect = function->effect;
  switch (function->place) {
    case Place::StreamFirst: rt::streams::on_stream(first, effect, site); break;
    case Place::StreamSecond: rt::streams::on_stream(second, effect, site); break;
    case Place::Ios: rt::streams::on_ios(first, effect, site); break;
    case Place::BufferFirst: rt::streams::on_buffer(first, effect, site); break;
    case Place::BufferSecond: rt::streams::on_buffer(second, effect, site); break;
    case Place::PathFirst: rt::on_string(first, effect, site); break;
    case Place::PathSecond: rt::on_string(second, effect, site); break;
    case Place::Bytes:
      if (second != nullptr) rt::accesses::read(first, reinterpret_cast<std::size_t>(second), site);
      break;
    case Place::StringSecond: rt::on_string(second, effect, site); break;
    case Place::TextSecond: rt::accesses::read(second, std::strlen(second) + 1, site); break;
  }
  return function->real;
}

}  // extern "C"

// r11 is free at a call. Registers that may hold an argument are saved: six, and two of floating
// point.
asm(R"(
  .macro library_thunk name, place, effect
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
  jmp cxx_library_entry
  .cfi_endproc
  .size __wrap_\name, . - __wrap_\name
  .endm

  .text
  .type cxx_library_entry, @function
cxx_library_entry:
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
  call cxx_library_access
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
  .size cxx_library_entry, . - cxx_library_entry
)"
#include "thunks.inc"
);
