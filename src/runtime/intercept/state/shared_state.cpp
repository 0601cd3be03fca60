// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/state/shared_state.hpp"

#include <sys/stat.h>

#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/shared_counts.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::shared_state {

namespace {

using channel::SharedState;

// The agents that used a state in this run, and how.
struct Uses {
  std::uint32_t run;
  AgentId first;
  std::uint8_t kinds;
  bool has_several_agents;
  bool is_certain;
};

// The file behind a descriptor. A descriptor's number depends on which others are open, and so on
// the schedule, and a file's inode on when it was made: neither can be a name. An open file is
// identified by its opener and the number of files that agent had opened before, its contents by
// the last part of the path.
struct OpenFile {
  std::uint32_t run;
  std::uint32_t position;
  std::uint32_t contents;  // 0: not a regular file, so what is written there is not read from there
};

// The number of files that an agent has opened in this run.
struct Opened {
  std::uint32_t run;
  std::uint32_t count;
};

constexpr int kDescriptors = 1024;

Uses uses_of[SharedState::kEnd];
OpenFile open_files[kDescriptors];
Opened opened_by[channel::kMaxAgents];
std::uint32_t run_number = 1;

std::uint32_t fold(std::uint64_t value) {
  return static_cast<std::uint32_t>((value * 0x9e3779b97f4a7c15ULL) >> 40U);
}

// A hash of the last part of the path.
std::uint32_t hash_of_name(const char* path) {
  std::uint64_t hash = 0;
  for (const char* at = path; *at != '\0'; ++at) {
    if (*at != '/') {
      hash = hash * 31 + static_cast<unsigned char>(*at);
    } else if (at[1] != '/' && at[1] != '\0') {
      hash = 0;
    }
  }
  return fold(hash);
}

// A merely possible use is not enough to share the state (`is_certain` is false).
void note(std::uint32_t state, std::uint8_t kinds, bool is_certain = true) {
  shared_counts::note_effect();
  Uses& uses = uses_of[state];
  const AgentId me = g.current->id;
  if (uses.run != run_number) uses = {run_number, me, 0, false, false};
  uses.kinds |= kinds;
  uses.has_several_agents |= uses.first != me;
  uses.is_certain |= is_certain;
  if (uses.is_certain && uses.has_several_agents && uses.kinds == kObservesAndChanges) {
    // What follows may have seen a section that waits in its middle.
    if (watched::add(channel::word_of_state(state)) && lock_sections::is_on) {
      end_run(g.has_violation ? End::Violation : End::Blocked);
    }
  }
}

bool is_shared(std::uint32_t state) {
  return watched::has_any && watched::has_word(channel::word_of_state(state));
}

// Uses that only observe are independent of each other. A loop of them is not a loop that waits:
// the observed state is not in the program's memory, so its change would not be noticed.
void step(std::uint32_t state, bool only_observes, const void* site) {
  const std::uint64_t word = channel::word_of_state(state);
  visit(Request{.kind = only_observes ? OpKind::PlainLoad : OpKind::LibraryCall,
                .first = g.interner.object(channel::ObjectClass::Library, word),
                .site = site});
  spins::note_change();
}

bool is_regular(int descriptor) {
  struct stat status {};
  return syscalls::call(SYS_fstat, descriptor, syscalls::as_long(&status)) == 0 &&
         S_ISREG(status.st_mode);
}

// A file that this run did not open existed before, always under the same number.
const OpenFile& file_of(int descriptor) {
  OpenFile& file = open_files[descriptor];
  if (file.run != run_number) {
    const auto number = static_cast<std::uint32_t>(descriptor);
    file = {run_number, SharedState::position(fold(number)),
            is_regular(descriptor) ? SharedState::contents(fold(number)) : 0};
  }
  return file;
}

// A use of a file takes one step at most, since the call that uses it must follow at once. If the
// contents are shared, the step is on them, for uses of a shared position too.
void use_file(int descriptor, std::uint8_t contents_uses, std::uint8_t position_uses,
              const void* site) {
  if (!is_running() || descriptor < 0 || descriptor >= kDescriptors) return;
  const auto [run, position, contents] = file_of(descriptor);
  if (contents != 0 && contents_uses != 0) note(contents, contents_uses);
  if (position_uses != 0) note(position, position_uses);
  const bool uses_position = position_uses != 0 && is_shared(position);
  if (contents != 0 && is_shared(contents)) {
    if (contents_uses != 0 || uses_position) {
      step(contents, contents_uses == kObserves && !uses_position, site);
    }
  } else if (uses_position) {
    step(position, position_uses == kObserves, site);
  }
}

}  // namespace

