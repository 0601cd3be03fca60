// SPDX-License-Identifier: Apache-2.0
#include "runtime/openmp/team.hpp"

#include <algorithm>
#include <new>
#include <string_view>
#include <unistd.h>

#include "runtime/intercept/locks/barrier.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/threads/thread_lifecycle.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/openmp/tasks.hpp"

namespace skein::runtime::openmp {

namespace {

constexpr std::uint32_t kDefaultThreads = 2;  // fewest that can go wrong

std::uint64_t run = 0;
Member* members = nullptr;  // by agent
Team** teams = nullptr;     // by master

Team& team_of(AgentId master) {
  if (teams == nullptr) {
    teams = static_cast<Team**>(allocate_private(channel::kMaxAgents * sizeof(Team*)));
  }
  Team*& team = teams[master.index()];
  if (team == nullptr) team = new (allocate_private(sizeof(Team))) Team;
  if (team->run != run) {
    *team = Team{};
    team->run = run;
    team->master = master;
  }
  return *team;
}

// The agent's place in a region, until the region ends.
class Place {
 public:
  Place(Team* team, std::uint32_t number, std::uint32_t level, const Construct& first)
      : outer_(member()) {
    Member& me = member();
    me.team = team;
    me.number = number;
    me.constructs = first.number;
    me.construct = first;
    me.level = level;
    me.task = nullptr;
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    Member& me = member();
    const std::uint32_t made = me.tasks_made;  // tasks are numbered through all regions
    me = outer_;
    me.tasks_made = made;
  }

 private:
  Member outer_;
};

ObjectId dock_of(const Worker& worker) {
  return object_of(channel::ObjectClass::Sem, Objects::Dock, worker.team->master, worker.number);
}

bool has_region(const Agent& a) { return static_cast<const Worker*>(a.target)->regions > 0; }

void wait_for_region(Worker& worker, const void* site) {
  visit(Request{.kind = OpKind::SemWait,
                .first = dock_of(worker),
                .site = site,
                .target = &worker,
                .is_ready = &has_region});
  --worker.regions;
  set_gate(true, worker.regions > 0);
}

void send_to_region(Worker& worker, const void* site) {
  visit(Request{.kind = OpKind::SemPost, .first = dock_of(worker), .site = site});
  set_gate(worker.regions > 0, true);
  ++worker.regions;
}

// A worker never ends: with main, the process does.
void* work(void* argument) {
  Worker& worker = *static_cast<Worker*>(argument);
  for (;;) {
    const void* const site = reinterpret_cast<const void*>(worker.team->body);
    {
      const Place place(worker.team, worker.number, 1, worker.team->first);
      worker.team->body(worker.team->data);
      barrier(site);
    }
    wait_for_region(worker, site);
  }
}

void begin_workers(Team& team, const void* site) {
  for (std::uint32_t n = 1; n < team.size; ++n) {
    Worker& worker = team.workers[n];
    if (worker.is_there) {
      send_to_region(worker, site);
      continue;
    }
    worker.team = &team;
    worker.number = n;
    worker.is_there = true;
    pthread_t thread = {};
    const std::uint64_t named = channel::address_of({Objects::Worker, team.master, 0});
    create_thread(&thread, nullptr, &work, &worker, reinterpret_cast<const void*>(named), site);
  }
}

// Nested regions have one thread, as by default in libgomp.
std::uint32_t size_of_team(std::uint32_t threads) {
  const Member& me = member();
  if (!is_running() || me.level > 0) return 1;
  if (threads == 0) threads = me.wanted;
  if (threads == 0) threads = threads_by_default();
  return threads;
}

}  // namespace

void begin_run() { ++run; }

Member& member() {
  if (members == nullptr) {
    members = static_cast<Member*>(allocate_private(channel::kMaxAgents * sizeof(Member)));
  }
  Member& me = members[g.current->id.index()];
  if (me.run != run) {
    me = Member{};
    me.run = run;
  }
  return me;
}

// Not getenv, which may be a step.
std::string_view setting(std::string_view name) {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with(name) && text.substr(name.size()).starts_with('=')) {
      return text.substr(name.size() + 1);
    }
  }
  return "";
}

std::uint32_t threads_by_default() {
  std::uint32_t threads = 0;
  for (const char c : setting("OMP_NUM_THREADS")) {
    if (c < '0' || c > '9' || threads > kMostThreads) break;
    threads = threads * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return threads > 0 ? threads : kDefaultThreads;
}

ObjectId object_of(channel::ObjectClass kind, Objects what, AgentId agent, std::uint32_t number) {
  const std::uint64_t address = channel::address_of({what, agent, number});
  return g.interner.object(kind, reinterpret_cast<const void*>(address));
}

void parallel(Body body, void* data, std::uint32_t threads, const void* site,
              const Construct* first) {
  const std::uint32_t size = size_of_team(threads);
  if (size > kMostThreads) refuse("an OpenMP team of more than 64 threads", site);
  const std::uint32_t level = member().level + 1;
  if (size == 1) {
    const Place place(nullptr, 0, level, first == nullptr ? Construct{} : *first);
    body(data);
    return;
  }
  Team& team = team_of(g.current->id);
  team.size = size;
  team.body = body;
  team.data = data;
  std::ranges::fill(team.constructs, Construct{});
  team.first = Construct{};
  if (first != nullptr) {
    team.first = *first;
    team.first.number = 1;
    team.constructs[1] = team.first;
  }
  begin_barrier(&team.barrier, size);
  g.channel->openmp_threads = std::max(g.channel->openmp_threads, size);
  begin_workers(team, site);
  const Place place(&team, 0, level, team.first);
  body(data);
  barrier(site);
}

void barrier(const void* site) {
  Member& me = member();
  if (me.team == nullptr) return;
  execute_tasks(site);
  Team& team = *me.team;
  // An object for each size: the rounds of a barrier are always of the same threads.
  wait_at(&team.barrier,
          object_of(channel::ObjectClass::Barrier, Objects::Barrier, team.master, team.size), false,
          site);
}

}  // namespace skein::runtime::openmp

namespace rt = skein::runtime;
namespace omp = skein::runtime::openmp;

namespace {

namespace next {
rt::NextSymbol<void(omp::Body, void*, unsigned, unsigned)> parallel("GOMP_parallel");
rt::NextSymbol<void()> barrier("GOMP_barrier");
rt::NextSymbol<bool()> barrier_cancel("GOMP_barrier_cancel");
rt::NextSymbol<bool(int, bool)> cancel("GOMP_cancel");
rt::NextSymbol<bool(int)> cancellation_point("GOMP_cancellation_point");
}  // namespace next

}  // namespace

extern "C" {

void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags) {
  if (rt::is_off()) return next::parallel(body, data, threads, flags);
  omp::parallel(body, data, threads, __builtin_return_address(0));
}

void GOMP_barrier() {
  if (rt::is_off()) return next::barrier();
  omp::barrier(__builtin_return_address(0));
}

bool GOMP_barrier_cancel() {
  if (rt::is_off()) return next::barrier_cancel();
  omp::barrier(__builtin_return_address(0));
  return false;
}

// Nothing, unless OMP_CANCELLATION says otherwise.
bool GOMP_cancel(int what, bool is_wanted) {
  if (rt::is_off()) return next::cancel(what, is_wanted);
  if (omp::setting("OMP_CANCELLATION") == "true") {
    rt::refuse("OMP_CANCELLATION=true", __builtin_return_address(0));
  }
  return false;
}

bool GOMP_cancellation_point(int what) {
  return rt::is_off() ? next::cancellation_point(what) : false;
}

}  // extern "C"
