// SPDX-License-Identifier: Apache-2.0
// Random small programs with loops, as a machine with states, for tests of the prefix.
//
// A thread is a list of instructions over one register and a few shared variables of few values,
// with jumps back, so most programs never end and all have few states. Main creates the threads,
// then runs code of its own; it may join the first.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/states.hpp"

namespace skein::testing {

enum class ToyCode : std::uint8_t {
  Create,  // thread x
  Join,    // thread x
  Start,
  Exit,
  Load,     // r = x
  Store,    // x = k
  StoreR,   // x = r
  Add,      // r = x; x = (x + k) mod values
  LoadTwo,  // r = x and y at once (reads both)
  Swap,     // writes x and y at once
  Lock,
  Unlock,
  Choose,  // r = one of k
  Forget,  // r = 0, invisible
  JumpIf,  // if r == k go to x, invisible
  Jump,    // go to x, invisible
  Assert,  // r != k, invisible
};

struct ToyInstruction {
  ToyCode code = ToyCode::Exit;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t k = 0;
};

struct ToyProgram {
  std::vector<std::vector<ToyInstruction>> threads;  // [0] is main
  std::uint32_t variables = 2;
  std::uint32_t locks = 1;
  std::uint32_t values = 2;

  [[nodiscard]] std::string text() const;
};

[[nodiscard]] ToyProgram random_toy(std::uint64_t seed);

class ToySystem final : public StateSystem {
 public:
  explicit ToySystem(ToyProgram program);

  [[nodiscard]] ValueId initial_local() override;
  [[nodiscard]] ValueId initial_value(ObjectId x) override;
  [[nodiscard]] const Transition* transition(ValueId local) override;
  [[nodiscard]] bool is_assumed_away(ValueId) const override { return false; }
  [[nodiscard]] std::uint32_t choices(ValueId local, std::span<const ValueId> values) override;
  [[nodiscard]] const Outcome& execute(ValueId local, std::span<const ValueId> values,
                                       std::uint32_t choice) override;
  [[nodiscard]] std::string agent_name(AgentId agent) const override;
  [[nodiscard]] std::string object_name(ObjectId object) const override;
  [[nodiscard]] std::string site_text(SiteId site) const override;
  [[nodiscard]] SourceLine site_line(SiteId) const override { return {}; }

 private:
  struct Local {
    std::uint32_t agent = 0;
    std::uint32_t pc = 0;
    std::uint32_t r = 0;
    bool is_halted = false;
    auto operator<=>(const Local&) const = default;
  };
  ValueId intern(Local local);
  // Executes invisible instructions; returns the local state at the next visible one.
  ValueId settle(Local local, Outcome* outcome);
  [[nodiscard]] ObjectId variable(std::uint32_t i) const { return ObjectId{i}; }
  [[nodiscard]] ObjectId lock(std::uint32_t i) const { return ObjectId{program_.variables + i}; }
  [[nodiscard]] ObjectId life(std::uint32_t i) const {
    return ObjectId{program_.variables + program_.locks + i};
  }

  ToyProgram program_;
  std::vector<Local> locals_;
  std::map<Local, ValueId> by_local_;
  std::map<ValueId, Transition> transitions_;
  Outcome outcome_;
};

}  // namespace skein::testing
