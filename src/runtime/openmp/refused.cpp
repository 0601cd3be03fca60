// SPDX-License-Identifier: Apache-2.0
// What of OpenMP is not supported: ordered loops, dependences between iterations or tasks,
// reductions over tasks, devices, leagues of teams, and what compilers before gcc 4.9 called.
//
// Outside skein libgomp gets the call. All take integers and pointers, at most eleven of them, and
// who passes more arguments than there are does no harm.
#include "runtime/intercept/refused.hpp"

namespace {

using Call =
    skein::runtime::Refused<long(long, long, long, long, long, long, long, long, long, long, long)>;

Call refused_ordered_start("GOMP_ordered_start");
Call refused_ordered_end("GOMP_ordered_end");
Call refused_loop_static_start("GOMP_loop_static_start");
Call refused_loop_static_next("GOMP_loop_static_next");
Call refused_loop_ull_static_start("GOMP_loop_ull_static_start");
Call refused_loop_ull_static_next("GOMP_loop_ull_static_next");
Call refused_parallel_loop_static("GOMP_parallel_loop_static");
Call refused_loop_ordered_static_start("GOMP_loop_ordered_static_start");
Call refused_loop_ordered_dynamic_start("GOMP_loop_ordered_dynamic_start");
Call refused_loop_ordered_guided_start("GOMP_loop_ordered_guided_start");
Call refused_loop_ordered_runtime_start("GOMP_loop_ordered_runtime_start");
Call refused_loop_ordered_start("GOMP_loop_ordered_start");
Call refused_loop_ull_ordered_static_start("GOMP_loop_ull_ordered_static_start");
Call refused_loop_ull_ordered_dynamic_start("GOMP_loop_ull_ordered_dynamic_start");
Call refused_loop_ull_ordered_guided_start("GOMP_loop_ull_ordered_guided_start");
Call refused_loop_ull_ordered_runtime_start("GOMP_loop_ull_ordered_runtime_start");
Call refused_loop_ull_ordered_start("GOMP_loop_ull_ordered_start");
Call refused_loop_doacross_static_start("GOMP_loop_doacross_static_start");
Call refused_loop_doacross_dynamic_start("GOMP_loop_doacross_dynamic_start");
Call refused_loop_doacross_guided_start("GOMP_loop_doacross_guided_start");
Call refused_loop_doacross_runtime_start("GOMP_loop_doacross_runtime_start");
Call refused_loop_doacross_start("GOMP_loop_doacross_start");
Call refused_loop_ull_doacross_static_start("GOMP_loop_ull_doacross_static_start");
Call refused_loop_ull_doacross_dynamic_start("GOMP_loop_ull_doacross_dynamic_start");
Call refused_loop_ull_doacross_guided_start("GOMP_loop_ull_doacross_guided_start");
Call refused_loop_ull_doacross_runtime_start("GOMP_loop_ull_doacross_runtime_start");
Call refused_loop_ull_doacross_start("GOMP_loop_ull_doacross_start");
Call refused_loop_start("GOMP_loop_start");
Call refused_loop_ull_start("GOMP_loop_ull_start");
Call refused_sections2_start("GOMP_sections2_start");
Call refused_scope_start("GOMP_scope_start");
Call refused_parallel_reductions("GOMP_parallel_reductions");
Call refused_taskwait_depend("GOMP_taskwait_depend");
Call refused_taskgroup_reduction_register("GOMP_taskgroup_reduction_register");
Call refused_workshare_task_reduction_unregister("GOMP_workshare_task_reduction_unregister");
Call refused_parallel_start("GOMP_parallel_start");
Call refused_parallel_end("GOMP_parallel_end");
Call refused_parallel_sections_start("GOMP_parallel_sections_start");
Call refused_parallel_loop_static_start("GOMP_parallel_loop_static_start");
Call refused_parallel_loop_dynamic_start("GOMP_parallel_loop_dynamic_start");
Call refused_parallel_loop_guided_start("GOMP_parallel_loop_guided_start");
Call refused_parallel_loop_runtime_start("GOMP_parallel_loop_runtime_start");
Call refused_target("GOMP_target");
Call refused_target_ext("GOMP_target_ext");
Call refused_target_data("GOMP_target_data");
Call refused_target_data_ext("GOMP_target_data_ext");
Call refused_target_update("GOMP_target_update");
Call refused_target_update_ext("GOMP_target_update_ext");
Call refused_target_enter_exit_data("GOMP_target_enter_exit_data");
Call refused_teams_reg("GOMP_teams_reg");
Call refused_teams("GOMP_teams");
Call refused_teams4("GOMP_teams4");

}  // namespace

