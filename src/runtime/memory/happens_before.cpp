// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/happens_before.hpp"

#include "protocol/channel.hpp"
#include "runtime/intercept/threads/handlers.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

HappensBefore happens_before;
HappensBefore happens_before_by_accesses;

namespace {

bool acquires(int order) {
  return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}

bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

bool agent_keeps_order(AgentId id) { return keeps_order(*agent(id).handler); }

}  // namespace

void HappensBefore::start(bool orders_messages) {
  if (selves_ != nullptr) return;
  orders_messages_ = orders_messages;
  // Zeroed pages that are not touched before they are used.
  selves_ = static_cast<Self*>(allocate_private(channel::kMaxAgents * sizeof(Self)));
  objects_ = static_cast<Object*>(allocate_private(channel::kMaxObjects * sizeof(Object)));
}

void HappensBefore::begin_run() { ++run_; }

// The agent's first action: it knows what its creator knew.
void HappensBefore::begin(AgentId agent, Self& me) {
  me.run = run_;
  me.clock.clear(run_);
  me.seen.clear(run_);
  me.fenced.clear(run_);
  me.clock.join(run_, object(g.interner.life(agent)).clock);
  me.now = 1;
  me.clock.set(run_, agent.value, me.now);
}

void HappensBefore::begin(Object& object) const {
  object.run = run_;
  object.clock.clear(run_);
  object.shared.clear(run_);
  for (Head& head : object.heads) head.agent = AgentId{};
  object.passed = StepIndex{};
}

void HappensBefore::next_epoch(AgentId agent, Self& me) {
  me.clock.set(run_, agent.value, ++me.now);
}

void HappensBefore::release(AgentId agent, Self& me, VectorClock& to) {
  to.join(run_, me.clock);
  next_epoch(agent, me);
}

void HappensBefore::on_step(const Step& step) {
  const AgentId agent = step.agent;
  Self& me = self(agent);
  switch (step.op.kind) {
    case OpKind::ThreadCreate:
    case OpKind::Post:
    case OpKind::PostFifo:
    case OpKind::ThreadExit:
    case OpKind::MutexUnlock:
    case OpKind::SemPost:
    case OpKind::OnceLeave: release(agent, me, object(step.op.first).clock); break;
    // The message's first step: it knows already what its post released. In a mailbox that keeps
    // the order, messages depend on each other, so the order counts in any case.
    case OpKind::MessageBegin:
      if (orders_messages_ || agent_keeps_order(agent)) acquire(me, object(step.op.first).clock);
      break;
    case OpKind::MessageEnd:
      object(step.op.first).clock.join(run_, me.clock);
      release(agent, me, object(step.op.second).clock);
      break;
    case OpKind::ThreadJoin:
    case OpKind::MutexLock:
    case OpKind::Section:
    case OpKind::SemWait:
    case OpKind::OnceEnter:
    case OpKind::RwReadLock: acquire(me, object(step.op.first).clock); break;
    case OpKind::RwWriteLock:
      acquire(me, object(step.op.first).clock);
      acquire(me, object(step.op.first).shared);
      break;
    // The end of one reader says nothing to other readers.
    case OpKind::RwReadUnlock: release(agent, me, object(step.op.first).shared); break;
    case OpKind::RwWriteUnlock: release(agent, me, object(step.op.first).clock); break;
    // A signal promises nothing by itself; the mutex does.
    case OpKind::CondWait: release(agent, me, object(step.op.second).clock); break;
    case OpKind::CondWake:
    case OpKind::CondTimedWake: acquire(me, object(step.op.second).clock); break;
    case OpKind::BarrierArrive: release(agent, me, object(step.op.first).shared); break;
    // The opening is the first to pass, and enables the others.
    case OpKind::BarrierOpen: {
      Object& barrier = object(step.op.first);
      barrier.passed = current_step();
      barrier.clock.assign(run_, barrier.shared);
      acquire(me, barrier.clock);
      break;
    }
    case OpKind::BarrierPass: {
      Object& barrier = object(step.op.first);
      // The first agent to pass takes a copy of what all arrivals released. Arrivals for the next
      // round come later and must not be mixed in.
      if (barrier.passed != step.enabler) {
        barrier.passed = step.enabler;
        barrier.clock.assign(run_, barrier.shared);
      }
      acquire(me, barrier.clock);
      break;
    }
    default: break;
  }
}

