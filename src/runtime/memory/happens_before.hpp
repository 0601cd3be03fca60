// SPDX-License-Identifier: Apache-2.0
// Happens-before as C11 and POSIX promise it: a vector clock for each agent, and two for each
// object through which agents synchronise.
//
// Skein executes atomics in one order, whatever memory order the program asks for. What the program
// may rely on follows only from the memory orders, and the clocks follow those. A relaxed flag does
// not synchronise, although its value was seen.
//
// There are two instances. In `happens_before`, the messages of a handler happen one after the
// other, as they do in reality. In `happens_before_by_accesses` they do not: explorer `event`
// explores two orders of messages only if the messages' operations distinguish them, so plain
// accesses that only the handler orders must become visible (race_detector.cpp).
#pragma once

#include <cstdint>

#include "core/step.hpp"
#include "runtime/memory/vector_clock.hpp"

namespace skein::runtime {

class HappensBefore {
 public:
  // Call once, before the first run.
  void start(bool orders_messages);
  void begin_run();
  [[nodiscard]] std::uint32_t run() const { return run_; }

  // The current agent executes this step. For an attempt that may fail, acquired() follows if it
  // succeeds.
  void on_step(const Step& step);
  void acquired(const Step& step);
  void released(const Step& step);
  // The two halves of an atomic operation, before and after its own access. The kinds are
  // AtomicLoad, AtomicStore and AtomicRmw, the orders those of __ATOMIC_RELAXED ...
  // Blind operations that follow each other could have come in any order: none of them acquires
  // what another has released (docs/equivalence.md).
  void before_atomic(AgentId agent, ObjectId object, OpKind kind, int order, bool is_blind);
  void after_atomic(AgentId agent, ObjectId object, OpKind kind, int order, bool is_blind);
  void on_fence(AgentId agent, int order);
  // A section of a simple lock: returns its first and its last epoch. The step inside, if there is
  // one, acquires the region.
  std::uint32_t begin_section(AgentId agent);
  std::uint32_t end_section(AgentId agent, ObjectId region);
  // The destruction of an object whose reference counts are hidden (shared_counts.hpp): it knows
  // what all releases of the count knew, and the agent forgets that afterwards.
  void begin_destruction(AgentId agent, ObjectId count, VectorClock& kept);
  void end_destruction(AgentId agent, const VectorClock& kept);

  [[nodiscard]] std::uint32_t epoch(AgentId agent) { return self(agent).now; }
  // Whether everything that `other` did in this epoch happens before everything that `agent` will
  // do.
  [[nodiscard]] bool is_before(std::uint32_t other, std::uint32_t epoch, AgentId agent) {
    return epoch <= self(agent).clock.get(run_, other);
  }

 private:
  struct Self {
    VectorClock clock;
    VectorClock seen;    // acquired by relaxed reads, for a later acquire fence
    VectorClock fenced;  // released by the last release fence
    std::uint32_t run = 0;
    std::uint32_t now = 0;  // the agent's own entry of `clock`
  };
  // What a thread has released by writing an atomic location, in the release sequences that
  // continue.
  struct Head {
    AgentId agent;
    VectorClock clock;
  };
  struct Object {
    VectorClock clock;  // what writers, holders and signallers released
    // What readers released; for a barrier: what all arrivals released; for an atomic location:
    // what blind operations have released since the last other one.
    VectorClock shared;
    // For an atomic location: the first thread that released through it, and the last other one.
    Head heads[2];
    StepIndex passed;  // the enabler of a barrier's last passes, for which `clock` was copied
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
  // The first use of the agent's clocks in this run.
  void begin(AgentId agent, Self& me);
  void begin(Object& object) const;
  void acquire(Self& me, const VectorClock& from) { me.clock.join(run_, from); }
  void release(AgentId agent, Self& me, VectorClock& to);
  void next_epoch(AgentId agent, Self& me);
  void keep_sequences_of(AgentId agent, Object& location) const;
  void add_to_sequences(AgentId agent, const VectorClock& released, Object& location,
                        VectorClock& known) const;

  std::uint32_t run_ = 0;
  bool orders_messages_ = true;
  Self* selves_ = nullptr;
  Object* objects_ = nullptr;
};

extern HappensBefore happens_before;
extern HappensBefore happens_before_by_accesses;

}  // namespace skein::runtime
