// SPDX-License-Identifier: Apache-2.0
// Local code: executes an agent between two visible operations, and prepares its next operation.
#include <fmt/format.h>

#include <utility>

#include "core/ensure.hpp"
#include "machine/model/language/model_arithmetic.hpp"
#include "machine/model/model_machine.hpp"

namespace skein {

// ---- Trouble -------------------------------------------------------------------------------

void ModelMachine::violate(AgentId a, SiteId site, ViolationFacts facts) {
  state_.agent(a).status = AgentStatus::Violated;
  state_.pending(a).is_enabled = false;
  state_.watch(a) = ObjectId{};
  if (is_catching_up_) return;
  Violation v;
  v.facts = std::move(facts);
  v.facts.places = {{program_.file, program_.sites[site.index()].line}};
  v.agent = a;
  v.step = StepIndex{position_};
  v.site = site;
  run_.violations.push_back(std::move(v));
}

void ModelMachine::misuse(AgentId a, const Instruction& in, ViolationCode code,
                          std::vector<std::int64_t> values) {
  const Site& site = program_.sites[in.site.index()];
  violate(a, in.site, {code, {program_.texts[site.text]}, {}, std::move(values)});
}

void ModelMachine::bad_index(AgentId a, const Instruction& in, std::int64_t index,
                             const Element& element) {
  const std::uint32_t base = element.base;
  const std::uint32_t size = element.size;
  std::string array;
  if (in.code == Code::LoadArray || in.code == Code::StoreArray) {
    array = program_.bodies[state_.agent(a).body.index()].register_names[base];
    array.resize(array.find('['));
  } else {
    const bool is_cell =
        in.code == Code::LoadData || in.code == Code::StoreData || base < program_.visible_cells;
    array = names_.array_name(is_cell, base);
  }
  violate(a, in.site, {ViolationCode::IndexOutOfRange, {array}, {}, {index, size}});
}

// The condition, and the values it reads: "x == 2", "x", 1.
ViolationFacts ModelMachine::explain(AgentId a, const Instruction& assertion) const {
  const Assertion& source = program_.assertions[assertion.target];
  ViolationFacts facts{ViolationCode::ConditionIsFalse, {source.condition}, {}, {}};
  for (const AssertionOperand& operand : source.operands) {
    facts.subjects.push_back(operand.text);
    facts.values.push_back(value(a, operand.operand));
  }
  return facts;
}

// ---- Local instructions --------------------------------------------------------------------

void ModelMachine::run_local(AgentId a) {
  AgentState& s = state_.agent(a);
  std::int64_t* const registers = state_.registers(a);
  const Instruction* const code = program_.code.data();
  // Two base addresses and one load instead of two loads and a branch.
  const std::int64_t* const constants = constants_end_;
  const auto get = [&](Operand operand) { return (operand >= 0 ? registers : constants)[operand]; };
  std::int64_t budget = kMaxLocalInstructions;
  std::uint32_t pc = s.pc;
  const auto jump = [&](std::uint32_t target) {
    if (target <= pc) budget -= pc - target + 1;
    pc = target;
  };
  while (true) {
    const Instruction& in = code[pc];
    if (in.code >= kFirstVisible) {
      s.pc = pc;
      if (in.is_recursive && takes_again(a, in)) {
        ++pc;
        continue;
      }
      // May move the state in memory: `s` and `registers` are invalid after it.
      static_cast<void>(prepare(a, in));
      return;
    }
    switch (in.code) {
      case Code::Move: registers[in.dst] = get(in.x); break;
      case Code::Bool: registers[in.dst] = get(in.x) != 0 ? 1 : 0; break;
      case Code::Not: registers[in.dst] = get(in.x) == 0 ? 1 : 0; break;
      case Code::Negate: registers[in.dst] = arithmetic::subtract(0, get(in.x)); break;
      case Code::Add: registers[in.dst] = arithmetic::add(get(in.x), get(in.y)); break;
      case Code::Sub: registers[in.dst] = arithmetic::subtract(get(in.x), get(in.y)); break;
      case Code::Mul: registers[in.dst] = arithmetic::multiply(get(in.x), get(in.y)); break;
      case Code::Div:
      case Code::Mod: {
        const std::int64_t by = get(in.y);
        if (by == 0) {
          s.pc = pc;
          return violate(a, in.site, ViolationCode::DivisionByZero);
        }
        registers[in.dst] = in.code == Code::Div ? arithmetic::divide(get(in.x), by)
                                                 : arithmetic::modulo(get(in.x), by);
        break;
      }
      case Code::Eq: registers[in.dst] = get(in.x) == get(in.y) ? 1 : 0; break;
      case Code::Ne: registers[in.dst] = get(in.x) != get(in.y) ? 1 : 0; break;
      case Code::Lt: registers[in.dst] = get(in.x) < get(in.y) ? 1 : 0; break;
      case Code::Le: registers[in.dst] = get(in.x) <= get(in.y) ? 1 : 0; break;
      case Code::Jump:
        jump(in.target);
        if (budget < 0) {
          s.pc = pc;
          return violate(a, in.site, ViolationCode::EndlessLoop);
        }
        continue;
      case Code::JumpIfZero:
        if (get(in.x) != 0) break;
        jump(in.target);
        continue;
      case Code::JumpIfNot0:
        if (get(in.x) == 0) break;
        jump(in.target);
        continue;
      case Code::LoadData:
      case Code::StoreData:
      case Code::LoadArray:
      case Code::StoreArray: {
        std::uint32_t number = 0;
        s.pc = pc;
        if (!resolve(a, in, in.first(), number)) return;
        if (in.code == Code::LoadData) registers[in.dst] = state_.cells()[number];
        if (in.code == Code::StoreData) state_.cells()[number] = get(in.x);
        if (in.code == Code::LoadArray) registers[in.dst] = registers[number];
        if (in.code == Code::StoreArray) registers[number] = get(in.x);
        break;
      }
      case Code::Assert:
        if (get(in.x) != 0) break;
        s.pc = pc;
        return violate(a, in.site, explain(a, in));
      case Code::Assume:
        if (get(in.x) != 0) break;
        s.pc = pc;
        s.status = AgentStatus::Assumed;
        state_.pending(a).is_enabled = false;
        return;
      default: ensure(false, "unknown instruction");
    }
    ++pc;
  }
}

// ---- The next operation --------------------------------------------------------------------

bool ModelMachine::resolve(AgentId a, const Instruction& in, const Element& element,
                           std::uint32_t& number) {
  number = element.base;
  if (element.index == kNoOperand) return true;
  const std::int64_t index = value(a, element.index);
  if (index < 0 || index >= element.size) {
    bad_index(a, in, index, element);
    return false;
  }
  number += static_cast<std::uint32_t>(index);
  return true;
}

// Makes the operation at `in` the pending one of `a`. False: a violation; `a` has halted.
bool ModelMachine::prepare(AgentId a, const Instruction& in) {
  Pending& p = state_.pending(a);
  p.op = Operation{in.kind, ObjectId{}, ObjectId{}};
  p.choices = 1;
  p.site = in.site;
  p.enabler = StepIndex{};
  p.is_enabled = true;
  if (in.code <= Code::Detach) return prepare_agent_operation(a, in, p);
  if (in.code == Code::Fence || in.code == Code::Yield) return true;
  if (in.code == Code::Choose) {
    const std::int64_t n = value(a, in.x);
    if (n < 1 || n > kMaxChoices) {
      violate(a, in.site, {ViolationCode::ImpossibleChoice, {}, {}, {n}});
      return false;
    }
    p.choices = static_cast<std::uint32_t>(n);
    return true;
  }
  std::uint32_t object = 0;
  if (!resolve(a, in, in.first(), object)) return false;
  p.op.first = ObjectId{object};
  switch (in.code) {
    case Code::Lock:
    case Code::Unlock:
    case Code::ReadLock:
    case Code::ReadUnlock:
    case Code::WriteLock:
    case Code::WriteUnlock:
    case Code::OnceEnter: return prepare_lock(a, in, p);
    case Code::SemWait:
      state_.watch(a) = p.op.first;
      refresh(a);
      return true;
    default: return prepare_sleep(a, in, p);
  }
}

// Operations that sleep, and all operations that need no preparation.
bool ModelMachine::prepare_sleep(AgentId a, const Instruction& in, Pending& p) {
  std::uint32_t mutex = 0;
  switch (in.code) {
    case Code::Wait: {
      if (!resolve(a, in, in.second(), mutex)) return false;
      p.op.second = ObjectId{mutex};
      const SyncState& lock = state_.sync(p.op.second);
      if (lock.owner != a || lock.count != 1) {
        misuse(a, in,
               lock.owner != a ? ViolationCode::MutexIsNotHeld : ViolationCode::MutexIsHeldTwice);
        return false;
      }
      return true;
    }
    case Code::Wake:
    case Code::TimedWake:
      ensure(resolve(a, in, in.second(), mutex), "the mutex of a wait is known");
      p.op.second = ObjectId{mutex};
      state_.watch(a) = p.op.second;
      refresh(a);
      return true;
    case Code::Pass:
      if (state_.agent(a).opens) p.op.kind = OpKind::BarrierOpen;
      if (state_.agent(a).opens || state_.agent(a).was_woken) p.enabler = StepIndex{position_};
      refresh(a);
      return true;
    case Code::FutexResume: refresh(a); return true;
    case Code::Signal:
    case Code::FutexWake:
      state_.watch(a) = p.op.first;
      refresh(a);
      return true;
    default: return true;
  }
}

// Whether the instruction locks again a recursive mutex that the agent holds, or undoes such a
// lock. Other agents cannot see that, so it takes effect at once and is not a step.
bool ModelMachine::takes_again(AgentId a, const Instruction& in) {
  const bool is_lock = in.code == Code::Lock || in.code == Code::TryLock;
  if (!is_lock && in.code != Code::Unlock) return false;
  const std::int64_t index = in.index == kNoOperand ? 0 : value(a, in.index);
  if (index < 0 || (in.index != kNoOperand && index >= in.size)) return false;
  SyncState& lock = state_.sync(ObjectId{in.base + static_cast<std::uint32_t>(index)});
  if (lock.owner != a || (!is_lock && lock.count < 2)) return false;
  if (is_lock) {
    ++lock.count;
    set(a, in, 1);
  } else {
    --lock.count;
  }
  return true;
}

// Misuse of locks. Each check depends only on the agent's own past.
bool ModelMachine::prepare_lock(AgentId a, const Instruction& in, Pending& p) {
  const ObjectId object = p.op.first;
  const SyncState& lock = state_.sync(object);
  const bool is_owner = lock.owner == a;
  const bool is_rwlock = in.code >= Code::ReadLock && in.code <= Code::WriteUnlock;
  const bool is_reader = is_rwlock && state_.read_holds(a)[program_.read_rank(object)] > 0;
  ViolationCode wrong = ViolationCode::None;
  switch (in.code) {
    case Code::Lock:
      if (is_owner) wrong = ViolationCode::MutexIsHeld;
      break;
    case Code::Unlock:
      if (!is_owner) wrong = ViolationCode::MutexIsNotHeld;
      break;
    case Code::ReadLock:
      if (is_owner) wrong = ViolationCode::LockIsHeldForWriting;
      break;
    case Code::ReadUnlock:
      if (!is_reader) wrong = ViolationCode::LockIsNotHeldForReading;
      break;
    case Code::WriteLock:
      if (is_owner) wrong = ViolationCode::LockIsHeld;
      if (is_reader) wrong = ViolationCode::LockIsHeldForReading;
      break;
    case Code::WriteUnlock:
      if (!is_owner) wrong = ViolationCode::LockIsNotHeldForWriting;
      break;
    default:  // OnceEnter
      if (is_owner) wrong = ViolationCode::OnceIsUnderWay;
      break;
  }
  if (wrong != ViolationCode::None) {
    misuse(a, in, wrong);
    return false;
  }
  if (needs_gate(in.kind)) {
    state_.watch(a) = object;
    refresh(a);
  }
  return true;
}

bool ModelMachine::prepare_agent_operation(AgentId a, const Instruction& in, Pending& p) {
  const AgentState& s = state_.agent(a);
  switch (in.code) {
    case Code::Exit: p.op.first = names_.life_of(a); return true;
    case Code::End:
      p.op.first = program_.array_of(s.handler).is_fifo ? names_.turn_object(s.handler, s.turn + 1)
                                                        : s.handler;
      p.op.second = names_.life_of(a);
      return true;
    case Code::Create:
    case Code::Post: {
      std::uint32_t handler = 0;
      if (in.code == Code::Post && !resolve(a, in, in.first(), handler)) return false;
      const AgentId child = names_.child_of(a, s.children, in.site);
      p.op.first = names_.life_of(child);
      if (in.code == Code::Post) p.op.second = ObjectId{handler + in.base2};
      if (child.index() >= state_.capacity()) {
        // Invalidates p and s. The layout changes, so the snapshots are dropped.
        state_.grow(program_, 2 * state_.capacity());
        save_initial_state();
      }
      return true;
    }
    default: break;
  }
  // Join, Detach.
  const std::int64_t handle = value(a, in.x);
  const AgentId other{static_cast<std::uint32_t>(handle)};
  const bool is_thread = handle > 0 && handle < state_.limit() &&
                         state_.agent(other).status != AgentStatus::None &&
                         state_.agent(other).handler.is_none();
  if (!is_thread) {
    misuse(a, in, ViolationCode::HandleOfNoThread, {handle});
    return false;
  }
  p.op.first = names_.life_of(other);
  if (in.code == Code::Detach) return true;
  if (other == a) {
    misuse(a, in, ViolationCode::ThreadIsItself);
    return false;
  }
  p.enabler = state_.agent(other).exit;
  state_.watch(a) = p.op.first;
  refresh(a);
  return true;
}

}  // namespace skein
