// SPDX-License-Identifier: Apache-2.0
// Puts the events of a configuration in an order in which they can happen: causes first, with few
// switches between agents.
#pragma once

#include <cstdint>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

class Linearisation {
 public:
  explicit Linearisation(const Prefix& prefix) : prefix_(prefix) {}

  [[nodiscard]] std::vector<PrefixEventId> of(const View& v);
  // The history of e, which may be a cut-off, and e at its end.
  [[nodiscard]] std::vector<PrefixEventId> of(PrefixEventId e);

 private:
  [[nodiscard]] bool is_done(PrefixEventId e) const {
    return e.is_none() || (e.index() < marks_.size() && marks_[e.index()] == last_mark_);
  }
  [[nodiscard]] bool is_ready(PrefixEventId e) const;
  void mark(PrefixEventId e);

  const Prefix& prefix_;
  // Events that have their place in the order carry the last mark, so that nothing need be cleared
  // when the next order begins.
  std::vector<std::uint32_t> marks_;  // by event
  std::uint32_t last_mark_ = 0;
};

}  // namespace skein
