// SPDX-License-Identifier: Apache-2.0
#include "runtime/snapshot/run_snapshots.hpp"

#include <cerrno>
#include <new>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <x86intrin.h>

#include "runtime/boot/exchange.hpp"
#include "runtime/boot/fork_server.hpp"
#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/decision.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/snapshot/in_place.hpp"
#include "runtime/snapshot/knowledge.hpp"
#include "runtime/snapshot/outside.hpp"
#include "runtime/snapshot/placement.hpp"

namespace skein::runtime::snapshots {

std::uint32_t next_look = kNever;
bool is_timing = false;

namespace {

constexpr int kDone = 42;
constexpr std::uint32_t kMostForced = 64;      // snapshots at once, if every k-th step gets one
constexpr std::uint64_t kTicksOfFault = 2500;  // a page that is copied after a fork; about 1 us

// Memory that all processes of the program share.
struct Family {
  Experience experience;
  bool is_done;  // the child ended as it should
  std::uint32_t next_request;
  std::uint32_t wanted_agents;
  Ticks ended_at;
  std::uint64_t pages;  // that it touched
};

Family* family = nullptr;
std::uint32_t depth = 0;  // the number of snapshots above this process
long child = 0;           // that a snapshot waits for
bool is_between = false;  // a snapshot waits for a plan
Ticks time_before = 0;    // of the run, until this process continued it
Ticks continued_at = 0;
Ticks last_snapshot = 0;   // in the time of the run
bool is_in_place = false;  // the snapshots of this run are copies in this process

Ticks ticks() { return __rdtsc(); }

Ticks time_of_run() { return time_before + (ticks() - continued_at); }

bool make_family() {
  const long at = syscalls::call(SYS_mmap, 0, sizeof(Family), PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at < 0) return false;
  family = new (reinterpret_cast<void*>(at)) Family{};
  return true;
}

void become_acting(long process) {
  g.channel->acting.store(static_cast<std::int32_t>(process), std::memory_order_relaxed);
}

// Returns as fork does. (Without a signal at the child's end: the program or its parents may have
// asked the kernel to ignore SIGCHLD, and then nothing would be left to wait for.)
long fork_child(long me) {
  family->is_done = false;
  const long forked = syscalls::call(SYS_clone, 0, 0, 0, 0, 0);
  if (forked != 0) return forked;
  syscalls::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (syscalls::call(SYS_getppid) != me) syscalls::exit_process(4);
  ++depth;
  child = 0;
  become_acting(syscalls::call(SYS_getpid));
  return 0;
}

// Returns when the child has ended as it should; else ends as it did.
void wait_for_child() {
  int status = 0;
  long ended = 0;
  do {
    ended = syscalls::call(SYS_wait4, child, syscalls::as_long(&status), __WALL, 0);
  } while (ended == -EINTR);
  const bool is_well = ended == child && WIFEXITED(status) && WEXITSTATUS(status) == kDone;
  if (!is_well || !family->is_done) die_like(status);
  is_between = true;
  child = 0;
}

// The next plan does not begin with the steps of this snapshot.
[[noreturn]] void drop() {
  is_between = false;
  g.wanted_agents = family->wanted_agents;
  if (is_descendant()) end_descendant();
  g.is_abandoned = g.wanted_agents == 0;
  note_descriptors_touched();
  leave_run();
}

// The child has ended. Waits for a plan that begins with the steps of this snapshot, or for such a
// beginning. Does not return if the plan is another one.
Wanted await_next(const Knowledge& knowledge) {
  become_acting(syscalls::call(SYS_getpid));
  g.interner.forget_recent();  // the child may have merged locations
  set_next_request(family->next_request);
  if (family->wanted_agents != 0) {
    await_plan();
    drop();
  }
  Wanted wanted = await_beginning(g.position);
  const bool is_current = knowledge == present_knowledge();
  if (!is_current && wanted == Wanted::Beginning) {
    await_plan();
    wanted = Wanted::Run;
  }
  if (wanted == Wanted::Run && (!is_current || !can_continue_plan())) drop();
  is_between = false;
  return wanted;
}

// Takes a snapshot here. Returns in the process that continues the run.
void take(Ticks now) {
  const Knowledge knowledge = present_knowledge();
  const RunSoFar so_far = run_so_far();
  const long me = syscalls::call(SYS_getpid);
  last_snapshot = now;
  time_before = now;
  Wanted wanted = Wanted::Run;
  for (bool is_resumed = false;; is_resumed = true) {
    const Ticks before = ticks();
    const long forked = fork_child(me);
    if (forked <= 0) {
      // If there is no child, this process continues itself.
      if (forked < 0) next_look = kNever;
      continued_at = ticks();
      if (!is_resumed) return;
      put_back(so_far);
      outside::restore();
      continue_plan(wanted);
      return;
    }
    const Ticks cost = ticks() - before;
    child = forked;
    wait_for_child();
    family->experience.note_process(
        cost + (ticks() - family->ended_at) + family->pages * kTicksOfFault, family->pages);
    wanted = await_next(knowledge);
    family->experience.note_saved(now);
  }
}

void begin_timing() {
  is_timing = true;
  time_before = 0;
  last_snapshot = 0;
  continued_at = ticks();
}

void look_in_place() {
  const Ticks now = time_of_run();
  next_look = g.position + in_place::stride();
  if (!in_place::look(now, now - last_snapshot)) return;
  last_snapshot = now;
  time_before = now;
  continued_at = ticks();
}

}  // namespace

void begin_run(bool is_usual) {
  next_look = kNever;
  is_timing = false;
  outside::begin_run();
  is_in_place = is_usual && depth == 0 && in_place::begin_run();
  if (is_in_place) {
    begin_timing();
    next_look = in_place::first_look();
    return;
  }
  const channel::Channel& c = *g.channel;
  const std::uint32_t every = c.settings.snapshot_every;
  if (every == 0 && !c.takes_snapshots.load(std::memory_order_relaxed)) [[likely]]
    return;
  if (!is_usual || (family == nullptr && !make_family())) return;
  begin_timing();
  if (every != 0) {
    next_look = every;
  } else if (family->experience.begin_run()) {
    next_look = family->experience.stride();
  }
}

void look() {
  if (is_in_place) {
    look_in_place();
    return;
  }
  const channel::Settings& settings = g.channel->settings;
  const Experience& experience = family->experience;
  const Ticks now = time_of_run();
  if (settings.snapshot_every != 0) {
    next_look = g.position + settings.snapshot_every;
    if (depth >= kMostForced) return;
  } else {
    next_look = g.position + experience.stride();
    if (!experience.pays(now - last_snapshot, now)) return;
    if (!experience.fits(depth, settings.snapshot_memory)) return;
  }
  if (g.channel->run.restart != RestartReason::None || has_loaded_libraries() || !outside::save()) {
    next_look = kNever;
    return;
  }
  take(now);
}

void note_time() {
  if (is_in_place) {
    in_place::note_run(time_of_run(), g.position);
  } else {
    family->experience.note_run(time_of_run(), g.position);
  }
}

bool is_descendant() { return depth > 0; }

void end_descendant() {
  rusage usage{};
  syscalls::call(SYS_getrusage, RUSAGE_SELF, syscalls::as_long(&usage));
  family->pages = static_cast<std::uint64_t>(usage.ru_minflt);
  family->next_request = next_request_number();
  family->wanted_agents = g.wanted_agents;
  family->is_done = true;
  family->ended_at = ticks();
  syscalls::exit_process(kDone);
}

Waiting::Waiting() {
  if (is_timing) begin_ = ticks();
}

Waiting::~Waiting() {
  if (is_timing) continued_at += ticks() - begin_;
}

bool pass_on(int signal) {
  if (child > 0) syscalls::call(SYS_kill, child, signal);
  return child > 0 || is_between;
}

}  // namespace skein::runtime::snapshots