extern "C" {

long GOMP_ordered_start(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                        long j, long k) {
  return refused_ordered_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_ordered_end(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                      long j, long k) {
  return refused_ordered_end.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_loop_static_start(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                            long j, long k) {
  return refused_loop_static_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j,
                                        k);
}
long GOMP_loop_static_next(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                           long j, long k) {
  return refused_loop_static_next.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j,
                                       k);
}
long GOMP_loop_ull_static_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                long i, long j, long k) {
  return refused_loop_ull_static_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i,
                                            j, k);
}
long GOMP_loop_ull_static_next(long a, long b, long c, long d, long e, long f, long g, long h,
                               long i, long j, long k) {
  return refused_loop_ull_static_next.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i,
                                           j, k);
}
long GOMP_parallel_loop_static(long a, long b, long c, long d, long e, long f, long g, long h,
                               long i, long j, long k) {
  return refused_parallel_loop_static.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i,
                                           j, k);
}
long GOMP_loop_ordered_static_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                    long i, long j, long k) {
  return refused_loop_ordered_static_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h,
                                                i, j, k);
}
long GOMP_loop_ordered_dynamic_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                     long i, long j, long k) {
  return refused_loop_ordered_dynamic_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                 h, i, j, k);
}
long GOMP_loop_ordered_guided_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                    long i, long j, long k) {
  return refused_loop_ordered_guided_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h,
                                                i, j, k);
}
long GOMP_loop_ordered_runtime_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                     long i, long j, long k) {
  return refused_loop_ordered_runtime_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                 h, i, j, k);
}
long GOMP_loop_ordered_start(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                             long j, long k) {
  return refused_loop_ordered_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j,
                                         k);
}
long GOMP_loop_ull_ordered_static_start(long a, long b, long c, long d, long e, long f, long g,
                                        long h, long i, long j, long k) {
  return refused_loop_ull_ordered_static_start.call(__builtin_return_address(0), a, b, c, d, e, f,
                                                    g, h, i, j, k);
}
long GOMP_loop_ull_ordered_dynamic_start(long a, long b, long c, long d, long e, long f, long g,
                                         long h, long i, long j, long k) {
  return refused_loop_ull_ordered_dynamic_start.call(__builtin_return_address(0), a, b, c, d, e, f,
                                                     g, h, i, j, k);
}
long GOMP_loop_ull_ordered_guided_start(long a, long b, long c, long d, long e, long f, long g,
                                        long h, long i, long j, long k) {
  return refused_loop_ull_ordered_guided_start.call(__builtin_return_address(0), a, b, c, d, e, f,
                                                    g, h, i, j, k);
}
long GOMP_loop_ull_ordered_runtime_start(long a, long b, long c, long d, long e, long f, long g,
                                         long h, long i, long j, long k) {
  return refused_loop_ull_ordered_runtime_start.call(__builtin_return_address(0), a, b, c, d, e, f,
                                                     g, h, i, j, k);
}
long GOMP_loop_ull_ordered_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                 long i, long j, long k) {
  return refused_loop_ull_ordered_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i,
                                             j, k);
}
long GOMP_loop_doacross_static_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                     long i, long j, long k) {
  return refused_loop_doacross_static_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                 h, i, j, k);
}
long GOMP_loop_doacross_dynamic_start(long a, long b, long c, long d, long e, long f, long g,
                                      long h, long i, long j, long k) {
  return refused_loop_doacross_dynamic_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                  h, i, j, k);
}
long GOMP_loop_doacross_guided_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                     long i, long j, long k) {
  return refused_loop_doacross_guided_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                 h, i, j, k);
}
long GOMP_loop_doacross_runtime_start(long a, long b, long c, long d, long e, long f, long g,
                                      long h, long i, long j, long k) {
  return refused_loop_doacross_runtime_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                  h, i, j, k);
}
long GOMP_loop_doacross_start(long a, long b, long c, long d, long e, long f, long g, long h,
                              long i, long j, long k) {
  return refused_loop_doacross_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j,
                                          k);
}
long GOMP_loop_ull_doacross_static_start(long a, long b, long c, long d, long e, long f, long g,
                                         long h, long i, long j, long k) {
  return refused_loop_ull_doacross_static_start.call(__builtin_return_address(0), a, b, c, d, e, f,
                                                     g, h, i, j, k);
}
long GOMP_loop_ull_doacross_dynamic_start(long a, long b, long c, long d, long e, long f, long g,
                                          long h, long i, long j, long k) {
  return refused_loop_ull_doacross_dynamic_start.call(__builtin_return_address(0), a, b, c, d, e, f,
                                                      g, h, i, j, k);
}
long GOMP_loop_ull_doacross_guided_start(long a, long b, long c, long d, long e, long f, long g,
                                         long h, long i, long j, long k) {
  return refused_loop_ull_doacross_guided_start.call(__builtin_return_address(0), a, b, c, d, e, f,
                                                     g, h, i, j, k);
}
long GOMP_loop_ull_doacross_runtime_start(long a, long b, long c, long d, long e, long f, long g,
                                          long h, long i, long j, long k) {
  return refused_loop_ull_doacross_runtime_start.call(__builtin_return_address(0), a, b, c, d, e, f,
                                                      g, h, i, j, k);
}
long GOMP_loop_ull_doacross_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                  long i, long j, long k) {
  return refused_loop_ull_doacross_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h,
                                              i, j, k);
}
long GOMP_loop_start(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,
                     long k) {
  return refused_loop_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_loop_ull_start(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                         long j, long k) {
  return refused_loop_ull_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_sections2_start(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                          long j, long k) {
  return refused_sections2_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_scope_start(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                      long j, long k) {
  return refused_scope_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_parallel_reductions(long a, long b, long c, long d, long e, long f, long g, long h,
                              long i, long j, long k) {
  return refused_parallel_reductions.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j,
                                          k);
}
long GOMP_taskwait_depend(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                          long j, long k) {
  return refused_taskwait_depend.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_taskgroup_reduction_register(long a, long b, long c, long d, long e, long f, long g,
                                       long h, long i, long j, long k) {
  return refused_taskgroup_reduction_register.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                   h, i, j, k);
}
long GOMP_workshare_task_reduction_unregister(long a, long b, long c, long d, long e, long f,
                                              long g, long h, long i, long j, long k) {
  return refused_workshare_task_reduction_unregister.call(__builtin_return_address(0), a, b, c, d,
                                                          e, f, g, h, i, j, k);
}
long GOMP_parallel_start(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                         long j, long k) {
  return refused_parallel_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_parallel_end(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                       long j, long k) {
  return refused_parallel_end.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_parallel_sections_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                  long i, long j, long k) {
  return refused_parallel_sections_start.call(__builtin_return_address(0), a, b, c, d, e, f, g, h,
                                              i, j, k);
}
long GOMP_parallel_loop_static_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                     long i, long j, long k) {
  return refused_parallel_loop_static_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                 h, i, j, k);
}
long GOMP_parallel_loop_dynamic_start(long a, long b, long c, long d, long e, long f, long g,
                                      long h, long i, long j, long k) {
  return refused_parallel_loop_dynamic_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                  h, i, j, k);
}
long GOMP_parallel_loop_guided_start(long a, long b, long c, long d, long e, long f, long g, long h,
                                     long i, long j, long k) {
  return refused_parallel_loop_guided_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                 h, i, j, k);
}
long GOMP_parallel_loop_runtime_start(long a, long b, long c, long d, long e, long f, long g,
                                      long h, long i, long j, long k) {
  return refused_parallel_loop_runtime_start.call(__builtin_return_address(0), a, b, c, d, e, f, g,
                                                  h, i, j, k);
}
long GOMP_target(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,
                 long k) {
  return refused_target.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_target_ext(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,
                     long k) {
  return refused_target_ext.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_target_data(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                      long j, long k) {
  return refused_target_data.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_target_data_ext(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                          long j, long k) {
  return refused_target_data_ext.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_target_update(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                        long j, long k) {
  return refused_target_update.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_target_update_ext(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                            long j, long k) {
  return refused_target_update_ext.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j,
                                        k);
}
long GOMP_target_enter_exit_data(long a, long b, long c, long d, long e, long f, long g, long h,
                                 long i, long j, long k) {
  return refused_target_enter_exit_data.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i,
                                             j, k);
}
long GOMP_teams_reg(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,
                    long k) {
  return refused_teams_reg.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_teams(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,
                long k) {
  return refused_teams.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}
long GOMP_teams4(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,
                 long k) {
  return refused_teams4.call(__builtin_return_address(0), a, b, c, d, e, f, g, h, i, j, k);
}

}  // extern "C"
