// SPDX-License-Identifier: Apache-2.0
// The files that a run changes are its own: before the first change of each, its state goes into
// the journal (protocol/file_journal.hpp), and at the end of the run everything is put back.
//
// The functions that change files say so here, before they do. Only paths count: what is written to
// an open file was noted when it was opened for writing. Outside of a run nothing is noted: what
// the program does before main is done once, and stays.
#pragma once

#include <cstdint>

namespace skein::runtime::private_files {

void begin_run();

// The file that open(2) is about to open in this way, with links followed.
void before_open(int folder, const char* path, int flags);
// The same for fopen.
void before_open(const char* path, const char* mode);
// Contents or attributes of what the path leads to are about to change, or of an open file.
void before_change(int folder, const char* path);
void before_change(int descriptor);
// The name itself is about to be made or removed.
void before_name(int folder, const char* path);
// Returns whether a folder is about to get another name; then folder_was_renamed must follow if it
// did.
[[nodiscard]] bool before_rename(int from_folder, const char* from, int to_folder, const char* to);
void folder_was_renamed(unsigned flags);
// This name was just made, and there was nothing.
void was_made(const char* path);

// At the end of a run, and before a run continues at an earlier point.
void undo();

}  // namespace skein::runtime::private_files
