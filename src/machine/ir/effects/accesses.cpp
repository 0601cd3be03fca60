// SPDX-License-Identifier: Apache-2.0
// Accesses to memory that other threads can reach.
#include "machine/ir/effects/effects.hpp"
#include "machine/ir/program/arithmetic.hpp"

namespace skein::ir {

void execute_memory(const Effect& e) {
  const Instruction& in = e.in;
  Memory& memory = e.context.memory;
  std::vector<Part> parts;
  memory.split(e.get(in.a), bytes_of(in), parts);
  std::uint64_t old = 0;
  if (in.code != Code::Store) {
    const MaybeMisuse misuse = memory.read(e.values, parts, reinterpret_cast<std::uint8_t*>(&old));
    if (misuse) return e.fault(*misuse);
  }
  old = cut_to(old, in.bits);
  std::uint64_t now = old;
  Ordering& ordering = e.outcome.ordering;
  ordering.acquires = (in.order & kAcquires) != 0;
  ordering.releases = (in.order & kReleases) != 0;
  switch (in.code) {
    case Code::Load: e.outcome.value = signed_of(old, in.bits); return e.finish(old);
    case Code::Store: now = e.get(in.b); break;
    case Code::Rmw: now = modify(static_cast<RmwKind>(in.sub), in.bits, old, e.get(in.b)); break;
    default: {
      const bool is_equal = old == e.get(in.b);
      if (is_equal) {
        now = e.get(in.c);
      } else {
        ordering.has_failed = true;
        ordering.acquires = (in.failure_order & kAcquires) != 0;
        ordering.releases = false;
      }
      e.frame().slots[static_cast<std::size_t>(in.dst) + 1] = is_equal ? 1 : 0;
      break;
    }
  }
  if (in.bits == 64) {
    e.context.allocation.publish(e.thread, e.get(in.code == Code::CmpXchg ? in.c : in.b));
  }
  const MaybeMisuse misuse =
      memory.write(e.outcome.values, parts, reinterpret_cast<const std::uint8_t*>(&now));
  if (misuse) return e.fault(*misuse);
  e.outcome.value = signed_of(in.code == Code::Store ? now : old, in.bits);
  e.finish(old);
}

}  // namespace skein::ir
