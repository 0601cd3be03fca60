// SPDX-License-Identifier: Apache-2.0
#include "toy_system.hpp"

#include <fmt/format.h>

namespace skein::testing {

std::string ToyProgram::text() const {
  constexpr const char* kNames[] = {"create", "join",   "start",  "exit", "load",  "store",
                                    "storer", "add",    "load2",  "swap", "lock",  "unlock",
                                    "choose", "forget", "jumpif", "jump", "assert"};
  std::string result = fmt::format("{} variables of {} values\n", variables, values);
  for (std::size_t t = 0; t < threads.size(); ++t) {
    result += fmt::format("thread {}:\n", t);
    for (std::size_t i = 0; i < threads[t].size(); ++i) {
      const ToyInstruction& in = threads[t][i];
      result += fmt::format("  {}: {} x={} y={} k={}\n", i, kNames[static_cast<int>(in.code)], in.x,
                            in.y, in.k);
    }
  }
  return result;
}

ToyProgram random_toy(std::uint64_t seed) {
  Random random(seed);
  ToyProgram p;
  p.variables = 1 + static_cast<std::uint32_t>(random.below(3));
  p.locks = 1 + static_cast<std::uint32_t>(random.below(2));
  p.values = 2 + static_cast<std::uint32_t>(random.below(2));
  const std::size_t workers = random.below(4) == 0 ? 3 : 1 + random.below(2);
  const auto any = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random.below(n)); };
  for (std::size_t t = 0; t <= workers; ++t) {
    std::vector<ToyInstruction> code;
    code.push_back({ToyCode::Start, 0, 0, 0});
    if (t == 0) {
      // The last one maybe late, when the others have been seen at work: its creation then has many
      // histories.
      const bool is_late = random.below(3) == 0;
      for (std::uint32_t w = 1; w <= workers; ++w) {
        if (is_late && w == workers) code.push_back({ToyCode::Load, any(p.variables), 0, 0});
        if (is_late && w == workers) code.push_back({ToyCode::Add, any(p.variables), 0, 1});
        code.push_back({ToyCode::Create, w, 0, 0});
      }
    }
    const std::size_t first = code.size();
    const std::size_t length = 1 + random.below(t == 0 ? 2 : 4);
    std::vector<std::uint32_t> held;
    for (std::size_t i = 0; i < length; ++i) {
      const std::uint32_t x = any(p.variables);
      const std::uint32_t y = (x + 1) % p.variables;
      switch (random.below(10)) {
        case 0:
        case 1: code.push_back({ToyCode::Load, x, 0, 0}); break;
        case 2: code.push_back({ToyCode::Store, x, 0, any(p.values)}); break;
        case 3: code.push_back({ToyCode::StoreR, x, 0, 0}); break;
        case 4: code.push_back({ToyCode::Add, x, 0, 1}); break;
        case 5:
          if (p.variables > 1) {
            code.push_back({random.below(2) == 0 ? ToyCode::LoadTwo : ToyCode::Swap, x, y, 0});
          }
          break;
        case 6: {
          const std::uint32_t l = any(p.locks);
          code.push_back({ToyCode::Lock, l, 0, 0});
          if (random.below(6) != 0) {
            code.push_back({ToyCode::Add, x, 0, 1});
            code.push_back({ToyCode::Unlock, l, 0, 0});
          } else {
            held.push_back(l);
          }
          break;
        }
        case 7: code.push_back({ToyCode::Choose, 0, 0, 2}); break;
        case 8: code.push_back({ToyCode::Assert, 0, 0, 1 + any(p.values)}); break;
        default:
          // Forwards or backwards; every loop has a visible operation, since it passes `first`.
          code.push_back({ToyCode::JumpIf, static_cast<std::uint32_t>(first), 0, any(p.values)});
          code.push_back({ToyCode::Load, x, 0, 0});
          break;
      }
    }
    for (const std::uint32_t l : held) code.push_back({ToyCode::Unlock, l, 0, 0});
    if (random.below(3) != 0) code.push_back({ToyCode::Forget, 0, 0, 0});
    const bool is_endless = random.below(2) == 0;
    if (is_endless) {
      code.push_back({ToyCode::Load, any(p.variables), 0, 0});
      code.push_back({ToyCode::Jump, static_cast<std::uint32_t>(first), 0, 0});
    } else if (t == 0 && random.below(2) == 0) {
      code.push_back({ToyCode::Join, 1, 0, 0});
    }
    code.push_back({ToyCode::Exit, 0, 0, 0});
    // A jump to `first` must not come before something visible: see to it.
    code.insert(code.begin() + static_cast<std::ptrdiff_t>(first), {ToyCode::Load, 0, 0, 0});
    p.threads.push_back(std::move(code));
  }
  return p;
}

ToySystem::ToySystem(ToyProgram program) : program_(std::move(program)) {
  locals_.emplace_back();  // 0: no agent
}

ValueId ToySystem::intern(Local local) {
  const auto [it, is_new] = by_local_.emplace(local, ValueId{locals_.size()});
  if (is_new) locals_.push_back(local);
  return it->second;
}

