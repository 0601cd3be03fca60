// SPDX-License-Identifier: Apache-2.0
// Loops with a schedule that is decided at run time, sections, and single.
//
// All threads of a team meet the same constructs in the same order, so a construct is known by its
// number in the region. Iterations are given out in order; to take some is to take from a semaphore
// that counts the rest: a failed attempt changes nothing. Loops with a static schedule need none of
// this, since gcc computes their bounds in the program.
#include <algorithm>
#include <cstdint>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/openmp/team.hpp"

namespace skein::runtime::openmp {

namespace {

// What a thread asks a construct for.
struct Asking {
  Team* team;
  std::uint64_t number;
  Construct begun;  // the construct as the first thread to ask begins it
};

const Construct& seen_by(const Asking& asking) {
  const Construct& there = asking.team->constructs[asking.number % kMostConstructs];
  return there.number == asking.number ? there : asking.begun;
}

bool is_nothing_left(const Agent& a) {
  const Construct& c = seen_by(*static_cast<const Asking*>(a.target));
  return c.taken == c.total;
}

// REQUIRES: within the step.
Construct& construct_of(const Asking& asking, const void* site) {
  Construct& there = asking.team->constructs[asking.number % kMostConstructs];
  if (there.number == asking.number) return there;
  if (there.number != 0 && there.left_by < asking.team->size) {
    refuse("OpenMP threads that are more than 64 constructs (nowait) apart", site);
  }
  there = asking.begun;
  there.number = asking.number;
  return there;
}

std::uint64_t next_share(const Construct& c, std::uint32_t threads) {
  const std::uint64_t rest = c.total - c.taken;
  std::uint64_t share = c.chunk;
  if (c.is_guided) share = std::max(share, (rest + threads - 1) / threads);
  return std::min(share, rest);
}

// A range of iterations, by their numbers from 0; empty: none are left.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Takes from the construct that the agent is in.
Range take(const void* site) {
  Member& me = member();
  if (me.team == nullptr) {
    Construct& c = me.construct;
    const Range range{c.taken, c.taken + next_share(c, 1)};
    c.taken = range.end;
    return range;
  }
  Asking asking{me.team, me.constructs, me.construct};
  visit(Request{.kind = OpKind::SemTryWait,
                .first = object_of(channel::ObjectClass::Sem, Objects::Construct, me.team->master,
                                   static_cast<std::uint32_t>(me.constructs)),
                .site = site,
                .target = &asking,
                .is_idle = &is_nothing_left});
  Construct& c = construct_of(asking, site);
  const Range range{c.taken, c.taken + next_share(c, me.team->size)};
  c.taken = range.end;
  set_gate(range.begin < range.end, c.taken < c.total);
  g.step->value = static_cast<std::int64_t>(range.begin);
  return range;
}

Range begin(const Construct& construct, const void* site) {
  Member& me = member();
  ++me.constructs;
  me.construct = construct;
  return take(site);
}

void leave() {
  const Member& me = member();
  if (me.team == nullptr) return;
  Construct& c = me.team->constructs[me.constructs % kMostConstructs];
  if (c.number == me.constructs) ++c.left_by;
}

}  // namespace

enum class Schedule : std::uint8_t { Dynamic, Guided };

template <class Bound>
Construct loop(Bound start, Bound end, Bound step, bool is_up, Schedule schedule,
               std::uint64_t chunk) {
  Construct construct;
  construct.start = static_cast<std::uint64_t>(start);
  construct.step = static_cast<std::uint64_t>(step);
  construct.chunk = std::max<std::uint64_t>(chunk, 1);
  construct.is_guided = schedule == Schedule::Guided;
  if (is_up ? start >= end : start <= end) return construct;
  const auto to = static_cast<std::uint64_t>(end);
  const std::uint64_t span = is_up ? to - construct.start : construct.start - to;
  const std::uint64_t width = is_up ? construct.step : -construct.step;
  construct.total = (span + width - 1) / width;
  return construct;
}

// The range as the program counts. False: it is empty.
template <class Bound>
bool give(const Range& range, Bound* first, Bound* last) {
  const Construct& c = member().construct;
  if (range.begin == range.end) return false;
  const std::uint64_t begin = c.start + range.begin * c.step;
  const std::uint64_t end = c.start + range.end * c.step;
  *first = static_cast<Bound>(begin);
  *last = static_cast<Bound>(end);
  return true;
}

Construct sections(unsigned count) { return loop(1L, count + 1L, 1L, true, Schedule::Dynamic, 1); }

// 0: none is left.
unsigned section(const Range& range) {
  return range.begin == range.end ? 0 : static_cast<unsigned>(range.begin + 1);
}

bool is_begun(const Agent& a) {
  const Construct& c = seen_by(*static_cast<const Asking*>(a.target));
  return c.taken != 0;
}

// Whether the agent is the first of its team to come here.
bool begin_single(const void* site) {
  Member& me = member();
  ++me.constructs;
  me.construct = Construct{};
  if (me.team == nullptr) return true;
  Asking asking{me.team, me.constructs, me.construct};
  visit(Request{.kind = OpKind::OnceEnter,
                .first = object_of(channel::ObjectClass::Once, Objects::Construct, me.team->master,
                                   static_cast<std::uint32_t>(me.constructs)),
                .site = site,
                .target = &asking,
                .is_idle = &is_begun});
  Construct& c = construct_of(asking, site);
  const bool is_first = c.taken == 0;
  c.taken = 1;
  g.step->seen = is_first ? 0 : 1;
  set_gate(true, true);
  g.step->value = is_first ? 1 : 0;
  leave();
  return is_first;
}

void end_construct(const void* site) {
  leave();
  barrier(site);
}

// With copyprivate the thread that executed the single tells the others where its variables are.
void* begin_single_copy(const void* site) {
  if (begin_single(site)) return nullptr;
  barrier(site);
  const Member& me = member();
  return me.team->constructs[me.constructs % kMostConstructs].copied;
}

void end_single_copy(void* data, const void* site) {
  const Member& me = member();
  if (me.team == nullptr) return;
  me.team->constructs[me.constructs % kMostConstructs].copied = data;
  barrier(site);
}

}  // namespace skein::runtime::openmp

