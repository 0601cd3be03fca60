// SPDX-License-Identifier: Apache-2.0
// Virtual time. As on the native machine each thread has a clock of its own: it passes when the
// thread sleeps, when a wait times out, and a little when it is looked at; a new thread has its
// creator's, and who joins has the later of two.
//
// A clock that always grows would make every state a new one, and a server that sleeps in its loop
// would never come back to one. So it is part of the state only in programs that look at a clock
// somewhere, and there only of threads that may still use it from where they stand: look at it,
// give it to a new thread, or end and leave it to who joins them. Where it cannot be used any more
// it is 0. (A thread that looks at its clock again and again for ever does have infinitely many
// states: that is then the program's.)
#include <algorithm>
#include <cstring>

#include "machine/ir/system.hpp"

namespace skein::ir {

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kLook = 100'000;
// What the clocks show when the program begins: ir_library/machine.h.
constexpr std::uint64_t kMonotonicBegin = 1000 * kSecond;
constexpr std::uint64_t kRealBegin = 1'767'225'600 * kSecond;

// Where to from this instruction, within its function.
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

bool is_builtin(const Instruction& in, Builtin what) {
  return in.code == Code::Builtin && static_cast<Builtin>(in.sub) == what;
}

}  // namespace

void IrSystem::find_clock_uses() {
  const std::vector<Function>& functions = program_.functions;
  for (const Function& f : functions) {
    for (const Instruction& in : f.code) {
      has_clocks_ = has_clocks_ || is_builtin(in, Builtin::LookAtClock);
    }
  }
  if (!has_clocks_) return;
  threads_.keep_clocks();
  for (const Function& f : functions) {
    uses_clock_.emplace_back(f.code.size(), 0);
    returns_.emplace_back(f.code.size(), 0);
  }
  const auto is_use = [&](const Instruction& in) {
    if (in.code == Code::Call) {
      const auto& callee = uses_clock_[static_cast<std::size_t>(in.imm)];
      return !callee.empty() && callee.front() != 0;
    }
    // Whoever is called through a pointer, or in another thread, may look at it.
    return in.code == Code::CallPointer || is_builtin(in, Builtin::LookAtClock) ||
           is_builtin(in, Builtin::ThreadCreate) || is_builtin(in, Builtin::ThreadExit) ||
           is_builtin(in, Builtin::Once);
  };
  bool has_changed = true;
  std::vector<std::uint32_t> next;
  while (has_changed) {
    has_changed = false;
    for (std::size_t n = functions.size(); n-- > 0;) {
      for (auto pc = static_cast<std::uint32_t>(functions[n].code.size()); pc-- > 0;) {
        const Instruction& in = functions[n].code[pc];
        list_next(program_, in, pc, next);
        const auto look = [&](std::vector<char>& known, bool is_here) {
          if (known[pc] != 0) return;
          const bool is_ahead = std::any_of(next.begin(), next.end(), [&](std::uint32_t to) {
            return to < known.size() && known[to] != 0;
          });
          if (!is_here && !is_ahead) return;
          known[pc] = 1;
          has_changed = true;
        };
        look(uses_clock_[n], is_use(in));
        look(returns_[n], in.code == Code::Return);
      }
    }
  }
}

bool IrSystem::clock_matters(const Thread& t) const {
  if (t.status == Status::Exiting || t.leaving != Leaving::Not) return true;
  if (std::any_of(t.frames.begin(), t.frames.end(),
                  [&](const Frame& f) { return uses_clock_[f.function][f.pc] != 0; })) {
    return true;
  }
  // A thread that ends leaves it to who joins it; main's end is the program's.
  if (t.agent == 0 || t.frames.empty()) return false;
  const Frame& first = t.frames.front();
  return returns_[first.function][first.pc] != 0;
}

std::uint64_t IrSystem::look_at_clock(Thread& t) { return t.clock += kLook; }

void IrSystem::pass_time(Thread& t, std::uint64_t nanoseconds) {
  if (has_clocks_) t.clock += nanoseconds;
}

void IrSystem::pass_until(Thread& t, std::uint64_t time) {
  if (!has_clocks_) return;
  const std::uint64_t begin = time > kRealBegin / 2 ? kRealBegin : kMonotonicBegin;
  if (time > begin) t.clock = std::max(t.clock, time - begin);
}

// A wait until the time of its last argument has timed out. (If others can reach that, it is not
// looked at, and the clock stays.)
void IrSystem::pass_until_timeout(Thread& t, const Instruction& in) {
  const std::uint64_t pointer = argument(t, in, in.argument_count - 1);
  std::uint64_t time[2];  // struct timespec
  if (!has_clocks_ || !is_private(pointer) ||
      !trouble_with(t, pointer, sizeof time, false).is_none()) {
    return;
  }
  read_private(t, pointer, reinterpret_cast<std::uint8_t*>(time), sizeof time);
  pass_until(t, time[0] * kSecond + time[1]);
}

void IrSystem::leave_clock(const Thread& t, Cell& life) const {
  life.woken.clear();
  if (!has_clocks_ || t.clock == 0) return;
  life.woken = {static_cast<std::uint32_t>(t.clock), static_cast<std::uint32_t>(t.clock >> 32U)};
}

void IrSystem::take_clock(Thread& t, const Cell& life) const {
  if (life.woken.size() != 2) return;
  t.clock = std::max(t.clock, life.woken[0] + (static_cast<std::uint64_t>(life.woken[1]) << 32U));
}

}  // namespace skein::ir
