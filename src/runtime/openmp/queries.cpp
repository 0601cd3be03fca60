// SPDX-License-Identifier: Apache-2.0
// What the program asks about its threads. What is not here (places, devices, allocators) libgomp
// answers itself: it knows of no team, and its answers are the same in every run.
#include <algorithm>
#include <time.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/openmp/team.hpp"

namespace {

namespace rt = skein::runtime;
namespace omp = skein::runtime::openmp;

using Question = rt::NextSymbol<int()>;
namespace next {
Question thread_num("omp_get_thread_num");
Question num_threads("omp_get_num_threads");
Question max_threads("omp_get_max_threads");
Question num_procs("omp_get_num_procs");
Question in_parallel("omp_in_parallel");
Question level("omp_get_level");
Question active_level("omp_get_active_level");
rt::NextSymbol<void(int)> set_num_threads("omp_set_num_threads");
rt::NextSymbol<double()> wtime("omp_get_wtime");
}  // namespace next

}  // namespace

extern "C" {

int omp_get_thread_num() {
  if (rt::is_off()) return next::thread_num();
  return static_cast<int>(omp::member().number);
}

int omp_get_num_threads() {
  if (rt::is_off()) return next::num_threads();
  const omp::Team* const team = omp::member().team;
  return team == nullptr ? 1 : static_cast<int>(team->size);
}

int omp_get_max_threads() {
  if (rt::is_off()) return next::max_threads();
  const std::uint32_t wanted = omp::member().wanted;
  return static_cast<int>(wanted == 0 ? omp::threads_by_default() : wanted);
}

// As many as there are threads by default: programs size their teams by it.
int omp_get_num_procs() {
  if (rt::is_off()) return next::num_procs();
  return static_cast<int>(omp::threads_by_default());
}

int omp_in_parallel() {
  if (rt::is_off()) return next::in_parallel();
  return omp::member().team == nullptr ? 0 : 1;
}

int omp_get_level() {
  if (rt::is_off()) return next::level();
  return static_cast<int>(omp::member().level);
}

int omp_get_active_level() {
  if (rt::is_off()) return next::active_level();
  return omp::member().team == nullptr ? 0 : 1;
}

void omp_set_num_threads(int threads) {
  if (rt::is_off()) return next::set_num_threads(threads);
  omp::member().wanted = static_cast<std::uint32_t>(std::max(threads, 1));
}

double omp_get_wtime() {
  if (rt::is_off()) return next::wtime();
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // extern "C"
