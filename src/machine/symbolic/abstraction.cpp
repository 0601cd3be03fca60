// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/abstraction.hpp"

#include <algorithm>
#include <bit>

#include "core/ensure.hpp"

namespace skein::symbolic {

using abstract::NumberId;
using abstract::Strided;

TermId Abstraction::variable(Path& p, NumberId number) {
  const abstract::Parts& parts = numbers_[number];
  std::uint64_t most = 0;
  for (const Strided& part : parts) most = std::max(most, part.hi);
  const TermId x = terms_.new_variable(
      static_cast<unsigned>(std::max(1, static_cast<int>(std::bit_width(most)))));
  TermId is_one = terms_.constant(0);
  for (const Strided& part : parts) {
    TermId is_in = terms_.between(x, part.lo, part.hi);
    if (part.stride > 1) {
      const TermId distance = terms_.compute(ir::Code::Sub, 64, x, terms_.constant(part.lo));
      const TermId rest =
          std::has_single_bit(part.stride)
              ? terms_.compute(ir::Code::And, 64, distance, terms_.constant(part.stride - 1))
              : terms_.compute(ir::Code::URem, 64, distance, terms_.constant(part.stride));
      is_in = terms_.both(is_in, terms_.equal(rest, 0));
    }
    is_one = terms_.either(is_one, is_in);
  }
  const bool is_possible = feasibility_.admit(p, is_one);
  ensure(is_possible, "an unknown number has values");
  return x;
}

SharedCell Abstraction::cell(Path& p, ValueId value) {
  const ir::Cell& c = cells_[value];
  // As StateLattice::number_in: only cells of bytes are unknown, and only as a whole.
  if (c.kind != ir::ValueKind::Bytes || c.woken.empty()) return {value, {}};
  const std::uint32_t size = c.a;
  const NumberId number{c.woken.front()};
  ir::Cell known = c;
  known.woken.clear();
  known.bits = 0;
  SharedCell result{cells_.intern(known), {}};
  write_bytes(result.bytes, 0, bytes_of(terms_, variable(p, number), size));
  return result;
}

void Abstraction::add_bytes(Path& p, const abstract::UnknownMemory& memory, UnknownBytes& to) {
  for (const abstract::UnknownBytes& u : memory) {
    write_bytes(to, u.offset, bytes_of(terms_, variable(p, u.number), u.size));
  }
}

void Abstraction::add_thread(Path& p, const abstract::State& state) {
  ThreadState t;
  t.thread = state.thread;
  t.frames.resize(state.frames.size());
  for (std::size_t i = 0; i < state.frames.size(); ++i) {
    for (const NumberId number : state.frames[i].slots) {
      t.frames[i].slots.push_back(number.is_none() ? TermId{} : variable(p, number));
    }
    add_bytes(p, state.frames[i].memory, t.frames[i].memory);
  }
  add_bytes(p, state.own, t.own);
  for (const auto& [object, value] : state.written) p.shared[object] = cell(p, value);
  p.threads[state.thread.agent] = std::move(t);
}

}  // namespace skein::symbolic
