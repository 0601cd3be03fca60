// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/locks/lock_all.hpp"

#include <cstdint>

#include "core/fixed_table.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::lock_all {

namespace {

// How mutexes were used, in all runs so far. Their addresses are the same in every run.
constexpr std::uint8_t kTogether = 1;  // by std::lock
constexpr std::uint8_t kTried = 2;     // by an attempt outside of it
constexpr std::uint32_t kUseSlots = 4096;

struct MutexUse {
  const pthread_mutex_t* mutex;
  std::uint8_t flags;
  [[nodiscard]] bool is_free() const { return mutex == nullptr; }
};
FixedTable<MutexUse, kUseSlots> uses;
std::uint32_t use_count = 0;

void note_use(const pthread_mutex_t* mutex, std::uint8_t flag) {
  MutexUse& use = uses.seek(fibonacci_hash(reinterpret_cast<std::uint64_t>(mutex)),
                            [&](const MutexUse& known) { return known.mutex == mutex; });
  if (use.is_free()) {
    if (use_count == kUseSlots / 2) {  // too many to keep apart
      watched::lock_as_written();
      return;
    }
    ++use_count;
    use.mutex = mutex;
  }
  use.flags |= flag;
  if (use.flags == (kTogether | kTried)) watched::lock_as_written();
}

bool is_modelled() { return is_running() && !watched::locks_as_written; }

}  // namespace

void note_lock(const pthread_mutex_t* mutex) {
  if (g.current->locks_all && is_modelled()) note_use(mutex, kTogether);
}

void note_try(const pthread_mutex_t* mutex) {
  if (is_modelled()) note_use(mutex, g.current->locks_all ? kTogether : kTried);
}

}  // namespace skein::runtime::lock_all

namespace rt = skein::runtime;

extern "C" {

// Called by our variant of std::lock. Returns whether it is to wait as modelled.
int skein_runtime_begin_lock_all() {
  if (rt::is_off() || !rt::lock_all::is_modelled()) return 0;
  rt::g.current->locks_all = true;
  return 1;
}

void skein_runtime_end_lock_all() {
  if (!rt::is_off() && rt::is_running()) rt::g.current->locks_all = false;
}

// The mutex that a failed round did not get has become free.
void skein_runtime_begin_lock_all_again() { rt::block_current(); }

}  // extern "C"
