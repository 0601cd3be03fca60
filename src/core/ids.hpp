// SPDX-License-Identifier: Apache-2.0
// Strong identifiers. Each kind of numbered thing has its own type, so that an agent can never be
// passed for an object. All are dense 32-bit indices, and the same in every run of one machine.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace skein {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNoValue = 0xffffffffU;

  std::uint32_t value = kNoValue;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t v) : value(v) {}
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}

  [[nodiscard]] constexpr bool is_none() const { return value == kNoValue; }
  [[nodiscard]] constexpr std::size_t index() const { return value; }
  // The next id, for loops over a range.
  constexpr Id& operator++() {
    ++value;
    return *this;
  }
  // An id of none is larger than all others.
  friend constexpr auto operator<=>(Id, Id) = default;
};

// Anything that can be scheduled: a thread, or a message on a handler. A machine identifies an
// agent by its creator and by how many agents that one had created before, and numbers them
// densely.
using AgentId = Id<struct AgentTag>;

// Anything that an operation can touch: a lock, a condition variable, a memory location, the life
// of an agent. Numbered densely by the machine.
using ObjectId = Id<struct ObjectTag>;

// A place in the program's source, known to the machine that reports it.
using SiteId = Id<struct SiteTag>;

// The position of a step in one run. Unlike the others it is meaningless outside that run.
using StepIndex = Id<struct StepTag>;

inline constexpr AgentId kMainAgent{std::uint32_t{0}};

}  // namespace skein

template <class Tag>
struct std::hash<skein::Id<Tag>> {
  std::size_t operator()(skein::Id<Tag> id) const noexcept { return id.value; }
};
