// SPDX-License-Identifier: Apache-2.0
// Which barriers have blind arrivals.
//
// If the agents that ever arrive at a barrier are not more than those it waits for, each round has
// one arrival of each of them, and their order is not observable (docs/equivalence.md). If there
// are more, the order decides which of them form a round. How many agents run a body is known if
// loops that create them have constant bounds; a barrier whose users cannot be counted has ordered
// arrivals.
#pragma once

#include "machine/model/language/model_program.hpp"

namespace skein {

// Fills in `is_blind`. REQUIRES: the code and the creations are complete.
void find_blind_barriers(ModelProgram& program);

}  // namespace skein
