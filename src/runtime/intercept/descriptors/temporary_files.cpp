// SPDX-License-Identifier: Apache-2.0
// Files and folders whose names libc chooses: the last six letters before the suffix.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/descriptors/private_files.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/snapshot/outside.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<FILE*()> tmpfile("tmpfile");
NextSymbol<int(char*, int, int)> mkostemps("mkostemps");
NextSymbol<char*(char*)> mkdtemp("mkdtemp");
}  // namespace next

void note_choice(char* name, int suffix, const void* site) {
  const std::size_t length = std::strlen(name);
  const std::size_t chosen = 6 + static_cast<std::size_t>(suffix);
  if (suffix < 0 || length < chosen) return;
  accesses::read(name, length + 1, site);
  accesses::written(name + length - chosen, 6, site);
}

int make(char* name, int suffix, int flags, const void* site) {
  note_choice(name, suffix, site);
  note_descriptors_touched();
  const int number = next::mkostemps(name, suffix, flags);
  if (number >= 0) private_files::was_made(name);
  return opened_descriptor(number, nullptr);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

FILE* tmpfile() {
  rt::note_descriptors_touched();
  FILE* const file = rt::next::tmpfile();
  if (file != nullptr) rt::opened_descriptor(fileno(file), nullptr);
  return file;
}
int mkstemp(char* name) { return rt::make(name, 0, 0, __builtin_return_address(0)); }
int mkstemp64(char* name) { return rt::make(name, 0, 0, __builtin_return_address(0)); }
int mkostemp(char* name, int flags) {
  return rt::make(name, 0, flags, __builtin_return_address(0));
}
int mkostemp64(char* name, int flags) {
  return rt::make(name, 0, flags, __builtin_return_address(0));
}
int mkstemps(char* name, int suffix) {
  return rt::make(name, suffix, 0, __builtin_return_address(0));
}
int mkstemps64(char* name, int suffix) {
  return rt::make(name, suffix, 0, __builtin_return_address(0));
}
int mkostemps(char* name, int suffix, int flags) {
  return rt::make(name, suffix, flags, __builtin_return_address(0));
}
int mkostemps64(char* name, int suffix, int flags) {
  return rt::make(name, suffix, flags, __builtin_return_address(0));
}
char* mkdtemp(char* name) noexcept {
  rt::note_choice(name, 0, __builtin_return_address(0));
  rt::outside::note_change();
  char* const made = rt::next::mkdtemp(name);
  if (made != nullptr) rt::private_files::was_made(name);
  return made;
}

}  // extern "C"
