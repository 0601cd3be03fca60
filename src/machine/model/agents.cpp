// SPDX-License-Identifier: Apache-2.0
// Operations about agents: threads are created, end, are joined and detached; messages are posted,
// begin and end.
#include "machine/model/machine.hpp"

namespace skein {

// Creates `child` with the body and the arguments that the instruction of `a` says.
void ModelMachine::bear(std::uint32_t a, const Instruction& in, AgentId child) {
  const ModelBody& body = program_.bodies[in.target];
  state_.create(child.value, in.target, body.entry);
  ++state_.agent(a).children;
  AgentName& name = agents_[child.index()];
  name.body = in.target;
  const std::int64_t* const from = state_.registers(a) + in.x;
  std::int64_t* const to = state_.registers(child.value);
  for (std::uint32_t i = 0; i < body.parameters; ++i) {
    to[i] = from[i];
    name.arguments[i] = from[i];
  }
  Pending& p = state_.pending()[child.value];
  const Instruction& first = program_.code[body.entry];
  p.op.kind = first.kind;
  p.op.first = name.life;
  p.site = first.site;
  p.enabler = StepIndex{position_};
  p.is_enabled = true;
  is_enabled_stale_ = true;
}

void ModelMachine::execute_agent_operation(std::uint32_t a, const Instruction& in, Step& step) {
  AgentState& s = state_.agent(a);
  const auto end = [&] {
    s.status = AgentStatus::Finished;
    s.exit = StepIndex{position_};
    state_.pending()[a].is_enabled = false;
  };
  switch (in.code) {
    case Code::Start: return;
    case Code::Exit: {
      end();
      const std::uint32_t life = step.op.first.value;
      for (std::uint32_t b = 0; b < state_.limit(); ++b) {
        if (state_.watch()[b] != life) continue;
        state_.pending()[b].enabler = s.exit;
        refresh(b);
      }
      return;
    }
    case Code::Begin:
      state_.sync(s.handler).owner = a;
      step.gate_after = false;
      return touch(step.op.first.value);
    case Code::End: {
      end();
      SyncState& handler = state_.sync(s.handler);
      handler.owner = kNobody;
      ++handler.value;
      step.gate_before = false;
      return touch(step.op.first.value);
    }
    case Code::Create: {
      const AgentId child = agents_[a].children[s.children];
      bear(a, in, child);
      step.value = child.value;
      return set(a, in, child.value);
    }
    case Code::Post: {
      const AgentId child = agents_[a].children[s.children];
      const std::uint32_t handler = step.op.second.value - in.base2;
      bear(a, in, child);
      AgentState& message = state_.agent(child.value);
      message.handler = handler;
      // Only a fifo handler's messages have an order; posts to others do not depend on each other.
      const std::uint32_t posted = state_.sync(handler).count++;
      if (in.is_fifo) message.turn = posted;
      Pending& p = state_.pending()[child.value];
      p.op.second = p.op.first;
      p.op.first = in.is_fifo ? turn_object(handler, message.turn) : ObjectId{handler};
      state_.watch()[child.value] = p.op.first.value;
      step.value = child.value;
      return refresh(child.value);
    }
    default: break;
  }
  // Join and detach. That a thread is joined once is known only now: others may join it too.
  AgentState& other = state_.agent(static_cast<std::uint32_t>(value(a, in.x)));
  step.value = value(a, in.x);
  if (other.is_joined) return misuse(a, in, ViolationCode::ThreadIsJoined);
  if (in.code == Code::Detach) {
    other.is_detached = true;
  } else if (other.is_detached) {
    misuse(a, in, ViolationCode::ThreadIsDetached);
  } else {
    other.is_joined = true;
  }
}

}  // namespace skein
