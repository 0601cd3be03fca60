// SPDX-License-Identifier: Apache-2.0
#include "runtime/snapshot/in_place.hpp"

#include <x86intrin.h>

#include "runtime/sched/decision.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/snapshot/run_snapshots.hpp"
#include "runtime/snapshot/saved_states.hpp"

namespace skein::runtime::in_place {

namespace {

using snapshots::Experience;
using snapshots::kNever;
using snapshots::Ticks;

// Before anything is tried: caches fill, and small explorations are over. This number of runs from
// main, or this time, about 10 ms.
constexpr std::uint32_t kWarmUp = 128;
constexpr Ticks kWarmUpTime = 25000000;
// A run shorter than this gains nothing: about 25 us.
constexpr Ticks kShortest = 60000;
// Copies that are not counted: at first each page and each buffer costs a fault.
constexpr std::uint32_t kTrials = 8;

// What took place in the kernel forbids copies so often that other kinds of snapshots are better;
// so are they if a copy takes longer than this: about 0.3 ms.
constexpr std::uint32_t kMostRefusals = 64;
constexpr Ticks kLongestCopy = 750000;

// What the runs so far have taught. It is not undone with the run.
struct Learned {
  Experience experience;
  std::uint32_t runs;
  std::uint32_t saves;
  Ticks cost;  // of a copy
  Ticks usual_run;
  Ticks all_runs;
  std::uint32_t refusals;  // since the last copy
  bool is_impossible;
};
[[gnu::section("skein_kept")]] Learned learned = {};

bool is_forced() { return g.channel->settings.snapshot_every != 0; }

// The usual time is that of the fastest, which slowly ages: others were interrupted.
void note_time(Ticks& usual, Ticks ticks) {
  usual += usual / 64;
  if (usual == 0 || ticks < usual) usual = ticks;
}

void note_save(Ticks ticks) {
  note_time(learned.cost, ticks);
  if (++learned.saves <= kTrials) return;
  if (!is_forced() && learned.cost > kLongestCopy) learned.is_impossible = true;
  constexpr std::uint64_t kPage = 4096;
  learned.experience.note_process(learned.cost, saved_states::last_size() / kPage + 1);
}

bool may_save(Ticks now, Ticks since) {
  const channel::Settings& settings = g.channel->settings;
  if (is_forced()) return saved_states::count() < saved_states::kMost;
  if (!learned.experience.pays(since, now)) return false;
  return learned.experience.fits(saved_states::count(), settings.snapshot_memory);
}

}  // namespace

bool begin_run() {
  const channel::Settings& settings = g.channel->settings;
  if (!settings.copies_memory || learned.is_impossible) return false;
  if (is_forced()) {
    learned.is_impossible = !saved_states::prepare();
    return !learned.is_impossible;
  }
  ++learned.runs;
  return true;
}

std::uint32_t first_look() {
  if (is_forced()) return stride();
  if (learned.runs <= kWarmUp && learned.all_runs < kWarmUpTime) return kNever;
  if (learned.usual_run < kShortest || !learned.experience.begin_run()) return kNever;
  learned.is_impossible = !saved_states::prepare();
  return learned.is_impossible ? kNever : stride();
}

std::uint32_t stride() {
  const std::uint32_t every = g.channel->settings.snapshot_every;
  return every != 0 ? every : learned.experience.stride();
}

bool look(Ticks now, Ticks since) {
  if (!may_save(now, since)) return false;
  if (!saved_states::can_save()) {
    learned.is_impossible = !is_forced() && ++learned.refusals > kMostRefusals;
    return false;
  }
  learned.refusals = 0;
  const Ticks before = __rdtsc();
  const std::uint32_t saves = learned.saves;
  saved_states::save({g.position, now, snapshots::present_knowledge(), snapshots::run_so_far()});
  // The second time the run comes back from here, another run has been counted.
  if (learned.saves == saves) note_save(__rdtsc() - before);
  return true;
}

void note_run(Ticks ticks, std::uint32_t steps) {
  note_time(learned.usual_run, ticks);
  learned.all_runs += ticks;
  learned.experience.note_run(ticks < 2 * learned.usual_run ? ticks : 2 * learned.usual_run, steps);
}

Wanted await_request() {
  const std::uint32_t count = saved_states::count();
  return count == 0 ? runtime::await_request() : await_beginning(saved_states::top().position);
}

bool is_holding() { return saved_states::count() > 0; }

bool put_back(Wanted wanted) {
  if (!is_forced() && learned.saves <= kTrials) drop_all();
  saved_states::drop_incomplete();
  const snapshots::Knowledge knowledge = snapshots::present_knowledge();
  while (saved_states::count() > 0) {
    const saved_states::Place& place = saved_states::top();
    if (place.knowledge == knowledge && begins_with(place.position, wanted)) {
      const Ticks before = __rdtsc();
      saved_states::restore_top();
      snapshots::put_back(place.so_far);
      const Ticks cost = __rdtsc() - before;
      g.channel->continued.fetch_add(1, std::memory_order_relaxed);
      const Ticks saved = place.time < learned.usual_run ? place.time : learned.usual_run;
      if (saved > cost) learned.experience.note_saved(saved - cost);
      return true;
    }
    saved_states::drop_top();
  }
  return false;
}

void drop_all() { saved_states::drop_all(); }

}  // namespace skein::runtime::in_place
