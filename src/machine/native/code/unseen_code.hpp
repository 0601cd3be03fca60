// SPDX-License-Identifier: Apache-2.0
// Atomic instructions and system calls in code that was not compiled by `skein cc`, which turns
// atomics into calls of the runtime: libraries, plain programs, inline assembly.
//
// They are found by decoding the functions of all loaded files: instructions with a lock prefix,
// `xchg` with memory, `syscall`; and in the inline assembly of files that `skein cc` compiled every
// access to memory, since compilers do not announce it (assembler/as.cpp). The executor finds out
// which are executed while several threads live, and carries most of them out as steps
// (runtime/foreign). Elsewhere atomic loads and stores without a prefix are plain moves on this
// processor and cannot be distinguished from other code; synchronisation by those alone is not
// noticed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/foreign_atomic.hpp"

namespace skein {

// Whether the atomic instructions of this library do not matter, by its file name without folders:
// everything that affects another thread of the program goes through functions that the runtime
// takes over.
[[nodiscard]] bool is_known_library(std::string_view file);

// Whether skein looks for data races in the library: a compiler has made its accesses calls of the
// runtime, or the runtime takes its place.
[[nodiscard]] bool has_seen_accesses(const std::string& path);

// What is executed atomically there; Unsupported for inline assembly of files that `skein cc`
// compiled.
struct UnseenInstruction {
  std::uint64_t address;  // in the file
  channel::ForeignAtomic form;
};

// All such instructions in the file, by address.
[[nodiscard]] std::vector<UnseenInstruction> find_unseen_code(const std::string& path);

// The functions of the library that the runtime has its own for, by address; `path` is its file.
[[nodiscard]] std::vector<UnseenInstruction> find_modelled_functions(const std::string& path);

}  // namespace skein
