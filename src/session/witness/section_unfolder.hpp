// SPDX-License-Identifier: Apache-2.0
// Turns a witness of sections into one of single operations.
//
// With --reduce=sections (docs/equivalence.md) a section of a simple lock is one step, or none.
// Such a schedule hides from its reader where locks are taken, and means nothing to a program that
// runs under valgrind. Here the same execution becomes a schedule in which every lock and unlock is
// a step, as with --reduce=outcome.
//
// The steps of both are the same but for those of simple locks. So the unfolder goes from step to
// step of the original and lets its agent continue until it has executed the same operation; a
// step that is a section is executed when its unlock is. Sections without a step of their own come
// on the way, *late* (with the next step of their agent) or *early* (right after its last step).
// They commute with all that lies between. But a race may be visible in one of the two executions
// only, since locks order what they have nothing to do with.
//
// Agents are the same if the same agents created them in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/agent_paths.hpp"
#include "core/plan.hpp"
#include "core/run.hpp"
#include "core/step.hpp"
#include "machine/native/native_machine.hpp"
#include "machine/native/section_entries.hpp"

namespace skein::session {

class SectionUnfolder {
 public:
  enum class Stepless : std::uint8_t { Late, Early };

  // `watched`: what the machine of the original had learned. `machine`: of the same program,
  // without steps that are sections.
  SectionUnfolder(std::span<const Step> original, std::span<const std::uint64_t> watched,
                  NativeMachine& machine, Stepless stepless);

  // Returns false if the program behaves differently. REQUIRES: called once. May throw what the
  // machine's run throws.
  [[nodiscard]] bool unfold();

  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
  // The number of moves that stand for the first `steps` steps of the original.
  [[nodiscard]] std::size_t moves_for(std::size_t steps) const { return ends_.at(steps); }

 private:
  // What an agent did so far.
  struct Progress {
    std::int64_t sections = 0;         // of simple locks, begun
    std::set<std::int64_t> with_step;  // the numbers of those that are steps of the original
  };

  [[nodiscard]] bool execute(const Step& step, const std::string& path);
  void execute_stepless(const std::string& path);
  [[nodiscard]] const Step* next_of(const std::string& path);
  void take(const Step& next, std::uint32_t choice);
  void take_section(const std::string& path);
  const Run& look(std::initializer_list<Move> then);
  [[nodiscard]] bool is_next_known(AgentId agent) const;
  [[nodiscard]] bool has_halted(const std::string& path);
  [[nodiscard]] bool is_of_simple_lock(const Step& step, OpKind kind) const;

  std::span<const Step> original_;
  NativeMachine& machine_;
  Stepless stepless_;
  LearnedLocks locks_;
  std::map<std::string, Progress> progress_;
  std::vector<Move> moves_;
  std::vector<std::size_t> ends_ = {0};  // by number of steps of the original
  // A run that begins with the moves, and shows what its agents do next.
  std::vector<Step> ahead_;
  std::map<std::string, AgentId> agents_;  // of the machine
};

}  // namespace skein::session
