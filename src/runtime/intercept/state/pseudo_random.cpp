// SPDX-License-Identifier: Apache-2.0
// rand and its relatives. Threads share their state behind the program's back. No agent's numbers
// may depend on how often others asked, so each agent has its own sequence, the same in every run
// and in every process: it depends on who created the agent, not on the agent's number.
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

namespace next {
NextSymbol<int()> rand("rand");
NextSymbol<void(unsigned)> srand("srand");
NextSymbol<long()> random("random");
NextSymbol<void(unsigned)> srandom("srandom");
NextSymbol<double()> drand48("drand48");
NextSymbol<long()> lrand48("lrand48");
NextSymbol<long()> mrand48("mrand48");
NextSymbol<void(long)> srand48("srand48");
}  // namespace next

// The agent's place in the tree of creations. (The process that repeats a witness may give the
// agent another number than the exploration did.)
std::uint64_t lineage(AgentId agent) {
  std::uint64_t result = 0;
  while (agent != kMainAgent) {
    const channel::AgentRecord& record = g.channel->agents.records[agent.index()];
    result = mix64(result + record.ordinal + 1);
    if (record.creator >= agent) break;  // only if the program has overwritten the channel
    agent = record.creator;
  }
  return result;
}

std::uint64_t draw() {
  Agent& me = *g.current;
  me.random_state += 0x9e3779b97f4a7c15ULL;
  return mix64(me.random_state + lineage(me.id));
}

namespace next {
NextSymbol<ssize_t(void*, std::size_t, unsigned)> getrandom("getrandom");
NextSymbol<int(void*, std::size_t)> getentropy("getentropy");
NextSymbol<std::uint32_t()> arc4random("arc4random");
NextSymbol<std::uint32_t(void*)> random_device("_ZNSt13random_device9_M_getvalEv");
}  // namespace next

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
  return rt::is_off() ? rt::next::rand() : static_cast<int>(rt::draw() % (RAND_MAX + 1ULL));
}
void srand(unsigned seed) noexcept { rt::is_off() ? rt::next::srand(seed) : rt::set_seed(seed); }
long random() noexcept {
  return rt::is_off() ? rt::next::random() : static_cast<long>(rt::draw() >> 33U);
}
void srandom(unsigned seed) noexcept {
  rt::is_off() ? rt::next::srandom(seed) : rt::set_seed(seed);
}
double drand48() noexcept {
  return rt::is_off() ? rt::next::drand48() : static_cast<double>(rt::draw() >> 16U) * 0x1p-48;
}
long lrand48() noexcept {
  return rt::is_off() ? rt::next::lrand48() : static_cast<long>(rt::draw() >> 33U);
}
long mrand48() noexcept {
  return rt::is_off() ? rt::next::mrand48()
                      : static_cast<long>(static_cast<int>(rt::draw() >> 32U));
}
// Truly random numbers must be the same in every run.
ssize_t getrandom(void* buffer, std::size_t size, unsigned flags) {
  if (rt::is_off()) return rt::next::getrandom(buffer, size, flags);
  rt::accesses::written(buffer, size, __builtin_return_address(0));
  rt::fill(buffer, size);
  return static_cast<ssize_t>(size);
}
int getentropy(void* buffer, std::size_t size) {
  if (rt::is_off()) return rt::next::getentropy(buffer, size);
  rt::accesses::written(buffer, size, __builtin_return_address(0));
  rt::fill(buffer, size);
  return 0;
}
// std::random_device asks the processor. (Under this name, as the runtime carries a C++ library
// with the function itself.)
std::uint32_t __wrap__ZNSt13random_device9_M_getvalEv(void* device) {
  return rt::is_off() ? rt::next::random_device(device)
                      : static_cast<std::uint32_t>(rt::draw() >> 32U);
}
std::uint32_t arc4random() noexcept {
  return rt::is_off() ? rt::next::arc4random() : static_cast<std::uint32_t>(rt::draw() >> 32U);
}

void srand48(long seed) noexcept {
  rt::is_off() ? rt::next::srand48(seed) : rt::set_seed(static_cast<std::uint64_t>(seed));
}

}  // extern "C"
