// SPDX-License-Identifier: Apache-2.0
// File descriptors: what a run opened is closed, what it closed is opened again, and offsets go
// back to where they were, so that every run finds the same.
//
// Just before the first run every open descriptor is copied to a high number; a descriptor that a
// run closed comes back from its copy. Looking at all descriptors takes some microseconds, so it is
// done only after runs that called something that deals with descriptors. (What libc does inside
// itself, as in printf, is of no interest here: stdin's buffer tells whether that was read.)
#pragma once

#include <cstddef>
#include <sys/types.h>

namespace skein::runtime {

// Remembers the present descriptors as those to come back to. May be called again.
void save_descriptors();

// Undoes what the last run did. Call before the program's memory is put back. If `is_certain` it is
// known that there is something to do.
void reset_descriptors(bool is_certain);

// Whether it was open before the first run.
bool is_kept_descriptor(int number);

// Refuses a read from a pipe or socket: what is read there is gone, and it may have to wait.
void refuse_pipe(int number, const void* site);
// A read, for the call at `site`.
ssize_t read_descriptor(int number, void* buffer, std::size_t size, const void* site);
// The run does something with descriptors.
void note_descriptors_touched();

}  // namespace skein::runtime
