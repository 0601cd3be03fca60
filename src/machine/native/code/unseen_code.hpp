// SPDX-License-Identifier: Apache-2.0
// Synchronisation that skein does not see: atomic instructions and system calls in code that was
// not compiled by `skein cc`, which turns atomics into calls of the runtime. Examples are inline
// assembly, libraries and plain programs.
//
// They are found by decoding the functions of all loaded files: instructions with a lock prefix,
// `xchg` with memory, `syscall`; and in the inline assembly of files that `skein cc` compiled every
// access to memory, since compilers do not announce it (assembler/as.cpp). The executor finds out
// which are executed while several threads live (runtime/observe/unseen.hpp). Elsewhere atomic
// loads and stores without a prefix are plain moves on this processor and cannot be distinguished
// from other code; synchronisation by those alone is not noticed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skein {

// Whether the atomic instructions of this library do not matter, by its file name without folders:
// everything that affects another thread of the program goes through functions that the runtime
// takes over.
[[nodiscard]] bool is_known_library(std::string_view file);

// The addresses of such instructions in the file, ascending.
[[nodiscard]] std::vector<std::uint64_t> find_unseen_code(const std::string& path);

}  // namespace skein
