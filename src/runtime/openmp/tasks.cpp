// SPDX-License-Identifier: Apache-2.0
#include "runtime/openmp/tasks.hpp"

#include <cstring>
#include <new>
#include <string_view>

#include "runtime/boot/module_imports.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/openmp/team.hpp"

namespace skein::runtime::openmp {

// Tasks that are waited for together. The descendants of its tasks belong to it, too.
struct Group {
  Group* outer = nullptr;
  Task* first = nullptr;
  Task* last = nullptr;
};

struct Task {
  Body body = nullptr;
  char* data = nullptr;  // its own copy of the captured variables
  std::size_t capacity = 0;
  AgentId maker;
  std::uint32_t number = 0;  // of the maker's tasks, from 1
  bool is_final = false;     // so are its children, which are executed at once
  bool is_queued = false;
  bool is_done = false;
  Task* next_queued = nullptr;
  Task* next_child = nullptr;   // of the same parent, as this one was made later
  Task* first_child = nullptr;  // that was not waited for yet
  Task* last_child = nullptr;
  Task* next_in_group = nullptr;
  Group* group = nullptr;
};

namespace {

bool has_looked = false;
bool has_tasks = false;

// Whether a loaded file calls a function that makes tasks. Looks once. (No static of the function:
// its guard would be a step of the program.)
bool imports_tasks() {
  if (!has_looked) {
    has_tasks = module_imports::has_any([](std::string_view name) {
      return name == "GOMP_task" || name.starts_with("GOMP_taskloop");
    });
  }
  has_looked = true;
  return has_tasks;
}

constexpr std::uint32_t kMostTasks = 4096;      // of one maker, in one run
constexpr std::uint32_t kFlagFinal = 1U << 1U;  // as gcc numbers them
constexpr std::uint32_t kFlagDepend = 1U << 3U;
constexpr std::uint32_t kFlagUp = 1U << 8U;
constexpr std::uint32_t kFlagGrainSize = 1U << 9U;
constexpr std::uint32_t kFlagIf = 1U << 10U;
constexpr std::uint32_t kFlagNoGroup = 1U << 11U;
constexpr std::uint32_t kFlagReduction = 1U << 12U;
constexpr std::uint32_t kFlagDetach = 1U << 13U;

constexpr std::uint32_t kMostGroups = 16;  // nested in each other

// What an agent has for its tasks, in one run.
struct Own {
  std::uint64_t run = 0;
  Task implicit;  // what it executes outside of explicit tasks
  Group groups[kMostGroups];
  std::uint32_t group_count = 0;
};

Own* owns = nullptr;       // by agent
Task** made_by = nullptr;  // by maker, for all runs

Own& own() {
  if (owns == nullptr)
    owns = static_cast<Own*>(allocate_private(channel::kMaxAgents * sizeof(Own)));
  Own& mine = owns[g.current->id.index()];
  if (mine.run != member().run) {
    mine = Own{};
    mine.run = member().run;
  }
  return mine;
}

// The task that the current agent is in.
Task& current_task() {
  Task* const explicit_task = member().task;
  return explicit_task != nullptr ? *explicit_task : own().implicit;
}

Task& make_task(Member& me, const void* site) {
  if (me.tasks_made == kMostTasks) refuse("more than 4096 OpenMP tasks of one thread", site);
  if (made_by == nullptr) {
    made_by = static_cast<Task**>(allocate_private(channel::kMaxAgents * sizeof(Task*)));
  }
  Task*& mine = made_by[g.current->id.index()];
  if (mine == nullptr) mine = static_cast<Task*>(allocate_private(kMostTasks * sizeof(Task)));
  Task& task = mine[me.tasks_made++];
  char* const data = task.data;  // of an earlier run, to be used again
  const std::size_t capacity = task.capacity;
  task = Task{};
  task.data = data;
  task.capacity = capacity;
  task.maker = g.current->id;
  task.number = me.tasks_made;
  return task;
}

void add_to_family(Task& task) {
  Task& parent = current_task();
  (parent.first_child == nullptr ? parent.first_child : parent.last_child->next_child) = &task;
  parent.last_child = &task;
  task.group = parent.group;
  if (Group* const group = task.group) {
    (group->first == nullptr ? group->first : group->last->next_in_group) = &task;
    group->last = &task;
  }
}

ObjectId queue_of(const Team& team) {
  return object_of(channel::ObjectClass::Sem, Objects::Tasks, team.master, 0);
}
ObjectId begin_of(const Task& task) {
  return object_of(channel::ObjectClass::Sem, Objects::Task, task.maker, task.number);
}
ObjectId end_of(const Task& task) {
  return object_of(channel::ObjectClass::Sem, Objects::TaskEnd, task.maker, task.number);
}

bool is_nothing_queued(const Agent& a) {
  return static_cast<const Team*>(a.target)->first_queued == nullptr;
}

void put_in_queue(Team& team, Task& task, const void* site) {
  // What its maker did so far happens before the task.
  visit(Request{.kind = OpKind::SemPost, .first = begin_of(task), .site = site});
  set_gate(false, true);
  visit(Request{.kind = OpKind::LibraryCall, .first = queue_of(team), .site = site});
  set_gate(team.first_queued != nullptr, true);
  task.is_queued = true;
  (team.first_queued == nullptr ? team.first_queued : team.last_queued->next_queued) = &task;
  team.last_queued = &task;
}

void take_from_queue(Team& team, Task& task) {
  Task* before = nullptr;
  for (Task* t = team.first_queued; t != &task; t = t->next_queued) before = t;
  (before == nullptr ? team.first_queued : before->next_queued) = task.next_queued;
  if (team.last_queued == &task) team.last_queued = before;
  task.next_queued = nullptr;
  task.is_queued = false;
}

void execute(Task& task, const void* site) {
  visit(Request{.kind = OpKind::SemWait, .first = begin_of(task), .site = site});
  set_gate(true, false);
  Task* const outer = member().task;
  member().task = &task;
  task.body(task.data);
  member().task = outer;
  visit(Request{.kind = OpKind::SemPost, .first = end_of(task), .site = site});
  set_gate(false, true);
  task.is_done = true;
}

bool is_target_done(const Agent& a) { return static_cast<const Task*>(a.target)->is_done; }

// Executes the task if no other thread has begun it, else waits for its end.
void wait_for(Team& team, Task& task, const void* site) {
  visit(Request{.kind = OpKind::LibraryCall, .first = queue_of(team), .site = site});
  const bool was_open = team.first_queued != nullptr;
  const bool is_mine = task.is_queued;
  if (is_mine) take_from_queue(team, task);
  set_gate(was_open, team.first_queued != nullptr);
  if (is_mine) execute(task, site);
  visit(Request{.kind = OpKind::SemWait,
                .first = end_of(task),
                .site = site,
                .target = &task,
                .is_ready = &is_target_done});
  set_gate(true, true);
}

void wait_for_children(const void* site) {
  Member& me = member();
  if (me.team == nullptr) return;
  Task& task = current_task();
  for (Task* child = task.first_child; child != nullptr; child = task.first_child) {
    task.first_child = child->next_child;
    wait_for(*me.team, *child, site);
  }
}

// At once, by this thread.
void execute_inline(Body body, void* data, bool is_final) {
  Task here;
  here.is_final = is_final;
  here.group = current_task().group;
  Task* const outer = member().task;
  member().task = &here;
  body(data);
  member().task = outer;
}

struct Captured {
  void* data;
  void (*copy)(void* to, void* from);
  std::size_t size;
  std::size_t alignment;
  // A part of a taskloop: its bounds, which are the first two words.
  bool has_bounds = false;
  std::uint64_t bounds[2] = {};

