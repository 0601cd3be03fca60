// SPDX-License-Identifier: Apache-2.0
// C++ streams. Most of their code is compiled into the C++ library, where nothing sees its
// accesses. To race detector and spin loops a call of it is an access of the program to the
// stream's state, and to that of its buffer: a read by a const function, a write by any other.
// Two accesses to one stream race, unless something orders them. The standard streams are exempt as
// long as they are synchronised with C's (the standard promises that).
#pragma once

#include <cstdint>

#include "runtime/intercept/cxx/cxx_library_calls.hpp"

namespace skein::runtime::streams {

// A call with this LibraryEffect on a stream, on its std::basic_ios, or on a buffer.
void on_stream(char* stream, std::int32_t effect, const void* site);
void on_ios(char* ios, std::int32_t effect, const void* site);
void on_buffer(char* buffer, std::int32_t effect, const void* site);

}  // namespace skein::runtime::streams
