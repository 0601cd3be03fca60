// SPDX-License-Identifier: Apache-2.0
#include "runtime/snapshot/outside.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/descriptors/private_files.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/reset/mappings.hpp"

namespace skein::runtime::outside {

namespace {

bool has_changed = false;
bool has_changed_for_good = false;
bool has_changed_process = false;

struct Position {
  long number;
  long offset;
};
constexpr int kMost = 256;
Position positions[kMost];
int count = 0;
bool can_save = true;

void look_at(long number) {
  if (is_own_descriptor(number)) return;
  struct stat status {};
  if (syscalls::call(SYS_fstat, number, syscalls::as_long(&status)) != 0) return;
  if (S_ISCHR(status.st_mode)) return;
  if (!S_ISREG(status.st_mode)) {
    // Open since before main: whatever it is, the runtime refuses to read from it.
    can_save = can_save && is_as_before_main(number);
    return;
  }
  const long flags = syscalls::call(SYS_fcntl, number, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) != O_RDONLY || count == kMost) {
    can_save = false;
    return;
  }
  positions[count++] = {number, syscalls::call(SYS_lseek, number, 0, SEEK_CUR)};
}

}  // namespace

void begin_run() {
  has_changed = has_changed_for_good;
  has_changed_process = false;
}

void note_change() { has_changed = true; }

void note_change_for_good() { has_changed = has_changed_for_good = true; }

void note_change_of_process() { has_changed_process = true; }

bool is_untouched() {
  return !has_changed && !has_changed_process && !has_used_descriptors() && !has_changed_mappings();
}

bool save() {
  if (has_changed) return false;
  count = 0;
  can_save = true;
  for_each_descriptor(&look_at);
  return can_save;
}

void restore() {
  private_files::undo();
  for (int i = 0; i < count; ++i) {
    const Position& p = positions[i];
    if (p.offset >= 0) syscalls::call(SYS_lseek, p.number, p.offset, SEEK_SET);
  }
}

}  // namespace skein::runtime::outside
