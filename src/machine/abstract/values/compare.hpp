// SPDX-License-Identifier: Apache-2.0
// Predicates of integer comparisons, turned around.
#pragma once

#include "machine/ir/program/program.hpp"

namespace skein::abstract {

// not (a p b)  iff  a negated(p) b.
constexpr ir::Compare negated(ir::Compare predicate) {
  using ir::Compare;
  switch (predicate) {
    case Compare::EQ: return Compare::NE;
    case Compare::NE: return Compare::EQ;
    case Compare::UGT: return Compare::ULE;
    case Compare::UGE: return Compare::ULT;
    case Compare::ULT: return Compare::UGE;
    case Compare::ULE: return Compare::UGT;
    case Compare::SGT: return Compare::SLE;
    case Compare::SGE: return Compare::SLT;
    case Compare::SLT: return Compare::SGE;
    case Compare::SLE: return Compare::SGT;
  }
  return predicate;
}

// a p b  iff  b swapped(p) a.
constexpr ir::Compare swapped(ir::Compare predicate) {
  using ir::Compare;
  switch (predicate) {
    case Compare::UGT: return Compare::ULT;
    case Compare::UGE: return Compare::ULE;
    case Compare::ULT: return Compare::UGT;
    case Compare::ULE: return Compare::UGE;
    case Compare::SGT: return Compare::SLT;
    case Compare::SGE: return Compare::SLE;
    case Compare::SLT: return Compare::SGT;
    case Compare::SLE: return Compare::SGE;
    default: return predicate;
  }
}

}  // namespace skein::abstract