void begin_run() { ++run_number; }

void opened(int descriptor, const char* path) {
  if (!is_running() || descriptor < 0 || descriptor >= kDescriptors) return;
  lock_sections::note_order();
  const std::uint32_t me = g.current->id.value;
  Opened& before = opened_by[me];
  if (before.run != run_number) before = {run_number, 0};
  const std::uint32_t name = fold((std::uint64_t{me + 1} << 32U) + ++before.count);
  const std::uint32_t contents = path == nullptr ? name : hash_of_name(path);
  open_files[descriptor] = {run_number, SharedState::position(name),
                            is_regular(descriptor) ? SharedState::contents(contents) : 0};
}

void copied(int from, int to) {
  if (!is_running() || from < 0 || from >= kDescriptors || to < 0 || to >= kDescriptors) return;
  lock_sections::note_order();
  open_files[to] = file_of(from);
}

bool is_environment_shared(std::uint8_t uses) {
  if (!is_running()) return false;
  note(SharedState::kEnvironment, uses);
  return is_shared(SharedState::kEnvironment);
}

void read_file(int descriptor, const void* site) {
  use_file(descriptor, kObserves, kObservesAndChanges, site);
}
void read_file_at(int descriptor, const void* site) { use_file(descriptor, kObserves, 0, site); }
void write_file(int descriptor, const void* site) {
  use_file(descriptor, kChanges, kChanges, site);
}
void write_file_at(int descriptor, const void* site) { use_file(descriptor, kChanges, 0, site); }
void move_position(int descriptor, const void* site) { use_file(descriptor, 0, kChanges, site); }
void look_at_position(int descriptor, const void* site) {
  use_file(descriptor, 0, kObserves, site);
}

void read_file(FILE* file, const void* site) {
  if (is_running()) read_file(fileno(file), site);
}
void write_file(FILE* file, const void* site) {
  if (is_running()) write_file(fileno(file), site);
}
void move_position(FILE* file, const void* site) {
  if (is_running()) move_position(fileno(file), site);
}
void look_at_position(FILE* file, const void* site) {
  if (is_running()) look_at_position(fileno(file), site);
}

void use_name(const char* path, std::uint8_t uses, const void* site) {
  if (!is_running() || path == nullptr) return;
  if (path[0] != '/') use_process(SharedState::kWorkingFolder, kObserves, site);
  const std::uint32_t state = SharedState::name(hash_of_name(path));
  note(state, uses);
  note(SharedState::kAllNames, uses, false);
  // As with contents and positions: one step at most.
  if (is_shared(SharedState::kAllNames)) {
    step(SharedState::kAllNames, uses == kObserves, site);
  } else if (is_shared(state)) {
    step(state, uses == kObserves, site);
  }
}

void use_all_names(std::uint8_t uses, const void* site) {
  use_process(SharedState::kAllNames, uses, site);
}

void use_process(std::uint32_t state, std::uint8_t uses, const void* site) {
  if (!is_running()) return;
  note(state, uses);
  if (is_shared(state)) step(state, uses == kObserves, site);
}

void use_signal_actions(std::uint8_t uses, const void* site) {
  if (!is_running()) return;
  note(SharedState::kSignalActions, uses);
  note(SharedState::kSignals, uses, false);
  // One step at most.
  if (is_shared(SharedState::kSignals)) {
    step(signals_state(), uses == kObserves, site);
  } else if (is_shared(SharedState::kSignalActions)) {
    step(SharedState::kSignalActions, uses == kObserves, site);
  }
}

void use_signal_masks(std::uint8_t uses, const void* site) {
  if (!is_running()) return;
  note(SharedState::kSignals, uses, false);
  if (is_shared(SharedState::kSignals)) step(signals_state(), uses == kObserves, site);
}

std::uint32_t signals_state() {
  return is_shared(SharedState::kSignalsPolled) ? SharedState::kPolled : SharedState::kSignals;
}

void poll_signals() { watched::add(channel::word_of_state(SharedState::kSignalsPolled)); }

void note_signal_traffic() {
  if (is_running()) note(SharedState::kSignals, kObserves);
}

}  // namespace skein::runtime::shared_state
