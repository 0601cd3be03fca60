// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/cxx/cxx_streams.hpp"

#include <algorithm>
#include <cstddef>
#include <dlfcn.h>
#include <iterator>

#include "runtime/memory/accesses.hpp"

namespace skein::runtime {

namespace {

// The layout of libstdc++'s objects, which the ABI fixes. Of each part one word is enough: any two
// calls have it in common, also if one is inlined. All words of a part would be as many steps.
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

}  // namespace

namespace streams {

void on_buffer(char* buffer, std::int32_t effect, const void* site) {
  if (buffer == nullptr || is_synchronised(buffer)) return;
  if ((effect & kUsesInput) != 0) access_word(buffer + kInputInBuffer, 8, effect, site);
  if ((effect & kUsesOutput) != 0) access_word(buffer + kOutputInBuffer, 8, effect, site);
}

void on_ios(char* ios, std::int32_t effect, const void* site) {
  char* const buffer = *reinterpret_cast<char**>(ios + kBufferInIos);
  const bool is_safe = buffer != nullptr && is_synchronised(buffer);
  if (is_safe && has(known_library().standard, ios)) return;
  access_word(ios + kStateInIos, kStateSize, effect, site);
  on_buffer(buffer, effect, site);
}

void on_stream(char* stream, std::int32_t effect, const void* site) {
  on_ios(ios_of(stream), effect, site);
}

}  // namespace streams

}  // namespace skein::runtime