  void write_bounds(void* to) const {
    if (has_bounds) std::memcpy(to, bounds, sizeof(bounds));
  }
};

void take_copy(Task& task, const Captured& captured) {
  const std::size_t needed = captured.size + captured.alignment;
  if (task.capacity < needed) {
    task.data = static_cast<char*>(allocate_private(needed + 64));
    task.capacity = needed;
  }
  const auto at = reinterpret_cast<std::uintptr_t>(task.data);
  const std::uintptr_t aligned =
      (at + captured.alignment - 1) / captured.alignment * captured.alignment;
  task.data = reinterpret_cast<char*>(aligned);
  task.capacity -= aligned - at;
  if (captured.copy != nullptr) {
    captured.copy(task.data, captured.data);
  } else {
    std::memcpy(task.data, captured.data, captured.size);
  }
  captured.write_bounds(task.data);
}

void new_task(Body body, const Captured& captured, bool is_wanted, std::uint32_t flags,
              const void* site) {
  Member& me = member();
  const bool is_final = (flags & kFlagFinal) != 0 || current_task().is_final;
  if (me.team != nullptr && is_wanted && !is_final) {
    Task& task = make_task(me, site);
    task.body = body;
    take_copy(task, captured);
    add_to_family(task);
    put_in_queue(*me.team, task, site);
    return;
  }
  if (captured.copy == nullptr) {
    captured.write_bounds(captured.data);
    return execute_inline(body, captured.data, is_final);
  }
  alignas(64) char buffer[4096];
  if (captured.size > sizeof(buffer) || captured.alignment > 64) {
    refuse("an OpenMP task that captures more than 4096 bytes", site);
  }
  captured.copy(buffer, captured.data);
  captured.write_bounds(buffer);
  execute_inline(body, buffer, is_final);
}

void start_group(const void* site) {
  Own& mine = own();
  if (mine.group_count == kMostGroups) refuse("more than 16 nested OpenMP task groups", site);
  Task& task = current_task();
  Group& group = mine.groups[mine.group_count++];
  group = Group{};
  group.outer = task.group;
  task.group = &group;
}

void stop_group(const void* site) {
  Member& me = member();
  Task& task = current_task();
  Group& group = *task.group;
  if (me.team != nullptr) {
    for (Task* t = group.first; t != nullptr; t = t->next_in_group) wait_for(*me.team, *t, site);
  }
  task.group = group.outer;
  --own().group_count;
}

// The tasks of a taskloop: how many, and how many iterations each has at least; the first `longer`
// ones have one more.
struct Partition {
  std::uint64_t tasks;
  std::uint64_t length;
  std::uint64_t longer;
};

Partition partition(std::uint64_t iterations, std::uint32_t flags, std::uint64_t asked,
                    std::uint32_t threads) {
  std::uint64_t tasks = asked;
  if ((flags & kFlagGrainSize) != 0) tasks = asked == 0 ? iterations : iterations / asked;
  if (asked == 0) tasks = threads;
  if (tasks == 0) tasks = 1;
  if (tasks > iterations) tasks = iterations;
  return {tasks, iterations / tasks, iterations % tasks};
}

// Each task has its own bounds, in the first two words of the captured variables.
template <class Bound>
void task_loop(Body body, Captured captured, std::uint32_t flags, std::uint64_t asked, Bound start,
               Bound end, Bound step, const void* site) {
  if ((flags & (kFlagDepend | kFlagReduction)) != 0) refuse("reductions over OpenMP tasks", site);
  const bool is_up = (flags & kFlagUp) != 0 || static_cast<std::int64_t>(step) > 0;
  if (is_up ? start >= end : start <= end) return;
  const std::uint64_t span =
      is_up ? static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(start)
            : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(end);
  const std::uint64_t width =
      is_up ? static_cast<std::uint64_t>(step) : -static_cast<std::uint64_t>(step);
  const std::uint64_t iterations = (span + width - 1) / width;
  const Member& me = member();
  const Partition parts =
      partition(iterations, flags, asked, me.team == nullptr ? 1 : me.team->size);
  const bool has_group = (flags & kFlagNoGroup) == 0;
  if (has_group) start_group(site);
  auto at = static_cast<std::uint64_t>(start);
  captured.has_bounds = true;
  for (std::uint64_t i = 0; i < parts.tasks; ++i) {
    const std::uint64_t length = parts.length + (i < parts.longer ? 1 : 0);
    captured.bounds[0] = at;
    at += length * static_cast<std::uint64_t>(step);
    captured.bounds[1] = at;
    new_task(body, captured, (flags & kFlagIf) != 0, flags, site);
  }
  if (has_group) stop_group(site);
}

}  // namespace

void execute_tasks(const void* site) {
  Member& me = member();
  // Whether there are tasks is a question to the queue, and so a step. Spare it where none can be.
  if (!imports_tasks()) return;
  Team& team = *me.team;
  for (;;) {
    visit(Request{.kind = OpKind::SemTryWait,
                  .first = queue_of(team),
                  .site = site,
                  .target = &team,
                  .is_idle = &is_nothing_queued});
    Task* const task = team.first_queued;
    if (task != nullptr) take_from_queue(team, *task);
    set_gate(task != nullptr, team.first_queued != nullptr);
    if (task == nullptr) return;
    execute(*task, site);
  }
}

}  // namespace skein::runtime::openmp

