// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/local/clock.hpp"

#include <algorithm>

#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kRead = 100'000;
// The time when the program begins: library/machine.h.
constexpr std::uint64_t kMonotonicBegin = 1000 * kSecond;
constexpr std::uint64_t kRealBegin = 1'767'225'600 * kSecond;

// The instructions of the function that may follow this one.
void list_next(const Program& program, const Instruction& in, std::uint32_t pc,
               std::vector<std::uint32_t>& next) {
  next.clear();
  const auto follow = [&](std::uint64_t edge) { next.push_back(program.edges[edge].target); };
  const auto imm = static_cast<std::uint64_t>(in.imm);
  switch (in.code) {
    case Code::Jump: return follow(imm);
    case Code::Branch: follow(imm); return follow(imm + 1);
    case Code::Switch: {
      const SwitchTable& table = program.switches[imm];
      follow(table.otherwise);
      for (const std::uint32_t edge : table.edges) follow(edge);
      return;
    }
    case Code::Return:
    case Code::Unreachable: return;
    default: next.push_back(pc + 1); return;
  }
}

// Marks pc if the property holds there or at one of the next instructions. True if that is new.
bool propagate(std::vector<char>& known, std::uint32_t pc, bool is_here,
               const std::vector<std::uint32_t>& next) {
  if (known[pc] != 0) return false;
  const bool is_ahead = std::any_of(next.begin(), next.end(), [&](std::uint32_t to) {
    return to < known.size() && known[to] != 0;
  });
  if (!is_here && !is_ahead) return false;
  known[pc] = 1;
  return true;
}

}  // namespace

Clocks::Clocks(const Program& program, const Control& control, const Memory& memory)
    : program_(program), control_(control), memory_(memory) {
  for (const Function& f : program_.functions) {
    are_used_ = are_used_ || std::any_of(f.code.begin(), f.code.end(), [](const Instruction& in) {
                  return is_builtin(in, Builtin::LookAtClock);
                });
  }
  if (are_used_) find_uses();
}

// Functions called through a pointer, or in another thread, may read the clock.
bool Clocks::uses_clock(const Instruction& in) const {
  if (in.code == Code::Call) {
    const auto& callee = uses_clock_[static_cast<std::size_t>(in.imm)];
    return !callee.empty() && callee.front() != 0;
  }
  return in.code == Code::CallPointer || is_builtin(in, Builtin::LookAtClock) ||
         is_builtin(in, Builtin::ThreadCreate) || is_builtin(in, Builtin::ThreadExit) ||
         is_builtin(in, Builtin::Once);
}

void Clocks::find_uses() {
  const std::vector<Function>& functions = program_.functions;
  for (const Function& f : functions) {
    uses_clock_.emplace_back(f.code.size(), 0);
    returns_.emplace_back(f.code.size(), 0);
  }
  bool has_changed = true;
  std::vector<std::uint32_t> next;
  while (has_changed) {
    has_changed = false;
    for (std::size_t n = functions.size(); n-- > 0;) {
      for (auto pc = static_cast<std::uint32_t>(functions[n].code.size()); pc-- > 0;) {
        const Instruction& in = functions[n].code[pc];
        list_next(program_, in, pc, next);
        const bool is_use = propagate(uses_clock_[n], pc, uses_clock(in), next);
        const bool is_return = propagate(returns_[n], pc, in.code == Code::Return, next);
        has_changed = has_changed || is_use || is_return;
      }
    }
  }
}

bool Clocks::is_needed(const Thread& t) const {
  if (t.status == Status::Exiting || t.leaving != Leaving::Not) return true;
  if (std::any_of(t.frames.begin(), t.frames.end(),
                  [&](const Frame& f) { return uses_clock_[f.function.index()][f.pc] != 0; })) {
    return true;
  }
  // A thread that ends leaves its clock to the thread that joins it. The program ends with main.
  if (t.agent == kMainAgent || t.frames.empty()) return false;
  const Frame& first = t.frames.front();
  return returns_[first.function.index()][first.pc] != 0;
}

void Clocks::drop_if_unused(Thread& t) const {
  if (are_used_ && !is_needed(t)) t.clock = 0;
}

std::uint64_t Clocks::read(Thread& t) { return t.clock += kRead; }

void Clocks::advance_by(Thread& t, std::uint64_t nanoseconds) const {
  if (are_used_) t.clock += nanoseconds;
}

void Clocks::advance_to(Thread& t, std::uint64_t time) const {
  if (!are_used_) return;
  const std::uint64_t begin = time > kRealBegin / 2 ? kRealBegin : kMonotonicBegin;
  if (time > begin) t.clock = std::max(t.clock, time - begin);
}

void Clocks::time_out(Thread& t, const Instruction& in) const {
  const std::uint64_t pointer = control_.argument(t, in, in.argument_count - 1);
  std::uint64_t time[2];  // struct timespec
  if (!are_used_ || !memory_.is_private(pointer) ||
      !memory_.pointer_error(t, pointer, sizeof time, false).is_none()) {
    return;
  }
  memory_.read_private(t, pointer, reinterpret_cast<std::uint8_t*>(time), sizeof time);
  advance_to(t, time[0] * kSecond + time[1]);
}

void Clocks::leave(const Thread& t, Cell& life) const {
  life.woken.clear();
  if (!are_used_ || t.clock == 0) return;
  life.woken = {static_cast<std::uint32_t>(t.clock), static_cast<std::uint32_t>(t.clock >> 32U)};
}

void Clocks::take(Thread& t, const Cell& life) {
  if (life.woken.size() != 2) return;
  t.clock = std::max(t.clock, life.woken[0] + (static_cast<std::uint64_t>(life.woken[1]) << 32U));
}

}  // namespace skein::ir
