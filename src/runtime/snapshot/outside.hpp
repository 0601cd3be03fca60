// SPDX-License-Identifier: Apache-2.0
// State of the program that is not in its memory. A fork copies memory, mappings, the table of
// descriptors, working folder, umask and signal masks; but parent and child share open files, with
// their positions, and the file system.
//
// Positions of files that are only read are put back when a snapshot is resumed. After anything
// else that a run leaves outside of its process there are no more snapshots in that run: a file
// that was opened for writing, a name or an attribute that was changed, a lock on a file, shared
// memory, memory that a fork does not copy. Pipes, eventfds, epoll sets and folders count
// while they are open. The next run repeats such changes from main on, as without snapshots.
#pragma once

namespace skein::runtime::outside {

void begin_run();

// The run has changed something that a snapshot cannot put back.
void note_change();
// The program did so before main, and every run may.
void note_change_for_good();

// The run has changed something that a fork copies, and that no copy of memory contains.
void note_change_of_process();
// Whether the run has left nothing outside of its memory so far, not even in the kernel's state of
// the process: then putting back what a reset puts back is enough.
[[nodiscard]] bool is_untouched();

// Whether everything outside of the process is as a snapshot can put it back. Remembers the
// positions of files for restore(). 20 us and more.
[[nodiscard]] bool save();
void restore();

}  // namespace skein::runtime::outside
