// SPDX-License-Identifier: Apache-2.0
// State that libc and the kernel keep for the whole process, through which threads can affect each
// other without any synchronisation: the position of a descriptor, the contents of a file, the
// names of files, the environment, the working folder and other attributes of the process.
//
// Most programs use it harmlessly: threads that only print do not see each other's output. So a use
// is not a step at first. Once two agents use the same state in one run, and among all uses one
// observes it and one changes it, the order of uses can matter. The state then joins the watched
// words (watched.hpp), the exploration begins anew, and every use of it is a LibraryCall step.
//
// A state is a number below any address of a program, so the watched words can hold it and replays
// and checkpoints carry it along. Two states may share a number: that costs steps, never a result.
#pragma once

#include <cstdint>
#include <cstdio>

namespace skein::runtime::shared_state {

inline constexpr std::uint8_t kObserves = 1;
inline constexpr std::uint8_t kChanges = 2;
inline constexpr std::uint8_t kObservesAndChanges = kObserves | kChanges;

void begin_run();

// The current agent has opened a file under this number (negative: it could not), by this path
// (null: a new one without a name), or made `to` refer to the file of `from`.
void opened(int descriptor, const char* path);
void copied(int from, int to);

// The current agent is about to use the environment. Returns whether the use has to be a step.
[[nodiscard]] bool is_environment_shared(std::uint8_t uses);

// The current agent is about to use this state, and waits for its turn if the use is a step. The
// call that uses it must follow at once.
void read_file(int descriptor, const void* site);
void read_file_at(int descriptor, const void* site);  // leaves the position alone
void write_file(int descriptor, const void* site);
void write_file_at(int descriptor, const void* site);
// By stdio: the file's descriptor, if it has one.
void read_file(FILE* file, const void* site);
void write_file(FILE* file, const void* site);
void move_position(FILE* file, const void* site);
void look_at_position(FILE* file, const void* site);
void move_position(int descriptor, const void* site);
void look_at_position(int descriptor, const void* site);
// The last part of the path represents the file.
void use_name(const char* path, std::uint8_t uses, const void* site);
// More than one name, or any.
void use_all_names(std::uint8_t uses, const void* site);
// A state that has a name in channel::SharedState.
void use_process(std::uint32_t state, std::uint8_t uses, const void* site);
// Signals: what they do, and which of them threads block. A thread that only sends signals to
// itself has nothing to do with the masks of others; so these matter only once a run sends signals
// between threads, or waits for them, which are steps on the object of kSignals in any case.
void use_signal_actions(std::uint8_t uses, const void* site);
void use_signal_masks(std::uint8_t uses, const void* site);
void note_signal_traffic();
// The state that represents them. Once signals are read from descriptors it is that of the polled
// descriptors, as a send lets polls go on; poll_signals makes it so from the next exploration on.
[[nodiscard]] std::uint32_t signals_state();
void poll_signals();

}  // namespace skein::runtime::shared_state
