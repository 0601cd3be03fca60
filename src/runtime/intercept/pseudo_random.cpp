// SPDX-License-Identifier: Apache-2.0
// rand and its relatives. Threads share their state behind the program's back. No agent's numbers
// may depend on how often others asked, so each agent has its own sequence, the same in every run.
#include <cstddef>
#include <cstdint>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/types.h>
#include <unistd.h>

#include "core/random.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime {

namespace {

NextSymbol<int()> real_rand("rand");
NextSymbol<void(unsigned)> real_srand("srand");
NextSymbol<long()> real_random("random");
NextSymbol<void(unsigned)> real_srandom("srandom");
NextSymbol<double()> real_drand48("drand48");
NextSymbol<long()> real_lrand48("lrand48");
NextSymbol<long()> real_mrand48("mrand48");
NextSymbol<void(long)> real_srand48("srand48");

std::uint64_t draw() {
  Agent& me = *g.current;
  me.random_state += 0x9e3779b97f4a7c15ULL;
  return mix64(me.random_state + me.id.value * 0xff51afd7ed558ccdULL);
}

NextSymbol<ssize_t(void*, std::size_t, unsigned)> real_getrandom("getrandom");
NextSymbol<int(void*, std::size_t)> real_getentropy("getentropy");
NextSymbol<std::uint32_t()> real_arc4random("arc4random");

void fill(void* buffer, std::size_t size) {
  auto* bytes = static_cast<unsigned char*>(buffer);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(draw() >> 40U);
}

void set_seed(std::uint64_t seed) { g.current->random_state = seed << 32U; }

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int rand() noexcept {
  return rt::is_off() ? rt::real_rand() : static_cast<int>(rt::draw() % (RAND_MAX + 1ULL));
}
void srand(unsigned seed) noexcept { rt::is_off() ? rt::real_srand(seed) : rt::set_seed(seed); }
long random() noexcept {
  return rt::is_off() ? rt::real_random() : static_cast<long>(rt::draw() >> 33U);
}
void srandom(unsigned seed) noexcept { rt::is_off() ? rt::real_srandom(seed) : rt::set_seed(seed); }
double drand48() noexcept {
  return rt::is_off() ? rt::real_drand48() : static_cast<double>(rt::draw() >> 16U) * 0x1p-48;
}
long lrand48() noexcept {
  return rt::is_off() ? rt::real_lrand48() : static_cast<long>(rt::draw() >> 33U);
}
long mrand48() noexcept {
  return rt::is_off() ? rt::real_mrand48() : static_cast<long>(static_cast<int>(rt::draw() >> 32U));
}
// Truly random numbers must be the same in every run.
ssize_t getrandom(void* buffer, std::size_t size, unsigned flags) {
  if (rt::is_off()) return rt::real_getrandom(buffer, size, flags);
  rt::accesses::written(buffer, size, __builtin_return_address(0));
  rt::fill(buffer, size);
  return static_cast<ssize_t>(size);
}
int getentropy(void* buffer, std::size_t size) {
  if (rt::is_off()) return rt::real_getentropy(buffer, size);
  rt::accesses::written(buffer, size, __builtin_return_address(0));
  rt::fill(buffer, size);
  return 0;
}
std::uint32_t arc4random() noexcept {
  return rt::is_off() ? rt::real_arc4random() : static_cast<std::uint32_t>(rt::draw() >> 32U);
}

void srand48(long seed) noexcept {
  rt::is_off() ? rt::real_srand48(seed) : rt::set_seed(static_cast<std::uint64_t>(seed));
}

}  // extern "C"
