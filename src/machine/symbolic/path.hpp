// SPDX-License-Identifier: Apache-2.0
// One path of a symbolic execution: the threads and memory of the ir machine where inputs are
// variables, and the conditions on these under which the program goes this way.
//
// As in machine/abstract, everything that is known is in the machine's own threads and cells, and
// what is unknown has a term here and is zero there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/program/thread.hpp"
#include "machine/symbolic/term_bytes.hpp"
#include "machine/symbolic/terms.hpp"

namespace skein::symbolic {

struct FrameTerms {
  std::vector<TermId> slots;  // none: known
  UnknownBytes memory;
};

struct ThreadState {
  ir::Thread thread;
  std::vector<FrameTerms> frames;  // as many as the thread has
  UnknownBytes own;                // thread-local variables
};

struct SharedCell {
  ValueId value;
  UnknownBytes bytes;  // by place in the cell
};

// What the program was told, in the order of its questions: an input, or the choice of an operation
// with several outcomes.
struct Decision {
  TermId value;
  bool is_any_input = false;  // any value of its type; else the number of a choice
  std::uint8_t bits = 32;
};

struct Path {
  std::map<AgentId, ThreadState> threads;
  std::map<ObjectId, SharedCell> shared;  // that was looked at
  std::vector<TermId> conditions;
  std::vector<Decision> decisions;
  std::optional<Fault> fault;
  std::uint32_t branches = 0;  // on unknown conditions
  // Inputs for which the program goes this way. Empty optional: the solver could not say whether
  // there are any.
  std::optional<Assignment> model = Assignment{};
};

// The path does something that is not followed here; others may go on.
struct NotFollowed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace skein::symbolic
