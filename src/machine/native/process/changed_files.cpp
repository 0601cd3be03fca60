// SPDX-License-Identifier: Apache-2.0
#include "machine/native/process/changed_files.hpp"

#include <cerrno>
#include <csignal>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skein {

namespace {

// As the kernel returns: a negative number is an error.
struct KernelCall {
  template <class... Arguments>
  long operator()(long number, Arguments... arguments) const {
    const long result = ::syscall(number, static_cast<long>(arguments)...);
    return result < 0 ? -errno : result;
  }
};

using Undoing = channel::FileUndoing<KernelCall>;

// A handler must not allocate. It interrupts the only thread, and does not return to it.
Undoing::Room undoing_room;
ChangedFiles* volatile newest_changes = nullptr;

}  // namespace

ChangedFiles::ChangedFiles(channel::FileJournal& journal)
    : journal_(journal),
      descriptor_(memfd_create("skein-files", MFD_CLOEXEC)),
      next_(newest_changes) {
  newest_changes = this;
}

ChangedFiles::~ChangedFiles() {
  if (newest_changes == this) {
    newest_changes = next_;
  } else {
    ChangedFiles* before = newest_changes;
    while (before->next_ != this) before = before->next_;
    before->next_ = next_;
  }
  if (descriptor_ >= 0) close(descriptor_);
}

void ChangedFiles::undo() {
  if (descriptor_ < 0 || journal_.last.load() == 0) return;
  Undoing(KernelCall{}, undoing_room, descriptor_).undo_all(journal_);
}

void ChangedFiles::undo_all_at_once() {
  for (ChangedFiles* each = newest_changes; each != nullptr; each = each->next_) {
    if (each->journal_.last.load() == 0) continue;
    if (const pid_t group = each->group_; group > 0) {
      kill(-group, SIGKILL);
      while (waitpid(-group, nullptr, 0) > 0 || errno == EINTR) {
      }
    }
    each->undo();
  }
}

}  // namespace skein
