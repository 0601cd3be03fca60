// SPDX-License-Identifier: Apache-2.0
// A machine and an explorer that do what the test says, and steps that read well in a test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/run.hpp"
#include "explore/explorer.hpp"
#include "machine/machine.hpp"

namespace skein::toys {

// In the body of a TEST, "Run" is a method of GoogleTest's.
using ARun = skein::Run;

inline AgentId agent(std::uint32_t n) { return AgentId{n}; }
inline ObjectId object(std::uint32_t n) { return ObjectId{n}; }

inline Step step(std::uint32_t who, OpKind kind, std::uint32_t what = Id<void>::kNoValue) {
  Step s;
  s.agent = agent(who);
  s.op = Operation{kind, ObjectId{what}, ObjectId{}};
  return s;
}

inline Step store(std::uint32_t who, std::uint32_t what) {
  return step(who, OpKind::AtomicStore, what);
}

// A lock that closes its gate, an unlock that opens it.
inline Step lock(std::uint32_t who, std::uint32_t what) {
  Step s = step(who, OpKind::MutexLock, what);
  s.gate_after = false;
  return s;
}
inline Step unlock(std::uint32_t who, std::uint32_t what) {
  Step s = step(who, OpKind::MutexUnlock, what);
  s.gate_before = false;
  return s;
}

inline Pending stuck(std::uint32_t who, OpKind kind, std::uint32_t what) {
  Pending p;
  p.agent = agent(who);
  p.op = Operation{kind, ObjectId{what}, ObjectId{}};
  return p;
}

inline Run run_with(End end, std::size_t steps = 1) {
  Run run;
  run.end = end;
  if (end == End::Cut) run.bound = BoundHit::Steps;
  for (std::size_t i = 0; i < steps; ++i) run.steps.push_back(step(0, OpKind::Yield));
  return run;
}

// `condition`: of an assertion that failed.
inline Run violating_run(std::string condition, std::size_t steps = 1) {
  Run run = run_with(End::Violation, steps);
  run.violations.push_back({{ViolationCode::ConditionIsFalse, {std::move(condition)}},
                            agent(0),
                            StepIndex{steps - 1},
                            SiteId{}});
  return run;
}

// Returns the given runs one after the other, the last for ever.
class ToyMachine : public Machine, public Names {
 public:
  explicit ToyMachine(std::vector<Run> runs = {}) : runs_(std::move(runs)) {}

  const Run& run(const Plan&) override {
    const Run& result = runs_[next_];
    if (next_ + 1 < runs_.size()) ++next_;
    return result;
  }
  [[nodiscard]] std::string agent_name(AgentId a) const override {
    return a == kMainAgent ? "main" : "t" + std::to_string(a.value);
  }
  [[nodiscard]] std::string object_name(ObjectId o) const override {
    return std::string(1, static_cast<char>('a' + o.value % 26));
  }
  [[nodiscard]] std::string site_text(SiteId s) const override {
    return "toy.skein:" + std::to_string(s.value) + ": text " + std::to_string(s.value);
  }
  [[nodiscard]] SourceLine site_line(SiteId s) const override {
    return {"toy.skein", s.value, "text " + std::to_string(s.value)};
  }
  [[nodiscard]] const Names& names() const override { return *this; }

 private:
  std::vector<Run> runs_;
  std::size_t next_ = 0;
};

// Asks for `plans` runs, and calls `on_observe` at each.
class ToyExplorer : public Explorer {
 public:
  explicit ToyExplorer(std::uint64_t plans) : plans_(plans) {}

  const Plan* next() override {
    if (made_ == plans_) return nullptr;
    ++made_;
    plan_.prefix = {Move{kMainAgent, 0}};
    return &plan_;
  }
  void observe(const Run& run) override {
    ++observed_;
    if (on_observe) on_observe(run);
  }
  [[nodiscard]] std::string_view name() const override { return "toy"; }
  [[nodiscard]] std::uint64_t events() const override { return observed_ * 2; }

  std::function<void(const Run&)> on_observe;

 private:
  Plan plan_;
  std::uint64_t plans_;
  std::uint64_t made_ = 0;
  std::uint64_t observed_ = 0;
};

}  // namespace skein::toys
