// SPDX-License-Identifier: Apache-2.0
#include "machine/native/native_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "core/ensure.hpp"
#include "machine/native/code/dead_value_analysis.hpp"
#include "machine/native/process/start_failure.hpp"
#include "machine/native/process/validate_channel.hpp"

namespace skein {

namespace {

// Whether agents other than the last step's had not ended.
bool leaves_others_behind(const std::vector<Step>& steps) {
  std::size_t born = 1;
  std::size_t ended = 0;
  for (const Step& s : steps) {
    switch (s.op.kind) {
      case OpKind::ThreadCreate:
      case OpKind::Post:
      case OpKind::PostFifo: ++born; break;
      case OpKind::ThreadExit:
      case OpKind::MessageEnd: ++ended; break;
      default: break;
    }
  }
  const bool has_last_ended = !steps.empty() && (steps.back().op.kind == OpKind::ThreadExit ||
                                                 steps.back().op.kind == OpKind::MessageEnd);
  return born > ended + (has_last_ended ? 0 : 1);
}

}  // namespace

NativeMachine::NativeMachine(NativeOptions options)
    : executor_(std::move(options)),
      names_(executor_.options().program, executor_.channel(), executor_.options().debug_infos) {}

NativeMachine::~NativeMachine() = default;

std::size_t NativeMachine::common_prefix(const Plan& plan) const {
  const std::size_t limit = std::min(plan.prefix.size(), run_.steps.size());
  std::size_t n = 0;
  while (n < limit && plan.prefix[n] == run_.steps[n].move()) ++n;
  return n;
}

void NativeMachine::write_plan(const Plan& plan, std::size_t shared, bool shows_output) {
  channel::Channel& c = executor_.channel();
  if (plan.prefix.size() > channel::kMaxSteps || plan.sleep.size() > channel::kMaxSleepers) {
    throw UserError("a plan is longer than the native machine can follow");
  }
  std::copy(plan.prefix.begin(), plan.prefix.end(), c.prefix);
  std::copy(plan.sleep.begin(), plan.sleep.end(), c.sleep);
  c.plan.prefix_count = static_cast<std::uint32_t>(plan.prefix.size());
  c.plan.sleep_count = static_cast<std::uint32_t>(plan.sleep.size());
  c.plan.shared_prefix = static_cast<std::uint32_t>(shared);
  c.plan.policy = plan.policy;
  c.plan.shows_output = shows_output;
  c.plan.records_enabled = plan.records_enabled;
  c.plan.seed = plan.seed;
  c.plan.pct_depth = plan.pct_depth;
  c.plan.pct_length = plan.pct_length;
  c.plan.bounds = plan.bounds;
  c.plan.measured_runs = measured_runs_;
  c.plan.records_details = records_details_;
}

const Run& NativeMachine::run(const Plan& plan) { return exchange(plan, false); }

const Run& NativeMachine::show(const Plan& plan) { return exchange(plan, true); }

channel::ExecutorCosts NativeMachine::measure(const Plan& plan, std::uint32_t runs) {
  measured_runs_ = runs;
  exchange(plan, false);
  measured_runs_ = 0;
  return executor_.channel().executor_costs;
}

std::size_t NativeMachine::watched_count() const {
  return std::min(executor_.channel().watched.count.load(), channel::kMaxWatched);
}

bool NativeMachine::has_unwatched_sections() const {
  return is_set(executor_.channel().has_unwatched_sections);
}

bool NativeMachine::has_unwatched_races() const {
  return is_set(executor_.channel().has_unwatched_races);
}

bool NativeMachine::has_foreign_words() const {
  const channel::Channel& c = executor_.channel();
  const std::uint64_t* const end = c.watched.records + watched_count();
  return is_set(c.has_unguarded_words) ||
         std::any_of(c.watched.records, end, &channel::foreign_words::is_one);
}

bool NativeMachine::explores_races() const {
  return executor_.options().races == channel::RaceMode::Explore;
}

void NativeMachine::add_knowledge(NativeOptions& options) const {
  const channel::Channel& c = executor_.channel();
  options.watched.assign(c.watched.records, c.watched.records + watched_count());
  options.has_handlers = is_set(c.has_handlers);
  options.endless.assign(c.endless, c.endless + std::min(c.endless_count, channel::kMaxEndless));
}

// A SIGKILL may come from outside (a user's kill, the kernel out of memory) and then says nothing
// about the program. So it is believed only if it comes repeatedly.
std::optional<ExitInfo> NativeMachine::execute(const Plan& plan, std::size_t shared,
                                               bool shows_output) {
  constexpr int kAttempts = 3;
  for (int attempt = 1;; ++attempt) {
    auto exit_info = executor_.ensure_ready();
    if (exit_info.has_value() && exit_info->was_stopped) return exit_info;
    if (!exit_info.has_value()) {
      report_bad_health();
      if (executor_.options().finds_unseen) {
        unseen_.prepare(executor_.channel(), executor_.options().program);
        unseen_.analyse_loops(executor_.channel(), executor_.options().program);
      }
      prepare_dead_values(executor_.options().program, executor_.channel());
      write_plan(plan, shared, shows_output);
      if (!executor_.may_have_begun()) clear_run();
      exit_info = executor_.execute();
      if (!exit_info.has_value() || exit_info->signal != SIGKILL || exit_info->was_stuck)
        return exit_info;
      if (attempt == kAttempts) return exit_info;
    } else if (exit_info->signal != SIGKILL || attempt == kAttempts) {
      report_bad_health();
      const std::string limits = tight_limits();
      throw UserError(fmt::format("{}: did not start under skein{}{}", executor_.options().program,
                                  limits.empty() ? "" : ": ", limits));
    }
  }
}

const Run& NativeMachine::exchange(const Plan& plan, bool shows_output) {
  channel::Channel& c = executor_.channel();
  const bool is_usual = !shows_output && !records_details_ && measured_runs_ == 0;
  run_.reusable_prefix = nullptr;
  // A run that may have begun already shows no output and records no details.
  if (!is_usual && executor_.may_have_begun()) executor_.stop();
  const std::size_t shared = common_prefix(plan);
  const std::optional<ExitInfo> exit_info = execute(plan, shared, shows_output);
  if (exit_info.has_value() && exit_info->was_stopped) stop_in_the_middle(shared);
  report_bad_health();
  if (exit_info.has_value() && !exit_info->waits_in.empty()) refuse_wait(exit_info->waits_in);
  if ((exit_info.has_value() && exit_info->overwrote_channel) ||
      !is_valid_run(c, shared, plan.records_enabled)) {
    // Nothing from this executor can be believed any more.
    executor_.stop();
    run_.steps.resize(std::min(shared, run_.steps.size()));
    std::copy(run_.steps.begin(), run_.steps.end(), c.steps);
    run_.shared_prefix = run_.steps.size();
    run_.violations.clear();
    // The enabled operations of the known steps, if they were recorded.
    run_.enabled_from.resize(plan.records_enabled ? run_.steps.size() + 1 : 0);
    run_.enabled.resize(run_.enabled_from.empty() ? 0 : run_.enabled_from.back());
    record_exit(ExitInfo{.overwrote_channel = true});
    lose_rest();
    return run_;
  }
  read_run(shared, plan.records_enabled);
  if (executor_.options().finds_unseen) unseen_.note(c);
  if (exit_info.has_value()) {
    record_exit(*exit_info);
    // The executor died where it once continued, or where other agents might have continued.
    if (run_.steps.size() < plan.prefix.size() || leaves_others_behind(run_.steps)) lose_rest();
  }
  if (c.run.restart != RestartReason::None) {
    const ExplorationRestart restart(c.run.restart, run_);
    run_.steps.clear();
    exits_ = Exits{};
    throw restart;
  }
  mentions_.handles_faults = mentions_.handles_faults || c.run.has_handled_fault;
  mentions_.begins_threads = mentions_.begins_threads || c.run.has_early_threads;
  if (run_.end == End::Diverged) explain_divergence();
  if (run_.end == End::Completed && is_usual) {
    ++exits_.runs;
    const int status = c.run.has_exited ? c.run.exit_code & 0xff : 0;
    if (status != 0) ++exits_.failed[status];
  }
  if (!exit_info.has_value() && is_usual) let_begin(plan.reusable_prefix);
  return run_;
}

// The time is up. The channel is right about the run so far, unless the program overwrote it, but
// does not say what the program would have done next.
void NativeMachine::stop_in_the_middle(std::size_t shared) {
  channel::Channel& c = executor_.channel();
  c.run.pending_count = 0;
  c.run.leak_count = 0;
  c.run.is_step_divergence = false;
  c.run.end = End::Cut;
  c.run.bound = BoundHit::Steps;
  const bool is_known = is_valid_run(c, shared, false);
  if (is_known) read_run(shared, false);
  Run so_far;
  if (is_known) so_far = run_;
  so_far.reusable_prefix = nullptr;
  run_.steps.clear();  // the next run begins from nothing
  throw RunStopped(std::move(so_far));
}

// Marks the rest of the run, after its last step, as unknown.
void NativeMachine::lose_rest() {
  run_.end = End::Cut;
  run_.bound = BoundHit::Lost;
}

// The executor's initial state; it stays so if the executor dies before it begins.
void NativeMachine::clear_run() {
  channel::RunOut& run = executor_.channel().run;
  run.step_count.store(0, std::memory_order_relaxed);
  run.violation_count = 0;
  run.restart = RestartReason::None;
}

// Lets the executor begin the next run while the explorer looks at this one. Such a run may have to
// begin again, and then would show its output twice; so this is not done if output is shown.
void NativeMachine::let_begin(std::uint32_t steps) {
  const NativeOptions& options = executor_.options();
  if (options.shows_output || options.resets_by_fork || run_.end == End::Diverged) return;
  if (steps == 0 || steps > run_.steps.size()) return;
  clear_run();
  executor_.let_begin(steps);
  run_.reusable_prefix = &executor_.channel().ahead_steps;
}

void NativeMachine::report_bad_health() const {
  const channel::Channel& c = executor_.channel();
  if (!is_valid_health(c)) return;
  switch (c.health.load(std::memory_order_acquire)) {
    case channel::Health::Starting:
    case channel::Health::Ready: return;
    case channel::Health::Unsupported:
      throw UserError(fmt::format("{}: the program uses {}, which skein does not support yet",
                                  c.run.divergence.site.is_none()
                                      ? program_name()
                                      : names_.site_text(c.run.divergence.site),
                                  c.health_text));
    case channel::Health::FailedEarly:
      if (!are_valid_facts(c, c.violations[0])) return;
      throw ViolationError(
          fmt::format("{}: the program failed before main: ", executor_.options().program),
          facts_of(c.violations[0]));
    case channel::Health::Broken:
      throw UserError(fmt::format("{}: {}", executor_.options().program, c.health_text));
  }
}

// Without the path, which may be that of a temporary folder.
std::string NativeMachine::program_name() const {
  const std::string& path = executor_.options().program;
  return path.substr(path.rfind('/') + 1);
}

// All agents share one kernel thread, so an agent that waits in the kernel stops them all.
void NativeMachine::refuse_wait(const std::string& call) const {
  const channel::Channel& c = executor_.channel();
  const std::size_t count = std::min(c.run.step_count.load(), channel::kMaxSteps);
  const SiteId site = count > 0 ? c.steps[count - 1].site : SiteId{};
  const std::string where = site.is_none() ? program_name() : names_.site_text(site);
  throw UserError(
      fmt::format("{}: after this step the program waits in the kernel ({}){}, which skein does "
                  "not support yet",
                  where, call, call == "futex" ? " for a lock that skein does not see" : ""));
}

void NativeMachine::read_run(std::size_t shared, bool has_enabled) {
  const channel::Channel& c = executor_.channel();
  const std::size_t count = c.run.step_count.load(std::memory_order_acquire);
  // The executor found the shared steps unchanged; only later steps are new.
  const std::size_t known = std::min(shared, count);
  run_.shared_prefix = known;
  run_.steps.resize(count);
  std::copy(c.steps + known, c.steps + count, run_.steps.begin() + static_cast<long>(known));
  run_.end = c.run.end;
  run_.bound = c.run.bound;
  read_violations();
  run_.enabled.clear();
  run_.enabled_from.clear();
  if (has_enabled) {
    run_.enabled_from.assign(c.enabled_from, c.enabled_from + count + 1);
    run_.enabled.assign(c.enabled, c.enabled + run_.enabled_from.back());
  }
  run_.pending.assign(c.pending, c.pending + c.run.pending_count);
  for (std::uint32_t i = 0; i < c.run.leak_count; ++i) {
    leaks_.emplace(c.leaks[i].agent, c.leaks[i].mutex);
  }
}

std::vector<NativeMachine::HeldAtEnd> NativeMachine::held_at_end() const {
  std::vector<HeldAtEnd> held;
  for (const auto& [agent, mutex] : leaks_) {
    held.push_back({names_.agent_name(agent), names_.object_name(mutex)});
  }
  return held;
}

std::unique_ptr<Machine> make_native_machine(NativeOptions options) {
  return std::make_unique<NativeMachine>(std::move(options));
}

}  // namespace skein
