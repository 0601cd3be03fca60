// SPDX-License-Identifier: Apache-2.0
// Teams of OpenMP threads, and what each thread knows of its place in one.
//
// An agent that begins a parallel region is the master of a team. Its workers are agents that it
// creates when it first needs them; between regions they wait at their docks. All of this is the
// runtime's own memory, which no reset touches, so each record says of which run it is.
//
// All agents share one kernel thread, so nothing here needs a lock. But what other threads of the
// team change may be looked at only within a step on its object.
#pragma once

#include <cstdint>
#include <pthread.h>
#include <string_view>

#include "protocol/openmp_objects.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime::openmp {

using Body = void (*)(void*);
using Objects = channel::OpenMpObject::Kind;

inline constexpr std::uint32_t kMostThreads = 64;
// How many constructs without a barrier at their end the threads of a team may be apart.
inline constexpr std::uint32_t kMostConstructs = 64;

struct Task;
struct Team;

// A loop, sections or a single that some thread of the team has begun.
struct Construct {
  std::uint64_t number = 0;  // of the region, from 1; 0: none
  std::uint64_t taken = 0;   // iterations, or sections, that were given out
  std::uint64_t total = 0;
  std::uint64_t chunk = 1;
  bool is_guided = false;
  std::uint64_t start = 0;  // of a loop: iteration i is start + i * step, in the program's numbers
  std::uint64_t step = 0;
  std::uint32_t left_by = 0;  // threads that will not ask any more
  void* copied = nullptr;     // copyprivate
};

struct Worker {
  Team* team = nullptr;
  std::uint32_t number = 0;
  bool is_there = false;
  std::uint32_t regions = 0;  // that it may begin: its dock
};

struct Team {
  std::uint64_t run = 0;
  AgentId master;
  std::uint32_t size = 0;
  Body body = nullptr;
  void* data = nullptr;
  pthread_barrier_t barrier = {};
  Construct first;  // which the region has begun; number 0: none
  Construct constructs[kMostConstructs];
  Worker workers[kMostThreads];
  Task* first_queued = nullptr;
  Task* last_queued = nullptr;
};

// What an agent is in OpenMP. Without a team it is alone: every construct is its own.
struct Member {
  std::uint64_t run = 0;
  Team* team = nullptr;
  std::uint32_t number = 0;      // in the team
  std::uint64_t constructs = 0;  // that it has begun in this region
  Construct construct;           // the one that it is in, as it was begun; alone: as it is
  std::uint32_t wanted = 0;      // omp_set_num_threads; 0: not called
  std::uint32_t level = 0;       // of nested regions, also those with one thread
  Task* task = nullptr;          // the explicit task that it executes
  std::uint32_t tasks_made = 0;
};

void begin_run();

// The current agent as a member of its team; and the number of threads of its next team where the
// program asks for none.
[[nodiscard]] Member& member();
[[nodiscard]] std::uint32_t threads_by_default();
// The value of an environment variable; empty if it is not set.
[[nodiscard]] std::string_view setting(std::string_view name);

[[nodiscard]] ObjectId object_of(channel::ObjectClass kind, Objects what, AgentId agent,
                                 std::uint32_t number);

// A region that is one construct has begun that already (`first`).
void parallel(Body body, void* data, std::uint32_t threads, const void* site,
              const Construct* first = nullptr);
// Executes the tasks that are left, and waits for the other threads.
void barrier(const void* site);

}  // namespace skein::runtime::openmp
