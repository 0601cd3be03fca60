// SPDX-License-Identifier: Apache-2.0
#include "explore/registry.hpp"

#include <algorithm>
#include <array>

#include "explore/dpor/optimal.hpp"
#include "explore/dpor/source.hpp"
#include "explore/event_dpor/event_dpor.hpp"
#include "explore/oracle/exhaustive.hpp"
#include "explore/qpor/qpor.hpp"
#include "explore/sampling/random_walk.hpp"

namespace skein {

namespace {

std::unique_ptr<Explorer> make_qpor(const ExplorerOptions& options) {
  QuasiOptimal::Options own;
  own.k = options.k;
  own.bounds = options.bounds;
  own.is_paranoid = options.is_paranoid;
  return std::make_unique<QuasiOptimal>(own);
}

std::unique_ptr<Explorer> make_optimal(const ExplorerOptions& options) {
  return std::make_unique<OptimalDpor>(options.bounds);
}

std::unique_ptr<Explorer> make_event(const ExplorerOptions& options) {
  return std::make_unique<EventDpor>(options.bounds);
}

std::unique_ptr<Explorer> make_source(const ExplorerOptions& options) {
  return std::make_unique<SourceDpor>(options.bounds);
}

std::unique_ptr<Explorer> make_exhaustive(const ExplorerOptions& options) {
  return std::make_unique<Exhaustive>(options.bounds);
}

template <Policy kPolicy>
std::unique_ptr<Explorer> make_walk(const ExplorerOptions& options) {
  RandomWalk::Options own;
  own.policy = kPolicy;
  own.runs = options.runs;
  own.seed = options.seed;
  own.depth = options.depth;
  own.bounds = options.bounds;
  return std::make_unique<RandomWalk>(own);
}

constexpr std::array kExplorers{
    ExplorerInfo{.name = "qpor",
                 .summary = "along the unfolding, k-partial alternatives [QPOR]; the default",
                 .has_k = true,
                 .is_optimal = true,
                 .foresees_all = true,
                 .make = make_qpor},
    ExplorerInfo{.name = "optimal",
                 .summary = "optimal DPOR with wakeup trees",
                 .is_optimal = true,
                 .make = make_optimal},
    ExplorerInfo{.name = "event",
                 .summary = "Event-DPOR: a handler's messages in the orders that matter [EDPOR]",
                 .is_event_aware = true,
                 .make = make_event},
    ExplorerInfo{.name = "source", .summary = "source-DPOR with sleep sets", .make = make_source},
    ExplorerInfo{.name = "exhaustive",
                 .summary = "every interleaving; tiny programs only",
                 .make = make_exhaustive},
    ExplorerInfo{.name = "random",
                 .summary = "random schedules; proves nothing",
                 .caveat = "schedules were drawn at random",
                 .is_sampling = true,
                 .make = make_walk<Policy::Random>},
    ExplorerInfo{.name = "pct",
                 .summary = "probabilistic concurrency testing; proves nothing",
                 .caveat = "schedules were drawn at random",
                 .is_sampling = true,
                 .has_depth = true,
                 .make = make_walk<Policy::Pct>},
};

}  // namespace

std::span<const ExplorerInfo> explorers() { return kExplorers; }

const ExplorerInfo* find_explorer(std::string_view name) {
  const auto* found = std::find_if(kExplorers.begin(), kExplorers.end(),
                                   [&](const ExplorerInfo& info) { return info.name == name; });
  return found == kExplorers.end() ? nullptr : &*found;
}

}  // namespace skein