namespace rt = skein::runtime;
namespace omp = skein::runtime::openmp;

namespace {

using ull = unsigned long long;

namespace next {
template <class Bound>
using Iterations = rt::NextSymbol<bool(Bound*, Bound*)>;
// libgomp's function for schedules of OMP_SCHEDULE serves every loop that has begun.
Iterations<long> iterations("GOMP_loop_runtime_next");
Iterations<ull> iterations_ull("GOMP_loop_ull_runtime_next");

using LoopStart = rt::NextSymbol<bool(long, long, long, long, long*, long*)>;
LoopStart dynamic("GOMP_loop_dynamic_start");
LoopStart guided("GOMP_loop_guided_start");
rt::NextSymbol<bool(long, long, long, long*, long*)> runtime("GOMP_loop_runtime_start");
using LoopStartUll = rt::NextSymbol<bool(bool, ull, ull, ull, ull, ull*, ull*)>;
LoopStartUll dynamic_ull("GOMP_loop_ull_dynamic_start");
LoopStartUll guided_ull("GOMP_loop_ull_guided_start");
rt::NextSymbol<bool(bool, ull, ull, ull, ull*, ull*)> runtime_ull("GOMP_loop_ull_runtime_start");

rt::NextSymbol<void()> loop_end("GOMP_loop_end");
rt::NextSymbol<void()> loop_end_nowait("GOMP_loop_end_nowait");
rt::NextSymbol<bool()> loop_end_cancel("GOMP_loop_end_cancel");

using ParallelLoop =
    rt::NextSymbol<void(omp::Body, void*, unsigned, long, long, long, long, unsigned)>;
ParallelLoop parallel_dynamic("GOMP_parallel_loop_dynamic");
ParallelLoop parallel_guided("GOMP_parallel_loop_guided");
rt::NextSymbol<void(omp::Body, void*, unsigned, long, long, long, unsigned)> parallel_runtime(
    "GOMP_parallel_loop_runtime");

rt::NextSymbol<unsigned(unsigned)> sections_start("GOMP_sections_start");
rt::NextSymbol<unsigned()> sections_next("GOMP_sections_next");
rt::NextSymbol<void(omp::Body, void*, unsigned, unsigned, unsigned)> parallel_sections(
    "GOMP_parallel_sections");

rt::NextSymbol<bool()> single("GOMP_single_start");
rt::NextSymbol<void*()> single_copy_start("GOMP_single_copy_start");
rt::NextSymbol<void(void*)> single_copy_end("GOMP_single_copy_end");
}  // namespace next

template <class Bound>
bool begin_loop(const omp::Construct& loop, Bound* first, Bound* last, const void* site) {
  return omp::give(omp::begin(loop, site), first, last);
}

}  // namespace

