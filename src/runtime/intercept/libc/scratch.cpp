// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/libc/scratch.hpp"

#include <cstdint>
#include <sys/mman.h>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/snapshot/own_memory.hpp"

namespace skein::runtime {

namespace {

// Between main's mappings (mappings.cpp) and the program itself.
constexpr std::uint64_t kBegin = 0x540000000000ULL;
constexpr std::size_t kSizeOfEach = std::size_t{64} << 20U;
constexpr std::size_t kAlignment = 16;

struct Part {
  bool is_mapped = false;
  std::size_t used = 0;
};
Part parts[channel::kMaxAgents];
bool is_used = false;  // in this run

char* begin_of(AgentId agent) {
  return reinterpret_cast<char*>(kBegin + agent.index() * kSizeOfEach);
}

bool is_mapped(AgentId agent) {
  Part& part = parts[agent.index()];
  if (!part.is_mapped) {
    const long wanted = syscalls::as_long(begin_of(agent));
    own_memory::note_lasting_change();
    part.is_mapped =
        syscalls::call(SYS_mmap, wanted, static_cast<long>(kSizeOfEach), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                       0) == wanted;
  }
  return part.is_mapped;
}

}  // namespace

Scratch::Scratch(std::size_t size)
    : owner_(g.current->id), used_before_(parts[owner_.index()].used) {
  is_used = true;
  const std::size_t left = kSizeOfEach - used_before_;
  if (left < kAlignment || size > left - kAlignment || !is_mapped(owner_)) return;
  data_ = begin_of(owner_) + used_before_;
  parts[owner_.index()].used += (size + kAlignment - 1) / kAlignment * kAlignment;
}

Scratch::~Scratch() { parts[owner_.index()].used = used_before_; }

UsedScratch used_scratch(AgentId agent) { return {begin_of(agent), parts[agent.index()].used}; }

void reset_scratch() {
  if (!is_used) return;
  is_used = false;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) parts[g.run_agents[i]].used = 0;
}

}  // namespace skein::runtime
