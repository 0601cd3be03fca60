// SPDX-License-Identifier: Apache-2.0
// What happens before what, as C11 and POSIX promise it: a vector clock for each agent and two for
// each object through which agents synchronise.
//
// Skein executes atomics in one order, whatever memory order the program asks for; what the program
// may rely on follows from the orders alone, and that is what the clocks say. A relaxed flag does
// not synchronise, although its value was seen.
//
// There are two of these. By `happens_before` the messages of a handler happen one after the other,
// as they do. By `happens_before_by_accesses` they do not: explorer `event` explores two orders of
// messages only if what they do tells them apart, so plain accesses that are ordered by nothing but
// the handler must become visible (race_detector.cpp).
#pragma once

#include <cstdint>

#include "core/step.hpp"
#include "runtime/memory/vector_clock.hpp"

namespace skein::runtime {

class HappensBefore {
 public:
  // Once, before the first run.
  void start(bool orders_messages);
  void begin_run();
  [[nodiscard]] std::uint32_t run() const { return run_; }

  // The current agent executes this step. An attempt that may fail is told by acquired() later.
  void on_step(const Step& step);
  void acquired(const Step& step);
  // The two halves of an atomic operation, before and after its own access; the kinds are
  // AtomicLoad, AtomicStore, AtomicRmw, the orders as in __ATOMIC_RELAXED ...
  void before_atomic(AgentId agent, ObjectId object, OpKind kind, int order);
  void after_atomic(AgentId agent, ObjectId object, OpKind kind, int order);
  void on_fence(AgentId agent, int order);

  [[nodiscard]] std::uint32_t epoch(AgentId agent) { return self(agent).now; }
  // Whether what `other` did in its epoch happens before all that `agent` will do.
  [[nodiscard]] bool is_before(std::uint32_t other, std::uint32_t epoch, AgentId agent) {
    return epoch <= self(agent).clock.get(run_, other);
  }

 private:
  struct Self {
    VectorClock clock;
    VectorClock seen;    // by relaxed reads, for a later acquire fence
    VectorClock fenced;  // what a release fence has announced
    std::uint32_t run = 0;
    std::uint32_t now = 0;  // its own entry of `clock`
  };
  // What a thread has released by writing an atomic location, in the release sequences that go on.
  struct Head {
    AgentId agent;
    VectorClock clock;
  };
  struct Object {
    VectorClock clock;   // what its writers, holders, signallers released
    VectorClock shared;  // what readers released; for a barrier: what all arrivals released
    // Of an atomic location: the first thread and the last other one that released by it.
    Head heads[2];
    StepIndex passed;  // a barrier's last arrival for which `clock` was taken
    std::uint32_t run = 0;
  };

  [[nodiscard]] Self& self(AgentId agent) {
    Self& me = selves_[agent.index()];
    if (me.run != run_) begin(agent, me);
    return me;
  }
  [[nodiscard]] Object& object(ObjectId id) {
    Object& o = objects_[id.index()];
    if (o.run != run_) begin(o);
    return o;
  }
  // Their first use in the run.
  void begin(AgentId agent, Self& me);
  void begin(Object& object) const;
  void acquire(Self& me, const VectorClock& from) { me.clock.join(run_, from); }
  void release(AgentId agent, Self& me, VectorClock& to);
  void next_epoch(AgentId agent, Self& me);
  void keep_sequences_of(AgentId agent, Object& location) const;
  void add_to_sequences(AgentId agent, const VectorClock& released, Object& location) const;

  std::uint32_t run_ = 0;
  bool orders_messages_ = true;
  Self* selves_ = nullptr;
  Object* objects_ = nullptr;
};

extern HappensBefore happens_before;
extern HappensBefore happens_before_by_accesses;

}  // namespace skein::runtime
