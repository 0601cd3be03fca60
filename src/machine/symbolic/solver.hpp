// SPDX-License-Identifier: Apache-2.0
// The solver: whether conditions on unknown inputs can hold together, and with which inputs.
//
// The only implementation is Z3 (z3/z3_solver.cpp). It is a library that is loaded when the first
// question is asked, so that no other command pays for loading it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "machine/symbolic/terms.hpp"

namespace skein::symbolic {

enum class Answer : std::uint8_t { Satisfiable, Unsatisfiable, Unknown };

class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  Solver(Solver&&) = delete;
  Solver& operator=(Solver&&) = delete;
  virtual ~Solver() = default;

  // Whether all conditions can hold together. Conditions that begin like those of the question
  // before are not translated again. Unknown: not within that time.
  [[nodiscard]] virtual Answer check(std::span<const TermId> conditions, double seconds) = 0;
  // REQUIRES: the last answer was Satisfiable.
  [[nodiscard]] virtual const Assignment& assignment() const = 0;
  // Some of these conditions that cannot hold together, mostly few; none: it takes too long, or
  // they can.
  [[nodiscard]] virtual std::vector<TermId> core(std::span<const TermId> conditions,
                                                 double seconds) = 0;
};

// Loads the library. Throws UserError, with what to do, if it is missing. The terms must outlive
// the solver.
[[nodiscard]] std::unique_ptr<Solver> load_solver(const Terms& terms);

}  // namespace skein::symbolic