namespace rt = skein::runtime;
namespace omp = skein::runtime::openmp;

namespace {

using Copy = void (*)(void*, void*);

namespace next {
rt::NextSymbol<void(omp::Body, void*, Copy, long, long, bool, unsigned, void**, int, void*)> task(
    "GOMP_task");
rt::NextSymbol<void()> taskwait("GOMP_taskwait");
rt::NextSymbol<void()> taskyield("GOMP_taskyield");
rt::NextSymbol<void()> group_start("GOMP_taskgroup_start");
rt::NextSymbol<void()> group_end("GOMP_taskgroup_end");
rt::NextSymbol<void(omp::Body, void*, Copy, long, long, unsigned, unsigned long, int, long, long,
                    long)>
    taskloop("GOMP_taskloop");
rt::NextSymbol<void(omp::Body, void*, Copy, long, long, unsigned, unsigned long, int,
                    unsigned long long, unsigned long long, unsigned long long)>
    taskloop_ull("GOMP_taskloop_ull");
}  // namespace next

omp::Captured captured(void* data, Copy copy, long size, long alignment) {
  return {data, copy, static_cast<std::size_t>(size), static_cast<std::size_t>(alignment)};
}

}  // namespace

extern "C" {

void GOMP_task(void (*body)(void*), void* data, Copy copy, long size, long alignment,
               bool is_wanted, unsigned flags, void** depend, int priority, void* detach) {
  if (rt::is_off()) {
    return next::task(body, data, copy, size, alignment, is_wanted, flags, depend, priority,
                      detach);
  }
  const void* const site = __builtin_return_address(0);
  if ((flags & omp::kFlagDepend) != 0) rt::refuse("OpenMP tasks with dependences", site);
  if ((flags & omp::kFlagDetach) != 0) rt::refuse("OpenMP tasks that are detached", site);
  omp::new_task(body, captured(data, copy, size, alignment), is_wanted, flags, site);
}

void GOMP_taskwait() {
  if (rt::is_off()) return next::taskwait();
  omp::wait_for_children(__builtin_return_address(0));
}

// Nothing that a task may rely on.
void GOMP_taskyield() {
  if (rt::is_off()) next::taskyield();
}

void GOMP_taskgroup_start() {
  if (rt::is_off()) return next::group_start();
  omp::start_group(__builtin_return_address(0));
}

void GOMP_taskgroup_end() {
  if (rt::is_off()) return next::group_end();
  omp::stop_group(__builtin_return_address(0));
}

void GOMP_taskloop(void (*body)(void*), void* data, Copy copy, long size, long alignment,
                   unsigned flags, unsigned long asked, int priority, long start, long end,
                   long step) {
  if (rt::is_off()) {
    return next::taskloop(body, data, copy, size, alignment, flags, asked, priority, start, end,
                          step);
  }
  omp::task_loop(body, captured(data, copy, size, alignment), flags, asked, start, end, step,
                 __builtin_return_address(0));
}

void GOMP_taskloop_ull(void (*body)(void*), void* data, Copy copy, long size, long alignment,
                       unsigned flags, unsigned long asked, int priority, unsigned long long start,
                       unsigned long long end, unsigned long long step) {
  if (rt::is_off()) {
    return next::taskloop_ull(body, data, copy, size, alignment, flags, asked, priority, start, end,
                              step);
  }
  omp::task_loop(body, captured(data, copy, size, alignment), flags, asked, start, end, step,
                 __builtin_return_address(0));
}

}  // extern "C"
