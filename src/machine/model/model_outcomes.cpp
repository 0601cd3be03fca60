// SPDX-License-Identifier: Apache-2.0
#include "machine/model/model_outcomes.hpp"

#include <algorithm>

#include "machine/model/language/model_arithmetic.hpp"

namespace skein {

std::int64_t ModelOutcomes::waiters(ObjectId condition) const {
  const auto agents = machine_.state_.agents();
  return std::count_if(agents.begin(), agents.end(),
                       [&](AgentId a) { return machine_.state_.agent(a).sleeps_on == condition; });
}

// An operation as it is in this state, with or without effect.
Attempt ModelOutcomes::attempt(AgentId a, const Instruction& in, const Operation& op) const {
  Attempt result{op, false, 0};
  if (!machine_.options_.reduces_by_outcome) return result;
  if (in.code == Code::SemPost ||
      (in.code == Code::Arrive && machine_.program_.has_blind_arrivals(op.first))) {
    result.op.effect = Effect::Blind;
    return result;
  }
  if ((in.code == Code::FetchAdd || in.code == Code::FetchSub) && in.dst < 0) {
    const std::int64_t x = machine_.value(a, in.x);
    result.op.effect = Effect::Blind;
    result.operand = in.code == Code::FetchAdd ? x : arithmetic::subtract(0, x);
    return result;
  }
  if (traits(in.kind).idle == Access::None) return result;
  bool is_idle = false;
  switch (in.code) {
    case Code::TryLock: is_idle = !machine_.state_.sync(op.first).owner.is_none(); break;
    case Code::SemTryWait: is_idle = machine_.state_.sync(op.first).value == 0; break;
    case Code::OnceEnter: is_idle = machine_.state_.sync(op.first).value != 0; break;
    case Code::Signal:
    case Code::Broadcast: is_idle = seen(op) == 0; break;
    case Code::Cas:
      result.operand = machine_.value(a, in.x);
      is_idle = machine_.state_.cells()[op.first.value] != result.operand;
      break;
    default: return result;
  }
  result.may_be_idle = true;
  result.op.effect = is_idle ? Effect::Idle : Effect::Full;
  return result;
}

Pending ModelOutcomes::resolved(const Pending& pending) const {
  Pending p = pending;
  set_attempt(p, attempt(p.agent, machine_.program_.code[machine_.state_.agent(p.agent).pc], p.op));
  return p;
}

}  // namespace skein
