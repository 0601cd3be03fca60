// SPDX-License-Identifier: Apache-2.0
// Operations about agents: creating, ending, joining and detaching threads; posting, beginning and
// ending messages.
#include <algorithm>

#include "machine/model/model_machine.hpp"

namespace skein {

// Creates the next child of `a`, with the body and the arguments that the instruction names.
AgentId ModelMachine::create_child(AgentId a, const Instruction& in) {
  const AgentId child = names_.child_of(a, state_.agent(a).children, in.site);
  const BodyId body_id{in.target};
  const ModelBody& body = program_.bodies[body_id.index()];
  state_.create(child, body_id, body.entry);
  ++state_.agent(a).children;
  const std::int64_t* const arguments = state_.registers(a) + in.x;
  names_.describe(child, body_id, arguments);
  std::copy_n(arguments, body.parameters, state_.registers(child));
  Pending& p = state_.pending(child);
  const Instruction& first = program_.code[body.entry];
  p.op.kind = first.kind;
  p.op.first = names_.life_of(child);
  p.site = first.site;
  p.enabler = StepIndex{position_};
  p.is_enabled = true;
  enabled_.mark_stale();
  return child;
}

void ModelMachine::execute_post(AgentId a, const Instruction& in, Step& step) {
  const ObjectId handler{step.op.second.value - in.base2};
  const AgentId child = create_child(a, in);
  AgentState& message = state_.agent(child);
  message.handler = handler;
  // Only a fifo handler's messages have an order; posts to others do not depend on each other.
  const std::uint32_t posted = state_.sync(handler).count++;
  if (in.is_fifo) message.turn = posted;
  Pending& p = state_.pending(child);
  p.op.second = p.op.first;
  p.op.first = in.is_fifo ? names_.turn_object(handler, message.turn) : handler;
  state_.watch(child) = p.op.first;
  step.value = child.value;
  refresh(child);
}

void ModelMachine::execute_agent_operation(AgentId a, const Instruction& in, Step& step) {
  AgentState& s = state_.agent(a);
  const auto end = [&] {
    s.status = AgentStatus::Finished;
    s.exit = StepIndex{position_};
    state_.pending(a).is_enabled = false;
  };
  switch (in.code) {
    case Code::Start: return;
    case Code::Exit:
      end();
      for (const AgentId b : state_.agents()) {
        if (state_.watch(b) != step.op.first) continue;
        state_.pending(b).enabler = s.exit;
        refresh(b);
      }
      return;
    case Code::Begin:
      state_.sync(s.handler).owner = a;
      step.gate_after = false;
      return touch(step.op.first);
    case Code::End: {
      end();
      SyncState& handler = state_.sync(s.handler);
      handler.owner = AgentId{};
      ++handler.value;
      step.gate_before = false;
      return touch(step.op.first);
    }
    case Code::Create: step.value = create_child(a, in).value; return set(a, in, step.value);
    case Code::Post: return execute_post(a, in, step);
    default: break;
  }
  // Join and detach. Only now is it known whether the thread is joined once: others may join it
  // too.
  AgentState& other = state_.agent(AgentId{static_cast<std::uint32_t>(value(a, in.x))});
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
