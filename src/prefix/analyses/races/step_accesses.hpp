// SPDX-License-Identifier: Apache-2.0
// The memory accesses of events, which are those of the agents' local states, asked for once.
#pragma once

#include <unordered_map>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

class StepAccesses {
 public:
  explicit StepAccesses(const Prefix& prefix) : prefix_(prefix) {}

  // Valid as long as this object. Empty for atomic sections, and for operations that synchronise
  // and write no result.
  [[nodiscard]] const std::vector<MemoryAccess>& of(PrefixEventId e) {
    const Prefix::Event& event = prefix_[e];
    if (!may_access(event.kind) || event.choice != 0) return none_;
    const ValueId local = prefix_.chains()[event.before].value;
    const auto [it, is_new] = known_.try_emplace(local);
    if (is_new) it->second = prefix_.system().accesses(local);
    return it->second;
  }

 private:
  [[nodiscard]] static bool may_access(OpKind kind) {
    switch (kind) {
      case OpKind::PlainLoad:
      case OpKind::PlainStore:
      case OpKind::AtomicLoad:
      case OpKind::AtomicStore:
      case OpKind::AtomicRmw:
      case OpKind::ThreadJoin:                // its result
      case OpKind::SemGetValue:               // likewise
      case OpKind::LibraryCall: return true;  // the end of a block
      default: return false;
    }
  }

  const Prefix& prefix_;
  std::unordered_map<ValueId, std::vector<MemoryAccess>> known_;
  std::vector<MemoryAccess> none_;
};

// Whether two accesses of different agents race if neither happens before the other. Two ends of
// one block do not: the second is an error of its own.
constexpr bool conflict(const MemoryAccess& a, const MemoryAccess& b) {
  return (a.is_write || b.is_write) && !(a.is_atomic && b.is_atomic) && !(a.is_free && b.is_free) &&
         a.address < b.address + b.length && b.address < a.address + a.length;
}

}  // namespace skein
