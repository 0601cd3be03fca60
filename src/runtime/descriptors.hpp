// File descriptors: what a run opened is closed, what it closed is opened again, and offsets go
// back to where they were, so that every run finds the same.
//
// Just before the first run every open descriptor is copied to a high number; a descriptor that a
// run closed comes back from its copy. Looking at all descriptors takes some microseconds, so it is
// done only after runs that called something that deals with descriptors. (What libc does inside
// itself, as in printf, is of no interest here: stdin's buffer tells whether that was read.)
#pragma once

namespace skein::runtime {

// Remembers the present descriptors as those to come back to. May be called again.
void save_descriptors();

// Undoes what the last run did. Call before the program's memory is put back. If `is_certain` it is
// known that there is something to do.
void reset_descriptors(bool is_certain);

// Whether it was open before the first run.
bool is_kept_descriptor(int number);

}  // namespace skein::runtime
