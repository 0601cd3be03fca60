// SPDX-License-Identifier: Apache-2.0
// A configuration as seen from its end: the last write of every component, and the reads since
// then. Components beyond the end of `last` are untouched.
#pragma once

#include <cstdint>
#include <vector>

#include "prefix/chains.hpp"

namespace skein {

struct View {
  struct Read {
    ComponentId component;
    PrefixEventId event;
  };
  std::vector<ChainId> last;  // by component
  std::vector<Read> reads;    // sorted by component, then agent
  std::uint64_t hash = 0;     // of its state: a sum over the last writes, kept up to date
};

}  // namespace skein