ValueId ToySystem::settle(Local local, Outcome* outcome) {
  while (true) {
    const ToyInstruction& in = program_.threads[local.agent][local.pc];
    switch (in.code) {
      case ToyCode::Forget: local.r = 0; break;
      case ToyCode::JumpIf:
        if (local.r == in.k) {
          local.pc = in.x;
          continue;
        }
        break;
      case ToyCode::Jump: local.pc = in.x; continue;
      case ToyCode::Assert:
        if (local.r == in.k) {
          local.is_halted = true;
          outcome->fault = Fault{{ViolationCode::ConditionIsFalse,
                                  {fmt::format("thread {} at {}", local.agent, local.pc)}},
                                 SiteId{}};
          return intern(local);
        }
        break;
      default: return intern(local);
    }
    ++local.pc;
  }
}

ValueId ToySystem::initial_local() { return intern(Local{}); }
ValueId ToySystem::initial_value(ObjectId) { return {}; }

const Transition* ToySystem::transition(ValueId local) {
  if (local.is_absent() || locals_[local.index()].is_halted) return nullptr;
  const auto [it, is_new] = transitions_.try_emplace(local);
  Transition& transition = it->second;
  if (!is_new) return &transition;
  const Local& l = locals_[local.index()];
  const ToyInstruction& in = program_.threads[l.agent][l.pc];
  transition.agent = AgentId{l.agent};
  const auto touch = [&](ObjectId x, Access access) { transition.touches.push_back({x, access}); };
  switch (in.code) {
    case ToyCode::Create:
      transition.kind = OpKind::ThreadCreate;
      touch(life(in.x), Access::Write);
      transition.child = AgentId{in.x};
      break;
    case ToyCode::Join:
      transition.kind = OpKind::ThreadJoin;
      touch(life(in.x), Access::Write);
      break;
    case ToyCode::Start:
      transition.kind = OpKind::ThreadStart;
      touch(life(l.agent), Access::Read);
      break;
    case ToyCode::Exit:
      transition.kind = OpKind::ThreadExit;
      touch(life(l.agent), Access::Write);
      break;
    case ToyCode::Load:
      transition.kind = OpKind::AtomicLoad;
      touch(variable(in.x), Access::Read);
      break;
    case ToyCode::LoadTwo:
      transition.kind = OpKind::AtomicLoad;
      touch(variable(in.x), Access::Read);
      touch(variable(in.y), Access::Read);
      break;
    case ToyCode::Swap:
      transition.kind = OpKind::AtomicRmw;
      touch(variable(in.x), Access::Write);
      touch(variable(in.y), Access::Write);
      break;
    case ToyCode::Store:
    case ToyCode::StoreR:
      transition.kind = OpKind::AtomicStore;
      touch(variable(in.x), Access::Write);
      break;
    case ToyCode::Add:
      transition.kind = OpKind::AtomicRmw;
      touch(variable(in.x), Access::Write);
      break;
    case ToyCode::Lock:
      transition.kind = OpKind::MutexLock;
      touch(lock(in.x), Access::Write);
      break;
    case ToyCode::Unlock:
      transition.kind = OpKind::MutexUnlock;
      touch(lock(in.x), Access::Write);
      break;
    default: transition.kind = OpKind::Choose; break;
  }
  return &transition;
}

std::uint32_t ToySystem::choices(ValueId local, std::span<const ValueId> values) {
  const Local& l = locals_[local.index()];
  const ToyInstruction& in = program_.threads[l.agent][l.pc];
  switch (in.code) {
    case ToyCode::Lock: return values[0].is_absent() ? 1 : 0;
    case ToyCode::Join: return values[0] == ValueId{2U} ? 1 : 0;
    case ToyCode::Choose: return in.k;
    default: return 1;
  }
}

const Outcome& ToySystem::execute(ValueId local, std::span<const ValueId> values,
                                  std::uint32_t choice) {
  Local l = locals_[local.index()];
  const ToyInstruction& in = program_.threads[l.agent][l.pc];
  outcome_ = Outcome{};
  outcome_.values.assign(values.begin(), values.end());
  auto& v = outcome_.values;
  switch (in.code) {
    case ToyCode::Create:
      v[0] = ValueId{1U};
      outcome_.born = intern(Local{in.x, 0, 0, false});
      break;
    case ToyCode::Exit:
      v[0] = ValueId{2U};
      outcome_.local = ValueId{};
      return outcome_;
    case ToyCode::Load: l.r = v[0].value; break;
    case ToyCode::LoadTwo: l.r = (v[0].value + v[1].value) % program_.values; break;
    case ToyCode::Swap: std::swap(v[0], v[1]); break;
    case ToyCode::Store: v[0] = ValueId{in.k}; break;
    case ToyCode::StoreR: v[0] = ValueId{l.r}; break;
    case ToyCode::Add:
      l.r = v[0].value;
      v[0] = ValueId{(v[0].value + in.k) % program_.values};
      break;
    case ToyCode::Lock: v[0] = ValueId{1 + l.agent}; break;
    case ToyCode::Unlock: v[0] = ValueId{}; break;
    case ToyCode::Choose: l.r = choice; break;
    default: break;
  }
  ++l.pc;
  const ValueId after = settle(l, &outcome_);
  outcome_.local = after;
  return outcome_;
}

std::string ToySystem::agent_name(AgentId agent) const { return fmt::format("t{}", agent.value); }
std::string ToySystem::object_name(ObjectId object) const {
  return fmt::format("o{}", object.value);
}
std::string ToySystem::site_text(SiteId) const { return ""; }

}  // namespace skein::testing
