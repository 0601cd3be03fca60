// SPDX-License-Identifier: Apache-2.0
// What the threads of an OpenMP team share, as objects of operations. It has no address in the
// program, so it gets one that no program can have, made of the team's master and a number. The
// runtime makes these addresses, the explorer's side names them.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace skein::channel {

struct OpenMpObject {
  enum class Kind : std::uint8_t {
    Barrier,    // of the team, while it has `number` threads
    Dock,       // where worker `number` waits for the next region
    Construct,  // loop, sections or single: construct `number` of a region
    Tasks,      // the team's queue
    Task,       // made by the agent: task `number` is there
    TaskEnd,    // ... and is done
    Critical,   // the section without a name
    Atomic,     // the lock of atomic updates that have no instruction
    Worker      // not an object: what workers begin with, instead of the address of a function
  };

  Kind kind = Kind::Barrier;
  AgentId agent;  // the team's master, or the maker of a task
  std::uint32_t number = 0;
};

inline constexpr std::uint64_t kOpenMpAddresses = std::uint64_t{0x5e} << 56U;

constexpr std::uint64_t address_of(const OpenMpObject& object) {
  return kOpenMpAddresses | static_cast<std::uint64_t>(object.kind) << 48U |
         static_cast<std::uint64_t>(object.agent.value & 0xffffU) << 32U | object.number;
}

constexpr bool is_openmp(std::uint64_t address) {
  return address >> 56U == kOpenMpAddresses >> 56U;
}

constexpr OpenMpObject openmp_object(std::uint64_t address) {
  return {static_cast<OpenMpObject::Kind>((address >> 48U) & 0xffU),
          AgentId{static_cast<std::uint32_t>((address >> 32U) & 0xffffU)},
          static_cast<std::uint32_t>(address)};
}

}  // namespace skein::channel
