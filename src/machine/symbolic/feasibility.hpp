// SPDX-License-Identifier: Apache-2.0
// Whether a path can be taken, and which values a term has on it.
//
// A path carries inputs that take it. Of the two sides of a branch one is taken by these, so the
// solver is asked about the other one only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "machine/symbolic/path.hpp"
#include "machine/symbolic/solver.hpp"

namespace skein::symbolic {

class Feasibility {
 public:
  // `seconds_left`: for the whole search.
  Feasibility(Terms& terms, Solver& solver, std::function<double()> seconds_left)
      : terms_(terms), solver_(solver), seconds_left_(std::move(seconds_left)) {}

  // Adds a condition. False: the path cannot be taken then. Where the solver does not know, the
  // path goes on without a model.
  [[nodiscard]] bool admit(Path& path, TermId condition);
  // Whether inputs are known that take the path; asks again if the solver had no answer.
  [[nodiscard]] Answer is_taken(Path& path);

  // From now on: which variables make paths impossible, and how many paths.
  void find_culprits() { finds_culprits_ = true; }
  [[nodiscard]] const std::map<TermId, unsigned>& culprits() const { return culprits_; }

  // Inputs with these conditions too, if there are any that are quickly found. REQUIRES: is_taken.
  [[nodiscard]] bool prefer(Path& path, const std::vector<TermId>& conditions);

  // The values of the term on this path. Empty: more than `most`, or not known.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> values(const Path& path, TermId term,
                                                                 std::size_t most);
  // One value of the term on this path under a condition; empty: none. Throws NotFollowed if the
  // solver does not know.
  [[nodiscard]] std::optional<std::uint64_t> value(const Path& path, TermId term, TermId condition);

 private:
  [[nodiscard]] Answer ask(const std::vector<TermId>& conditions, double most_seconds = 1e9);
  void blame(const std::vector<TermId>& conditions);

  Terms& terms_;
  Solver& solver_;
  std::function<double()> seconds_left_;
  bool finds_culprits_ = false;
  unsigned blamed_ = 0;  // paths
  std::map<TermId, unsigned> culprits_;
};

}  // namespace skein::symbolic
