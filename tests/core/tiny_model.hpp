// SPDX-License-Identifier: Apache-2.0
// A tiny world to test the enabling oracle against: a mutex with a condition variable, a
// readers-writer lock, a semaphore, a barrier and a handler with messages. Agents draw what they do
// next from a seed and from what they hold, so an agent that took the same steps does the same
// next. Posts of the semaphore are blind for half of the seeds, arrivals at the barrier for all.
//
// It shares nothing with the machines and nothing with core/enabling.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "core/step.hpp"

namespace skein::test {

class TinyModel {
 public:
  static constexpr std::size_t kThreads = 3;
  static constexpr std::size_t kMessages = 2;  // thread i posts message kThreads + i
  static constexpr std::size_t kAgents = kThreads + kMessages;

  explicit TinyModel(std::uint32_t seed)
      : seed_(seed), tokens_(static_cast<int>(seed % 3)), is_locked_(seed % 5 == 0) {}

  // What the agent does next; nothing if its message is not posted, or has ended.
  [[nodiscard]] std::optional<Operation> next(std::size_t agent) const;
  [[nodiscard]] bool is_enabled(std::size_t agent) const;
  // The step that enabled the agent's next operation, if it needs one and has it.
  [[nodiscard]] StepIndex enabler(std::size_t agent) const { return agents_[agent].enabler; }
  [[nodiscard]] std::size_t steps(std::size_t agent) const { return agents_[agent].steps; }

  // REQUIRES is_enabled(agent). `position` is where the step is in the run.
  Step execute(std::size_t agent, StepIndex position);

 private:
  enum Object : std::uint32_t {
    kMutex,
    kCondition,
    kRwLock,
    kSemaphore,
    kBarrier,
    kHandler,
    kMailbox,
    kLife
  };
  static constexpr std::size_t kNobody = kAgents;
  static constexpr std::size_t kMembers = 2;  // the agents that the barrier is for: the first ones

  struct Agent {
    std::size_t steps = 0;
    bool has_mutex = false;
    bool is_waiting = false;  // for the condition
    bool is_at_barrier = false;
    bool opens = false;  // the barrier
    bool is_writer = false;
    int reads = 0;
    bool has_posted = false;
    bool is_posted = false;  // messages
    bool has_ended = false;
    StepIndex enabler;
  };

  [[nodiscard]] Operation draw(std::size_t agent) const;
  [[nodiscard]] bool is_open(ObjectId gate) const;
  void act(std::size_t agent, Step& step, StepIndex position);

  static Operation on(OpKind kind, Object first) {
    return Operation{kind, ObjectId{std::uint32_t{first}}, ObjectId{}};
  }
  static ObjectId life(std::size_t agent) { return ObjectId{kLife + agent}; }