std::uint32_t HappensBefore::begin_section(AgentId agent) {
  Self& me = self(agent);
  next_epoch(agent, me);
  return me.now;
}

std::uint32_t HappensBefore::end_section(AgentId agent, ObjectId region) {
  Self& me = self(agent);
  const std::uint32_t last = me.now;
  if (region.is_none()) {
    next_epoch(agent, me);
  } else {
    release(agent, me, object(region).clock);
  }
  return last;
}

void HappensBefore::begin_destruction(AgentId agent, ObjectId count, VectorClock& kept) {
  Self& me = self(agent);
  kept.assign(run_, me.clock);
  acquire(me, object(count).shared);
}

void HappensBefore::end_destruction(AgentId agent, const VectorClock& kept) {
  Self& me = self(agent);
  me.clock.assign(run_, kept);
  next_epoch(agent, me);
}

void HappensBefore::acquired(const Step& step) {
  Self& me = self(step.agent);
  acquire(me, object(step.op.first).clock);
  if (step.op.kind == OpKind::RwTryWriteLock) acquire(me, object(step.op.first).shared);
}

void HappensBefore::released(const Step& step) {
  release(step.agent, self(step.agent), object(step.op.first).clock);
}

void HappensBefore::before_atomic(AgentId agent, ObjectId id, OpKind kind, int order,
                                  bool is_blind) {
  Object& location = object(id);
  if (!is_blind && !location.shared.is_empty(run_)) {
    location.clock.join(run_, location.shared);
    location.shared.clear(run_);
  }
  if (kind == OpKind::AtomicStore || location.clock.is_empty(run_)) return;
  Self& me = self(agent);
  if (acquires(order)) {
    acquire(me, location.clock);
  } else {
    me.seen.join(run_, location.clock);
  }
}

// A store ends the release sequences of other threads, not those of its own [C11 5.1.2.4 10].
// (C++20 ends these too. Programs rarely rely on either rule; a false alarm would be worse.)
void HappensBefore::keep_sequences_of(AgentId agent, Object& location) const {
  const Head& own = location.heads[location.heads[0].agent == agent ? 0 : 1];
  if (own.agent == agent) {
    if (&own != location.heads) location.heads[0].clock.assign(run_, own.clock);
    location.heads[0].agent = agent;
    location.clock.assign(run_, own.clock);
  } else {
    location.heads[0].agent = AgentId{};
    location.clock.clear(run_);
  }
  location.heads[1].agent = AgentId{};
}

// `known`: what the next operation will know.
void HappensBefore::add_to_sequences(AgentId agent, const VectorClock& released, Object& location,
                                     VectorClock& known) const {
  known.join(run_, released);
  Head& first = location.heads[0];
  Head& own = first.agent == agent || first.agent.is_none() ? first : location.heads[1];
  if (own.agent != agent) {
    own.agent = agent;
    own.clock.clear(run_);
  }
  own.clock.join(run_, released);
}

void HappensBefore::after_atomic(AgentId agent, ObjectId id, OpKind kind, int order,
                                 bool is_blind) {
  if (kind == OpKind::AtomicLoad) return;
  Self& me = self(agent);
  Object& location = object(id);
  VectorClock& known = is_blind ? location.shared : location.clock;
  if (kind == OpKind::AtomicStore) keep_sequences_of(agent, location);
  if (releases(order)) {
    add_to_sequences(agent, me.clock, location, known);
    next_epoch(agent, me);
  } else if (!me.fenced.is_empty(run_)) {
    add_to_sequences(agent, me.fenced, location, known);
  }
}

void HappensBefore::on_fence(AgentId agent, int order) {
  Self& me = self(agent);
  if (acquires(order)) me.clock.join(run_, me.seen);
  if (releases(order)) {
    me.fenced.assign(run_, me.clock);
    next_epoch(agent, me);
  }
}

}  // namespace skein::runtime
