// SPDX-License-Identifier: Apache-2.0
// Synchronisation that skein does not see: atomic instructions and system calls that were not
// compiled by `skein cc`, whose atomics are calls of the runtime. Inline assembly, libraries, plain
// programs.
//
// They are found by decoding the functions of what is loaded: instructions with a lock prefix,
// `xchg` with memory, `syscall`. Whether one is executed while several threads live is learned by
// the executor (runtime/observe/unseen.hpp). Atomic loads and stores without a prefix are plain
// moves on this processor and cannot be told from other code; synchronisation by those alone is not
// noticed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skein {

// Whether this is a library whose atomic instructions do not matter, by its file name without
// folders: everything that decides what another thread of the program does goes through functions
// that the runtime takes over.
[[nodiscard]] bool is_known_library(std::string_view file);

// The addresses of such instructions in the file, ascending.
[[nodiscard]] std::vector<std::uint64_t> find_unseen_code(const std::string& path);

}  // namespace skein
