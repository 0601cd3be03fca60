// SPDX-License-Identifier: Apache-2.0
// Builds a complete prefix, smallest histories first.
//
// DEVIATION: POET explores configuration by configuration, depth first, and an event may be a
// cut-off in one and not in another [POET Ex.30]. We grow one prefix, smallest histories first, as
// [ERV] does. So each event is judged once, the prefix does not depend on luck (it is the canonical
// one of the order), and completeness is the textbook's.
#pragma once

#include <vector>

#include "prefix/extension_search.hpp"
#include "prefix/linearisation.hpp"
#include "prefix/prefix.hpp"
#include "prefix/state_table.hpp"
#include "prefix/subsumption_table.hpp"

namespace skein {

class PrefixBuilder {
 public:
  // REQUIRES: the prefix is empty. It outlives the builder.
  PrefixBuilder(Prefix& prefix, PrefixOptions options);

  // False if options.is_enough stopped it.
  bool build();

 private:
  [[nodiscard]] bool build_level(const std::vector<PrefixEventId>& level);
  void execute(PrefixEventId e);
  void widen(PrefixEventId e, ValueId local);
  void enter_reads(PrefixEventId e);
  void add(PrefixEventId e);
  void log_event(PrefixEventId e) const;
  void find_cutoff(PrefixEventId e);
  void find_subsumed(PrefixEventId e);
  [[nodiscard]] bool has_cause_with_same_state(PrefixEventId e);
  void forget_states();
  [[nodiscard]] bool is_enough() const { return options_.is_enough && options_.is_enough(); }

  Prefix& prefix_;
  PrefixOptions options_;
  StateTable states_;
  SubsumptionTable subsumption_;
  ExtensionSearch search_;
  Linearisation linearisation_;
  bool has_forgotten_ = false;
  std::vector<ValueId> values_;
};

// Builds the prefix of the system. False if options.is_enough stopped it.
inline bool build(Prefix& prefix, const PrefixOptions& options) {
  return PrefixBuilder(prefix, options).build();
}

}  // namespace skein
