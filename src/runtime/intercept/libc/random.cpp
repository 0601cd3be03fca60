// SPDX-License-Identifier: Apache-2.0
// Pseudo-random numbers with a state that the program keeps. (rand and its relatives, which keep
// their own, are in pseudo_random.cpp.)
#include <cstddef>
#include <cstdint>
#include <stdlib.h>

#include "runtime/intercept/libc/reported.hpp"

namespace skein::runtime {

namespace {

// random_r: the two words of its table that it uses, and the pointers to them.
void draw_from(random_data* data, const void* pc) {
  if (!is_running() || data == nullptr) return;
  reported::changed(data, pc);
  if (data->rand_type == 0) {
    reported::changed(data->state, pc);
  } else {
    reported::changed(data->fptr, pc);
    reported::read(data->rptr, sizeof(*data->rptr), pc);
  }
}

// A 48-bit generator, and its result.
template <class Result>
void draw_from(drand48_data* data, Result* result, const void* pc) {
  reported::changed(data, pc);
  reported::written(result, sizeof(*result), pc);
}

using State48 = unsigned short[3];

void draw_from(unsigned short* state, const void* pc) {
  reported::read(state, sizeof(State48), pc);
  reported::written(state, sizeof(State48), pc);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace reported = skein::runtime::reported;

extern "C" {

int __wrap_rand_r(unsigned* state) {
  reported::changed(state, __builtin_return_address(0));
  return rand_r(state);
}

int __wrap_random_r(random_data* data, std::int32_t* result) {
  rt::draw_from(data, __builtin_return_address(0));
  reported::written(result, sizeof(*result), __builtin_return_address(0));
  return random_r(data, result);
}
int __wrap_initstate_r(unsigned seed, char* state, std::size_t size, random_data* data) {
  reported::written(state, size, __builtin_return_address(0));
  reported::changed(data, __builtin_return_address(0));
  return initstate_r(seed, state, size, data);
}
int __wrap_srandom_r(unsigned seed, random_data* data) {
  const void* const pc = __builtin_return_address(0);
  reported::changed(data, pc);
  if (rt::is_running() && data->state != nullptr) {
    const int words = data->rand_type == 0 ? 1 : data->rand_deg;
    reported::written(data->state, static_cast<std::size_t>(words) * sizeof(*data->state), pc);
  }
  return srandom_r(seed, data);
}

int __wrap_drand48_r(drand48_data* data, double* result) {
  rt::draw_from(data, result, __builtin_return_address(0));
  return drand48_r(data, result);
}
int __wrap_lrand48_r(drand48_data* data, long* result) {
  rt::draw_from(data, result, __builtin_return_address(0));
  return lrand48_r(data, result);
}
int __wrap_mrand48_r(drand48_data* data, long* result) {
  rt::draw_from(data, result, __builtin_return_address(0));
  return mrand48_r(data, result);
}
int __wrap_srand48_r(long seed, drand48_data* data) {
  reported::written(data, sizeof(*data), __builtin_return_address(0));
  return srand48_r(seed, data);
}
double __wrap_erand48(unsigned short* state) {
  rt::draw_from(state, __builtin_return_address(0));
  return erand48(state);
}
long __wrap_nrand48(unsigned short* state) {
  rt::draw_from(state, __builtin_return_address(0));
  return nrand48(state);
}
long __wrap_jrand48(unsigned short* state) {
  rt::draw_from(state, __builtin_return_address(0));
  return jrand48(state);
}

}  // extern "C"