extern "C" {

bool GOMP_loop_dynamic_start(long start, long end, long step, long chunk, long* first, long* last) {
  if (rt::is_off()) return next::dynamic(start, end, step, chunk, first, last);
  return begin_loop(omp::loop(start, end, step, step > 0, omp::Schedule::Dynamic,
                              static_cast<std::uint64_t>(chunk)),
                    first, last, __builtin_return_address(0));
}

bool GOMP_loop_guided_start(long start, long end, long step, long chunk, long* first, long* last) {
  if (rt::is_off()) return next::guided(start, end, step, chunk, first, last);
  return begin_loop(omp::loop(start, end, step, step > 0, omp::Schedule::Guided,
                              static_cast<std::uint64_t>(chunk)),
                    first, last, __builtin_return_address(0));
}

// Single iterations to any thread: whatever OMP_SCHEDULE says is a special case.
bool GOMP_loop_runtime_start(long start, long end, long step, long* first, long* last) {
  if (rt::is_off()) return next::runtime(start, end, step, first, last);
  return begin_loop(omp::loop(start, end, step, step > 0, omp::Schedule::Dynamic, 1), first, last,
                    __builtin_return_address(0));
}

bool GOMP_loop_ull_dynamic_start(bool is_up, ull start, ull end, ull step, ull chunk, ull* first,
                                 ull* last) {
  if (rt::is_off()) return next::dynamic_ull(is_up, start, end, step, chunk, first, last);
  return begin_loop(omp::loop(start, end, step, is_up, omp::Schedule::Dynamic, chunk), first, last,
                    __builtin_return_address(0));
}

bool GOMP_loop_ull_guided_start(bool is_up, ull start, ull end, ull step, ull chunk, ull* first,
                                ull* last) {
  if (rt::is_off()) return next::guided_ull(is_up, start, end, step, chunk, first, last);
  return begin_loop(omp::loop(start, end, step, is_up, omp::Schedule::Guided, chunk), first, last,
                    __builtin_return_address(0));
}

bool GOMP_loop_ull_runtime_start(bool is_up, ull start, ull end, ull step, ull* first, ull* last) {
  if (rt::is_off()) return next::runtime_ull(is_up, start, end, step, first, last);
  return begin_loop(omp::loop(start, end, step, is_up, omp::Schedule::Dynamic, 1), first, last,
                    __builtin_return_address(0));
}

bool GOMP_loop_runtime_next(long* first, long* last) {
  if (rt::is_off()) return next::iterations(first, last);
  return omp::give(omp::take(__builtin_return_address(0)), first, last);
}

bool GOMP_loop_ull_runtime_next(ull* first, ull* last) {
  if (rt::is_off()) return next::iterations_ull(first, last);
  return omp::give(omp::take(__builtin_return_address(0)), first, last);
}

// The same under other names: whether a thread's iterations must grow is a promise of ours anyway.
[[gnu::alias("GOMP_loop_runtime_next")]] bool GOMP_loop_dynamic_next(long*, long*);
[[gnu::alias("GOMP_loop_runtime_next")]] bool GOMP_loop_guided_next(long*, long*);
[[gnu::alias("GOMP_loop_runtime_next")]] bool GOMP_loop_nonmonotonic_dynamic_next(long*, long*);
[[gnu::alias("GOMP_loop_runtime_next")]] bool GOMP_loop_nonmonotonic_guided_next(long*, long*);
[[gnu::alias("GOMP_loop_runtime_next")]] bool GOMP_loop_nonmonotonic_runtime_next(long*, long*);
[[gnu::alias("GOMP_loop_runtime_next")]] bool GOMP_loop_maybe_nonmonotonic_runtime_next(long*,
                                                                                        long*);
[[gnu::alias("GOMP_loop_ull_runtime_next")]] bool GOMP_loop_ull_dynamic_next(ull*, ull*);
[[gnu::alias("GOMP_loop_ull_runtime_next")]] bool GOMP_loop_ull_guided_next(ull*, ull*);
[[gnu::alias("GOMP_loop_ull_runtime_next")]] bool GOMP_loop_ull_nonmonotonic_dynamic_next(ull*,
                                                                                          ull*);
[[gnu::alias("GOMP_loop_ull_runtime_next")]] bool GOMP_loop_ull_nonmonotonic_guided_next(ull*,
                                                                                         ull*);
[[gnu::alias("GOMP_loop_ull_runtime_next")]] bool GOMP_loop_ull_nonmonotonic_runtime_next(ull*,
                                                                                          ull*);
[[gnu::alias("GOMP_loop_ull_runtime_next")]] bool GOMP_loop_ull_maybe_nonmonotonic_runtime_next(
    ull*, ull*);
[[gnu::alias("GOMP_loop_dynamic_start")]] bool GOMP_loop_nonmonotonic_dynamic_start(long, long,
                                                                                    long, long,
                                                                                    long*, long*);
[[gnu::alias("GOMP_loop_guided_start")]] bool GOMP_loop_nonmonotonic_guided_start(long, long, long,
                                                                                  long, long*,
                                                                                  long*);
[[gnu::alias("GOMP_loop_runtime_start")]] bool GOMP_loop_nonmonotonic_runtime_start(long, long,
                                                                                    long, long*,
                                                                                    long*);
[[gnu::alias("GOMP_loop_runtime_start")]] bool GOMP_loop_maybe_nonmonotonic_runtime_start(
    long, long, long, long*, long*);
[[gnu::alias("GOMP_loop_ull_dynamic_start")]] bool GOMP_loop_ull_nonmonotonic_dynamic_start(
    bool, ull, ull, ull, ull, ull*, ull*);
[[gnu::alias("GOMP_loop_ull_guided_start")]] bool GOMP_loop_ull_nonmonotonic_guided_start(bool, ull,
                                                                                          ull, ull,
                                                                                          ull, ull*,
                                                                                          ull*);
[[gnu::alias("GOMP_loop_ull_runtime_start")]] bool GOMP_loop_ull_nonmonotonic_runtime_start(
    bool, ull, ull, ull, ull*, ull*);
[[gnu::alias("GOMP_loop_ull_runtime_start")]] bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(
    bool, ull, ull, ull, ull*, ull*);

void GOMP_loop_end() {
  if (rt::is_off()) return next::loop_end();
  omp::end_construct(__builtin_return_address(0));
}

void GOMP_loop_end_nowait() {
  if (rt::is_off()) return next::loop_end_nowait();
  omp::leave();
}

bool GOMP_loop_end_cancel() {
  if (rt::is_off()) return next::loop_end_cancel();
  omp::end_construct(__builtin_return_address(0));
  return false;
}

[[gnu::alias("GOMP_loop_end")]] void GOMP_sections_end();
[[gnu::alias("GOMP_loop_end_nowait")]] void GOMP_sections_end_nowait();
[[gnu::alias("GOMP_loop_end_cancel")]] bool GOMP_sections_end_cancel();

void GOMP_parallel_loop_dynamic(void (*body)(void*), void* data, unsigned threads, long start,
                                long end, long step, long chunk, unsigned flags) {
  if (rt::is_off()) {
    return next::parallel_dynamic(body, data, threads, start, end, step, chunk, flags);
  }
  const omp::Construct loop = omp::loop(start, end, step, step > 0, omp::Schedule::Dynamic,
                                        static_cast<std::uint64_t>(chunk));
  omp::parallel(body, data, threads, __builtin_return_address(0), &loop);
}

void GOMP_parallel_loop_guided(void (*body)(void*), void* data, unsigned threads, long start,
                               long end, long step, long chunk, unsigned flags) {
  if (rt::is_off()) {
    return next::parallel_guided(body, data, threads, start, end, step, chunk, flags);
  }
  const omp::Construct loop = omp::loop(start, end, step, step > 0, omp::Schedule::Guided,
                                        static_cast<std::uint64_t>(chunk));
  omp::parallel(body, data, threads, __builtin_return_address(0), &loop);
}

void GOMP_parallel_loop_runtime(void (*body)(void*), void* data, unsigned threads, long start,
                                long end, long step, unsigned flags) {
  if (rt::is_off()) return next::parallel_runtime(body, data, threads, start, end, step, flags);
  const omp::Construct loop = omp::loop(start, end, step, step > 0, omp::Schedule::Dynamic, 1);
  omp::parallel(body, data, threads, __builtin_return_address(0), &loop);
}

[[gnu::alias("GOMP_parallel_loop_dynamic")]] void GOMP_parallel_loop_nonmonotonic_dynamic(
    void (*)(void*), void*, unsigned, long, long, long, long, unsigned);
[[gnu::alias("GOMP_parallel_loop_guided")]] void GOMP_parallel_loop_nonmonotonic_guided(
    void (*)(void*), void*, unsigned, long, long, long, long, unsigned);
[[gnu::alias("GOMP_parallel_loop_runtime")]] void GOMP_parallel_loop_nonmonotonic_runtime(
    void (*)(void*), void*, unsigned, long, long, long, unsigned);
[[gnu::alias("GOMP_parallel_loop_runtime")]] void GOMP_parallel_loop_maybe_nonmonotonic_runtime(
    void (*)(void*), void*, unsigned, long, long, long, unsigned);

unsigned GOMP_sections_start(unsigned count) {
  if (rt::is_off()) return next::sections_start(count);
  return omp::section(omp::begin(omp::sections(count), __builtin_return_address(0)));
}

unsigned GOMP_sections_next() {
  if (rt::is_off()) return next::sections_next();
  return omp::section(omp::take(__builtin_return_address(0)));
}

void GOMP_parallel_sections(void (*body)(void*), void* data, unsigned threads, unsigned count,
                            unsigned flags) {
  if (rt::is_off()) return next::parallel_sections(body, data, threads, count, flags);
  const omp::Construct sections = omp::sections(count);
  omp::parallel(body, data, threads, __builtin_return_address(0), &sections);
}

bool GOMP_single_start() {
  if (rt::is_off()) return next::single();
  return omp::begin_single(__builtin_return_address(0));
}

void* GOMP_single_copy_start() {
  if (rt::is_off()) return next::single_copy_start();
  return omp::begin_single_copy(__builtin_return_address(0));
}

void GOMP_single_copy_end(void* data) {
  if (rt::is_off()) return next::single_copy_end(data);
  omp::end_single_copy(data, __builtin_return_address(0));
}

}  // extern "C"
