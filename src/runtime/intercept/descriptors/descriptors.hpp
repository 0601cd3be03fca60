// SPDX-License-Identifier: Apache-2.0
// File descriptors. After a run, those it opened are closed, those it closed are reopened, and
// offsets are restored, so that every run finds the same.
//
// Just before the first run every open descriptor is copied to a high number; a descriptor that a
// run closed is restored from its copy. Checking all descriptors takes some microseconds, so it is
// done only after runs that called a function that uses descriptors. (libc's internal uses, as in
// printf, do not matter here: stdin's buffer shows whether stdin was read.)
#pragma once

#include <cstddef>
#include <sys/types.h>

namespace skein::runtime {

// Saves the present descriptors as those to restore. May be called again.
void save_descriptors();

// Undoes the changes of the last run. Call before the program's memory is restored. With
// `is_certain`, the descriptors are known to have changed.
void reset_descriptors(bool is_certain);

// Whether the descriptor was open before the first run.
bool is_kept_descriptor(int number);
// Whether it was, and still is the same file.
bool is_as_before_main(long number);
// Whether it is the runtime's own.
bool is_own_descriptor(long number);

void for_each_descriptor(void (*look)(long number));

// Gives up if the run has read from a pipe, whose data is gone for other runs.
void refuse_used_pipe();

// Refuses a read from a pipe or socket: its data would be gone, and the read may have to wait.
void refuse_pipe(int number, const void* site);
// A read or write on behalf of the call at `site`.
ssize_t read_descriptor(int number, void* buffer, std::size_t size, const void* site);
ssize_t write_descriptor(int number, const void* buffer, std::size_t size, const void* site);
// The program has opened a descriptor (negative: it could not), by this path (null: a new file
// without a name that others know). Returns the descriptor.
int opened_descriptor(int number, const char* path);
// The run uses descriptors.
void note_descriptors_touched();
// Whether this run has called a function that uses descriptors.
[[nodiscard]] bool has_used_descriptors();

}  // namespace skein::runtime
