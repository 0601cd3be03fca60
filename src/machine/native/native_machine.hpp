// SPDX-License-Identifier: Apache-2.0
// The native machine: runs a real program, compiled by `skein cc` or not, under plans.
//
// The program lives in an executor process with our runtime inside (src/runtime). This class starts
// that process, exchanges plans and runs with it through shared memory (protocol/channel.hpp), and
// survives its failures: a crash, a kill or an endless loop becomes a violation in its run, and a
// new executor continues with the next plan.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/detailed_run.hpp"
#include "machine/machine.hpp"
#include "machine/native/names/native_names.hpp"
#include "machine/native/process/executor.hpp"
#include "machine/native/process/unseen_log.hpp"
#include "machine/resumable.hpp"

namespace skein {

// Thrown by run() when the explorer's knowledge turns out to be about the wrong steps, for example
// because plain accesses race and become steps themselves (RestartReason). The exploration
// must start again with a new explorer and the same machine; this happens at most once for each
// place the reason is about. The findings of the run are valid even so.
class ExplorationRestart : public std::exception {
 public:
  ExplorationRestart(RestartReason reason, const Run& run)
      : reason_(reason), run_(std::make_shared<const Run>(run)) {}

  [[nodiscard]] const char* what() const noexcept override {
    return "more of the program is visible now: the exploration must start again";
  }
  [[nodiscard]] RestartReason reason() const { return reason_; }
  [[nodiscard]] const Run& run() const { return *run_; }

 private:
  RestartReason reason_;
  std::shared_ptr<const Run> run_;
};

class NativeMachine : public Machine, public DetailedRunner, public Resumable {
 public:
  explicit NativeMachine(NativeOptions options);
  ~NativeMachine() override;

  const Run& run(const Plan& plan) override;

  [[nodiscard]] DetailedRun run_detailed(const Plan& plan) override;
  [[nodiscard]] Place place_of(SiteId site) override;

  [[nodiscard]] std::string save_names() const override;
  void restore_names(std::string_view bytes) override;

  // Adds what this machine has learned about the program, for a machine that will follow the same
  // schedules.
  void add_knowledge(NativeOptions& options) const;

  // For the time after an exploration, when schedules are only followed: a race met on the way
  // changes no steps. Earlier knowledge stays.
  void stop_learning() { executor_.stop_learning(); }
  // Replaces NativeOptions::is_over from now on.
  void set_is_over(std::function<bool()> is_over) { executor_.set_is_over(std::move(is_over)); }

  // The number of words whose plain accesses are visible because they race.
  [[nodiscard]] std::size_t watched_count() const;
  // Whether there are racing words whose orders are not explored, because there are too many.
  [[nodiscard]] bool has_unwatched_races() const;
  // Whether some accesses outside atomic sections were not ordered with the sections.
  [[nodiscard]] bool has_unwatched_sections() const;

  // Runs the plan once more with the program's output shown.
  const Run& show(const Plan& plan);

  // The cost of a run of the plan in the executor alone: the mean of `runs` runs.
  channel::ExecutorCosts measure(const Plan& plan, std::uint32_t runs);

  [[nodiscard]] const NativeNames& names() const override { return names_; }

  // From now on, a race is described as it is next seen, not as it was first seen.
  void forget_races() { races_.clear(); }

  // Agents that ended with a mutex held in the runs so far: no bug, but odd.
  struct HeldAtEnd {
    std::string agent;
    std::string mutex;
  };
  [[nodiscard]] std::vector<HeldAtEnd> held_at_end() const;

  // Synchronisation that the runs so far executed unseen while several threads lived; needs the
  // option finds_unseen.
  [[nodiscard]] std::vector<UnseenCode> unseen() const { return unseen_.all(names_.symbols()); }
  [[nodiscard]] const std::set<Unwatched>& unwatched() const { return unseen_.unwatched(); }

  // Libraries whose plain accesses are not seen; needs the option finds_unseen.
  [[nodiscard]] const std::set<std::string>& libraries_without_races() const {
    return unseen_.without_races();
  }

  // Facts about the runs so far that a verdict has to mention.
  [[nodiscard]] bool has_weak_order() const { return executor_.channel().has_weak_order; }
  [[nodiscard]] bool has_condition_wait() const { return executor_.channel().has_condition_wait; }
  // Whether code that skein has not compiled has changed words atomically (runtime/foreign).
  [[nodiscard]] bool has_foreign_words() const;
  [[nodiscard]] bool explores_races() const;
  // What some run did that the verdict must mention.
  struct Mentions {
    bool handles_faults = false;  // in handlers of the program
    bool begins_threads = false;  // that constructors have created
  };
  [[nodiscard]] const Mentions& mentions() const { return mentions_; }
  [[nodiscard]] bool has_signal_handler() const { return executor_.channel().has_signal_handler; }
  // The number of threads of the largest OpenMP team; 0: the program has none.
  [[nodiscard]] std::uint32_t openmp_threads() const { return executor_.channel().openmp_threads; }

  // The runs since the last ExplorationRestart that ended by themselves: their number, and the
  // number of those that ended with an exit status other than 0, by status.
  struct Exits {
    std::uint64_t runs = 0;
    std::map<int, std::uint64_t> failed;
  };
  [[nodiscard]] const Exits& exits() const { return exits_; }

  // For tests, which kill the process and measure it.
  [[nodiscard]] pid_t executor_process() const { return executor_.process(); }

  // The number of runs that the executor continued from copies of its memory.
  [[nodiscard]] std::uint32_t continued_runs() const { return executor_.channel().continued; }

  // The number of executors that were started after the first.
  [[nodiscard]] std::uint64_t restarts() const {
    return executor_.starts() == 0 ? 0 : executor_.starts() - 1;
  }

 private:
  std::optional<ExitInfo> execute(const Plan& plan, std::size_t shared, bool shows_output);
  const Run& exchange(const Plan& plan, bool shows_output);
  [[nodiscard]] std::size_t common_prefix(const Plan& plan) const;
  void write_plan(const Plan& plan, std::size_t shared, bool shows_output);
  void read_run(std::size_t shared, bool has_enabled);
  void clear_run();
  void let_begin(std::uint32_t steps);
  void record_exit(const ExitInfo& exit_info);
  void lose_rest();
  [[noreturn]] void stop_in_the_middle(std::size_t shared);
  // native_violations.cpp
  void read_violations();
  const ViolationFacts& known_facts_of(const channel::ViolationOut& violation);
  [[nodiscard]] ViolationFacts facts_of(const channel::ViolationOut& violation) const;
  void explain_divergence();
  [[nodiscard]] std::string program_name() const;
  [[noreturn]] void refuse_wait(const std::string& call) const;
  // Throws UserError if the executor gave up.
  void report_bad_health() const;

  Executor executor_;
  NativeNames names_;
  Run run_;
  UnseenLog unseen_;
  std::unordered_map<std::string, ViolationFacts> races_;  // as first seen, by both accesses
  std::uint32_t measured_runs_ = 0;
  bool records_details_ = false;
  Exits exits_;
  Mentions mentions_;
  std::set<std::pair<AgentId, ObjectId>> leaks_;  // agents that ended with a mutex held
  std::unordered_map<std::string, ViolationFacts> known_facts_;  // by the numbers of the channel
};

std::unique_ptr<Machine> make_native_machine(NativeOptions options);

}  // namespace skein
