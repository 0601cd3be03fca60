// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/evaluate.hpp"

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Instruction;

}  // namespace

NumberId evaluate(Numbers& numbers, const Instruction& in, NumberId a, NumberId b,
                  Troubles& troubles) {
  if (in.code == Code::Move) return a;
  if (in.code != Code::Offset && in.code != Code::Index) return numbers.compute(in, a, b, troubles);
  Instruction sum;
  sum.code = Code::Add;
  NumberId distance = numbers.constant(static_cast<std::uint64_t>(in.imm));
  if (in.code == Code::Index) {
    Instruction extend;
    extend.code = Code::SExt;
    extend.bits2 = in.bits2;
    Instruction times;
    times.code = Code::Mul;
    distance = numbers.compute(times, numbers.compute(extend, b, b, troubles), distance, troubles);
  }
  return numbers.compute(sum, a, distance, troubles);
}

}  // namespace skein::abstract
