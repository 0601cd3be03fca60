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
Question real_thread_num("omp_get_thread_num");
Question real_num_threads("omp_get_num_threads");
Question real_max_threads("omp_get_max_threads");
Question real_num_procs("omp_get_num_procs");
Question real_in_parallel("omp_in_parallel");
Question real_level("omp_get_level");
Question real_active_level("omp_get_active_level");
rt::NextSymbol<void(int)> real_set_num_threads("omp_set_num_threads");
rt::NextSymbol<double()> real_wtime("omp_get_wtime");

}  // namespace

extern "C" {

int omp_get_thread_num() {
  if (rt::is_off()) return real_thread_num();
  return static_cast<int>(omp::member().number);
}

int omp_get_num_threads() {
  if (rt::is_off()) return real_num_threads();
  const omp::Team* const team = omp::member().team;
  return team == nullptr ? 1 : static_cast<int>(team->size);
}

int omp_get_max_threads() {
  if (rt::is_off()) return real_max_threads();
  const std::uint32_t wanted = omp::member().wanted;
  return static_cast<int>(wanted == 0 ? omp::threads_by_default() : wanted);
}

// As many as there are threads by default: programs size their teams by it.
int omp_get_num_procs() {
  if (rt::is_off()) return real_num_procs();
  return static_cast<int>(omp::threads_by_default());
}

int omp_in_parallel() {
  if (rt::is_off()) return real_in_parallel();
  return omp::member().team == nullptr ? 0 : 1;
}

int omp_get_level() {
  if (rt::is_off()) return real_level();
  return static_cast<int>(omp::member().level);
}

int omp_get_active_level() {
  if (rt::is_off()) return real_active_level();
  return omp::member().team == nullptr ? 0 : 1;
}

void omp_set_num_threads(int threads) {
  if (rt::is_off()) return real_set_num_threads(threads);
  omp::member().wanted = static_cast<std::uint32_t>(std::max(threads, 1));
}

double omp_get_wtime() {
  if (rt::is_off()) return real_wtime();
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // extern "C"
