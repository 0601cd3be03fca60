// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/steps/history.hpp"

namespace skein::abstract {

ValueId History::value_in(CarriedId record, ObjectId object) const {
  const ValueId* written = carried_.value(record, object);
  return written != nullptr ? *written : initial_.value(object);
}

// That another agent has freed the block does not mean that it has done so before this one goes on
// (docs/prove.md, Carried memory), unless it has gone on itself.
Fate History::fate_of(BlockId block, AgentId agent) const {
  const ObjectId first = context_.memory.objects().cell(block, 0);
  const ValueId* const written = carried_.value(now_, first);
  if (written == nullptr) return Fate::Unused;
  const bool is_freed = written->is_absent() && (carried_.writer(now_, first) == agent ||
                                                 carried_.has_completed_free(now_, first));
  return is_freed ? Fate::Freed : Fate::Alive;
}

bool History::covers(CarriedId large, CarriedId small) {
  if (large == small) return true;
  bool covers = true;
  carried_.for_each(small, [&](ObjectId object, ValueId value) {
    covers = covers && lattice_.covers(value_in(large, object), value);
  });
  carried_.for_each(large, [&](ObjectId object, ValueId value) {
    covers = covers && lattice_.covers(value, value_in(small, object));
  });
  const auto values = [&](ZoneVariable x, ZoneVariable y, Sense sense) {
    const NumberId a = lattice_.number_in(value_in(small, x.object()));
    const NumberId b = lattice_.number_in(value_in(small, y.object()));
    return a.is_none() || b.is_none() ? std::nullopt : lattice_.bound_by_values(a, b, sense);
  };
  return covers && carried_.facts(large).covers(carried_.facts(small), values);
}

void History::clear() {
  carried_.clear();
  now_ = kNothingCarried;
}

}  // namespace skein::abstract
