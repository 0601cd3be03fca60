// SPDX-License-Identifier: Apache-2.0
// Paths that begin in an abstract state: each of its unknown numbers is a variable of its own, with
// the number's values.
//
// So a path stands for every concrete element of the abstract state, and for more: it does not keep
// the relations between two unknowns of the state.
#pragma once

#include <cstdint>

#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/symbolic/feasibility.hpp"
#include "machine/symbolic/path.hpp"

namespace skein::symbolic {

class Abstraction {
 public:
  Abstraction(const abstract::Numbers& numbers, ir::Cells& cells, Terms& terms,
              Feasibility& feasibility)
      : numbers_(numbers), cells_(cells), terms_(terms), feasibility_(feasibility) {}

  // A variable with these values.
  [[nodiscard]] TermId variable(Path& p, abstract::NumberId number);
  [[nodiscard]] SharedCell cell(Path& p, ValueId value);
  // Adds the thread of the state, and the cells that it has written.
  void add_thread(Path& p, const abstract::State& state);

 private:
  void add_bytes(Path& p, const abstract::UnknownMemory& memory, UnknownBytes& to);

  const abstract::Numbers& numbers_;
  ir::Cells& cells_;
  Terms& terms_;
  Feasibility& feasibility_;
};

}  // namespace skein::symbolic