  std::uint32_t seed_;
  std::array<Agent, kAgents> agents_;
  int tokens_;  // of the semaphore
  int readers_ = 0;
  bool is_locked_;  // the mutex; sometimes from the start, and then never unlocked
  bool is_written_ = false;
  std::size_t running_ = kNobody;  // message
};

inline std::optional<Operation> TinyModel::next(std::size_t agent) const {
  const Agent& a = agents_[agent];
  if (agent < kThreads) return draw(agent);
  if (!a.is_posted || a.has_ended) return std::nullopt;
  const ObjectId handler{std::uint32_t{kHandler}};
  if (a.steps == 0) return Operation{OpKind::MessageBegin, handler, life(agent)};
  if (a.steps < 3) return draw(agent);
  return Operation{OpKind::MessageEnd, handler, life(agent)};
}

inline Operation TinyModel::draw(std::size_t agent) const {
  using enum OpKind;
  const Agent& a = agents_[agent];
  const ObjectId condition{std::uint32_t{kCondition}};
  const ObjectId mutex{std::uint32_t{kMutex}};
  if (a.is_waiting) return Operation{CondWake, condition, mutex};
  if (a.is_at_barrier) return on(a.opens ? BarrierOpen : BarrierPass, kBarrier);
  std::vector<Operation> all{
      on(RwTryReadLock, kRwLock), on(RwTryWriteLock, kRwLock),  on(RwReadLock, kRwLock),
      on(RwWriteLock, kRwLock),   on(SemWait, kSemaphore),      on(SemTryWait, kSemaphore),
      on(SemPost, kSemaphore),    on(SemGetValue, kSemaphore),  on(MutexTryLock, kMutex),
      on(MutexLock, kMutex),      on(CondBroadcast, kCondition)};
  for (Operation& op : all) {
    if (op.kind == SemPost && seed_ % 2 == 0) op.effect = Effect::Blind;
  }
  if (agent < kMembers) {
    Operation arrive = on(BarrierArrive, kBarrier);
    arrive.effect = Effect::Blind;
    all.insert(all.end(), seed_ % 4 == 0 ? 12 : 2, arrive);
  }
  // What an agent holds it tends to give back.
  for (int i = 0; i < 4; ++i) {
    if (a.has_mutex) all.push_back(on(MutexUnlock, kMutex));
    if (a.has_mutex) all.push_back(Operation{CondWait, condition, mutex});
    if (a.reads > 0) all.push_back(on(RwReadUnlock, kRwLock));
    if (a.is_writer) all.push_back(on(RwWriteUnlock, kRwLock));
    if (agent < kMessages && !a.has_posted) {
      all.push_back(Operation{Post, life(kThreads + agent), ObjectId{std::uint32_t{kMailbox}}});
    }
  }
  std::seed_seq seeds{seed_, static_cast<std::uint32_t>(agent),
                      static_cast<std::uint32_t>(a.steps)};
  std::array<std::uint32_t, 1> number{};
  seeds.generate(number.begin(), number.end());
  return all[number[0] % all.size()];
}

inline bool TinyModel::is_enabled(std::size_t agent) const {
  const std::optional<Operation> op = next(agent);
  if (!op.has_value()) return false;
  switch (op->kind) {
    case OpKind::MutexLock: return !is_locked_;
    case OpKind::CondWake: return !agents_[agent].enabler.is_none() && !is_locked_;
    case OpKind::BarrierOpen:
    case OpKind::BarrierPass: return !agents_[agent].enabler.is_none();
    case OpKind::RwReadLock: return !is_written_;
    case OpKind::RwWriteLock: return !is_written_ && readers_ == 0;
    case OpKind::SemWait: return tokens_ > 0;
    case OpKind::MessageBegin: return running_ == kNobody;
    default: return true;
  }
}

inline bool TinyModel::is_open(ObjectId gate) const {
  switch (gate.value) {
    case kMutex: return !is_locked_;
    case kRwLock: return !is_written_;
    case kSemaphore: return tokens_ > 0;
    case kHandler: return running_ == kNobody;
    default: return true;
  }
}

inline Step TinyModel::execute(std::size_t agent, StepIndex position) {
  Agent& a = agents_[agent];
  Step step;
  step.agent = AgentId{agent};
  step.op = *next(agent);
  step.enabler = a.enabler;
  step.gate_before = is_open(gate_object(step.op));
  a.enabler = StepIndex{};
  act(agent, step, position);
  step.gate_after = is_open(gate_object(step.op));
  ++a.steps;
  return step;
}

inline void TinyModel::act(std::size_t agent, Step& step, StepIndex position) {
  using enum OpKind;
  Agent& a = agents_[agent];
  const auto take_mutex = [&](bool takes) { a.has_mutex = is_locked_ = takes; };
  const auto take_write = [&](bool takes) { a.is_writer = is_written_ = takes; };
  const auto take_read = [&](int change) {
    step.shared = static_cast<std::int8_t>(change);
    a.reads += change;
    readers_ += change;
  };
  switch (step.op.kind) {
    case MutexTryLock:
      if (is_locked_) return;
      [[fallthrough]];
    case MutexLock: return take_mutex(true);
    case MutexUnlock: return take_mutex(false);
    case CondWait: a.is_waiting = true; return take_mutex(false);
    case CondWake: a.is_waiting = false; return take_mutex(true);
    case CondBroadcast:
      for (Agent& other : agents_) {
        if (other.is_waiting && other.enabler.is_none()) other.enabler = position;
      }
      return;
    case RwTryReadLock:
      if (is_written_) return;
      [[fallthrough]];
    case RwReadLock: return take_read(1);
    case RwReadUnlock: return take_read(-1);
    case RwTryWriteLock:
      if (is_written_ || readers_ > 0) return;
      [[fallthrough]];
    case RwWriteLock: return take_write(true);
    case RwWriteUnlock: return take_write(false);
    case SemTryWait:
      if (tokens_ == 0) return;
      [[fallthrough]];
    case SemWait: --tokens_; return;
    case SemPost: ++tokens_; return;
    case BarrierArrive:
      a.is_at_barrier = true;
      for (std::size_t i = 0; i < kMembers; ++i) {
        if (!agents_[i].is_at_barrier || !agents_[i].enabler.is_none()) return;
      }
      agents_[0].opens = true;
      agents_[0].enabler = position;
      return;
    case BarrierOpen:
      a.is_at_barrier = a.opens = false;
      for (std::size_t i = 1; i < kMembers; ++i) agents_[i].enabler = position;
      return;
    case BarrierPass: a.is_at_barrier = false; return;
    case Post:
      a.has_posted = true;
      agents_[kThreads + agent].is_posted = true;
      agents_[kThreads + agent].enabler = position;
      return;
    case MessageBegin: running_ = agent; return;
    case MessageEnd:
      running_ = kNobody;
      a.has_ended = true;
      return;
    default: return;
  }
}

}  // namespace skein::test
