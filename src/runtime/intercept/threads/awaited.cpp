// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/threads/awaited.hpp"

#include "runtime/memory/atomics.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::awaited {

namespace {

// Of a location, in this run: the step that has set it; none if none has.
struct Setting {
  std::uint32_t run;
  StepIndex step;
};

std::uint32_t run = 0;
Setting* settings = nullptr;  // by location

Setting& setting_of(ObjectId location) {
  Setting& setting = settings[location.index()];
  if (setting.run != run) setting = {run, StepIndex{}};
  return setting;
}
ObjectId location_of(const std::uint32_t* word) { return g.interner.location(word, sizeof *word); }

bool is_set(const Agent& a) { return !setting_of(a.op.first).step.is_none(); }

bool is_modelled() { return is_running() && g.channel->settings.models_library; }

// Returns false if the wait is to be executed as it is written.
bool await(std::uint32_t* word, std::uint32_t value, const void* site) {
  constexpr std::uint32_t kHasWaiters = 0x80000000U;
  if (!is_modelled()) return false;
  const ObjectId location = location_of(word);
  const Setting& setting = setting_of(location);
  if (setting.step.is_none() && (*word & ~kHasWaiters) == value) return false;  // set before main
  visit(Request{.kind = OpKind::FutexResume,
                .first = location,
                .site = site,
                .target = word,
                .is_ready = &is_set,
                .enabled_by = &setting.step});
  g.step->value = *word;
  g.step->seen = state_of(*word);
  after_atomic(AtomicAccess{OpKind::AtomicLoad, word, sizeof *word, __ATOMIC_ACQUIRE, true}, site);
  return true;
}

}  // namespace

void begin_run() {
  if (settings == nullptr && g.channel->settings.models_library) {
    // Zeroed pages that are not touched before they are used.
    settings = static_cast<Setting*>(allocate_private(channel::kMaxObjects * sizeof(Setting)));
  }
  ++run;
}

bool note_set(const std::uint32_t* word) {
  if (!is_modelled()) return false;
  const ObjectId location = location_of(word);
  setting_of(location).step = current_step();
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    Agent& a = g.agents[g.live[i]];
    if (a.is_ready == &is_set && a.op.first == location) a.enabler = current_step();
  }
  return true;
}

void reset(std::uint32_t* word) {
  if (!is_modelled() || *word == 0) return;
  *word = 0;
  setting_of(location_of(word)).step = StepIndex{};
}

}  // namespace skein::runtime::awaited

namespace rt = skein::runtime;

extern "C" {

// Called by our variant of the header: waits until the word has this value. Returns 0 if that is to
// be executed as it is written.
int skein_runtime_await(std::uint32_t* word, std::uint32_t value) {
  if (rt::is_off()) return 0;
  rt::spins::mark_caller();
  const bool is_done = rt::awaited::await(word, value, __builtin_return_address(0));
  return rt::spins::unmark(is_done ? 1 : 0);
}

// The program has just set the word by an atomic operation. Returns 0 if it must wake those who
// wait itself.
int skein_runtime_note_set(const std::uint32_t* word) {
  return !rt::is_off() && rt::awaited::note_set(word) ? 1 : 0;
}

// No agent waits for the word any more, or has begun to; it may be set once more.
void skein_runtime_reset_awaited(std::uint32_t* word) {
  if (!rt::is_off()) rt::awaited::reset(word);
}

// Whether the program is to leave out what only its own waiting would notice.
int skein_runtime_models_library() {
  return !rt::is_off() && rt::g.channel->settings.models_library ? 1 : 0;
}

}  // extern "C"
