// SPDX-License-Identifier: Apache-2.0
// The live slots at each instruction: the usual backward analysis.
#include <algorithm>

#include "machine/ir/program/builtins.hpp"
#include "machine/ir/program/thread.hpp"

namespace skein::ir {

namespace {

class Liveness {
 public:
  Liveness(const Program& program, Function& function) : program_(program), function_(function) {}

  void run() {
    const std::size_t words = (function_.slots + 63) / 64;
    in_.assign(function_.code.size(), std::vector<std::uint64_t>(words, 0));
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      for (std::size_t pc = function_.code.size(); pc-- > 0;) {
        std::vector<std::uint64_t> now = before(pc, words);
        if (now == in_[pc]) continue;
        in_[pc] = std::move(now);
        has_changed = true;
      }
    }
    function_.live.assign(function_.code.size(), {});
    for (std::size_t pc = 0; pc < function_.code.size(); ++pc) {
      for (std::uint32_t slot = 0; slot < function_.slots; ++slot) {
        if ((in_[pc][slot / 64] >> (slot % 64) & 1U) != 0) function_.live[pc].push_back(slot);
      }
    }
  }

 private:
  using Bits = std::vector<std::uint64_t>;

  static void use(Bits& bits, Operand operand) {
    if (operand >= 0) bits[static_cast<std::size_t>(operand) / 64] |= 1ULL << (operand % 64);
  }
  static void define(Bits& bits, Operand operand) {
    if (operand >= 0) bits[static_cast<std::size_t>(operand) / 64] &= ~(1ULL << (operand % 64));
  }

  void along(Bits& bits, std::size_t number) {
    const Edge& edge = program_.edges[number];
    Bits there = in_[edge.target];
    for (const Copy& copy : edge.copies) define(there, copy.dst);
    for (const Copy& copy : edge.copies) use(there, copy.src);
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] |= there[i];
  }

  Bits before(std::size_t pc, std::size_t words) {
    const Instruction& in = function_.code[pc];
    Bits bits(words, 0);
    switch (in.code) {
      case Code::Jump: along(bits, static_cast<std::size_t>(in.imm)); return bits;
      case Code::Branch:
        along(bits, static_cast<std::size_t>(in.imm));
        along(bits, static_cast<std::size_t>(in.imm) + 1);
        use(bits, in.a);
        return bits;
      case Code::Switch: {
        const SwitchTable& table = program_.switches[static_cast<std::size_t>(in.imm)];
        for (const std::uint32_t edge : table.edges) along(bits, edge);
        along(bits, table.otherwise);
        use(bits, in.a);
        return bits;
      }
      case Code::Return:
        use_arguments(bits, in);
        for (const Operand block : function_.blocks) use(bits, block);
        return bits;
      case Code::Unreachable: return bits;
      default: break;
    }
    if (pc + 1 < in_.size()) bits = in_[pc + 1];
    if (in.code == Code::Fence) return bits;
    const bool is_call =
        in.code == Code::Call || in.code == Code::CallPointer || in.code == Code::Builtin;
    if (is_call) {
      for (std::uint32_t i = 0; i < in.slots; ++i) define(bits, in.dst + static_cast<Operand>(i));
      use_arguments(bits, in);
      if (in.code == Code::CallPointer) use(bits, in.a);
      const bool is_exit =
          in.code == Code::Builtin && static_cast<Builtin>(in.sub) == Builtin::ThreadExit;
      for (const Operand block : function_.blocks) {
        if (is_exit) use(bits, block);
      }
      return bits;
    }
    if (in.code != Code::Store) define(bits, in.dst);
    switch (in.code) {
      case Code::Alloca:
      case Code::NewBlock: return bits;
      case Code::Grow: use(bits, in.b); return bits;
      case Code::CmpXchg:
        define(bits, in.dst + 1);
        use(bits, in.c);
        break;
      case Code::Select: use(bits, in.c); break;
      default: break;
    }
    if (uses_b(in.code)) use(bits, in.b);
    use(bits, in.a);
    return bits;
  }

  void use_arguments(Bits& bits, const Instruction& in) {
    for (std::uint32_t i = 0; i < in.argument_count; ++i) {
      use(bits, program_.arguments[in.arguments + i]);
    }
  }

  const Program& program_;
  Function& function_;
  std::vector<Bits> in_;
};

}  // namespace

void find_live_slots(Program& program) {
  for (Function& function : program.functions) {
    if (function.is_defined) Liveness(program, function).run();
  }
}

}  // namespace skein::ir
