// SPDX-License-Identifier: Apache-2.0
// Functions that make, change and look for the names of files, which all threads share.
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/state/shared_state.hpp"

namespace skein::runtime {

namespace {

void use_name(const char* path, std::uint8_t uses, const void* pc) {
  reported::read_text(path, pc);
  shared_state::use_name(path, uses, pc);
}

// Most such calls fail or succeed by what is there, and so observe it too.
void change_name(const char* path, const void* pc) {
  use_name(path, shared_state::kObservesAndChanges, pc);
}

void change_names(const char* from, const char* to, const void* pc) {
  reported::read_text(from, pc);
  reported::read_text(to, pc);
  shared_state::use_all_names(shared_state::kObservesAndChanges, pc);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int __wrap_access(const char* path, int mode) {
  rt::use_name(path, rt::shared_state::kObserves, __builtin_return_address(0));
  return access(path, mode);
}
int __wrap_unlink(const char* path) {
  rt::change_name(path, __builtin_return_address(0));
  return unlink(path);
}
int __wrap_remove(const char* path) {
  rt::change_name(path, __builtin_return_address(0));
  return std::remove(path);
}
int __wrap_mkdir(const char* path, mode_t mode) {
  rt::change_name(path, __builtin_return_address(0));
  return mkdir(path, mode);
}
int __wrap_rmdir(const char* path) {
  rt::change_name(path, __builtin_return_address(0));
  return rmdir(path);
}
int __wrap_rename(const char* from, const char* to) {
  rt::change_names(from, to, __builtin_return_address(0));
  return std::rename(from, to);
}
int __wrap_link(const char* from, const char* to) {
  rt::change_names(from, to, __builtin_return_address(0));
  return link(from, to);
}
int __wrap_ftruncate(int number, off_t size) {
  rt::shared_state::write_file_at(number, __builtin_return_address(0));
  return ftruncate(number, size);
}
int __wrap_symlink(const char* target, const char* path) {
  rt::reported::read_text(target, __builtin_return_address(0));
  rt::change_name(path, __builtin_return_address(0));
  return symlink(target, path);
}

}  // extern "C"
