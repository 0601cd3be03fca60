// SPDX-License-Identifier: Apache-2.0
// skein check: explores a program and reports.

#include "core/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>

#include "cli/binary_file.hpp"
#include "cli/checkpoint.hpp"
#include "cli/choose_explorer.hpp"
#include "cli/commands.hpp"
#include "cli/forecast.hpp"
#include "cli/input_range.hpp"
#include "cli/native_program.hpp"
#include "cli/nondeterminism.hpp"
#include "cli/open_program.hpp"
#include "cli/outputs.hpp"
#include "cli/program_output.hpp"
#include "cli/progress_line.hpp"
#include "cli/repetition.hpp"
#include "cli/restarts.hpp"
#include "cli/so_far.hpp"
#include "cli/system.hpp"
#include "cli/time_limit.hpp"
#include "cli/traces.hpp"
#include "cli/trust.hpp"
#include "cli/unfolding_recorder.hpp"
#include "explore/exploration.hpp"
#include "findings/auditor.hpp"
#include "findings/schedule.hpp"
#include "machine/native/native_machine.hpp"
#include "report/json.hpp"
#include "report/report.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "report/violation_text.hpp"

namespace skein::cli {

namespace {

class Check {
 public:
  explicit Check(const Settings& settings)
      : settings_(settings),
        limit_(budget_of(settings).seconds),
        so_far_(report_, outputs_, settings.quiet,
                {[this](const Report& report, const Style& style) {
                   return settings_.quiet ? verdict_line(report, style)
                                          : terminal_report(report, style);
                 },
                 [](const Report& report) { return to_json(report); },
                 [](const Report& report) { return exit_status_of(verdict_of(report)); }}) {}

  int run() {
    prepare_output();
    try {
      prepare();
      explore();
      tell_findings();
    } catch (const Stopped&) {
      note_stop();
    } catch (const std::exception& error) {
      forget_last_word();
      report_.error = describe(error);
      outputs_.write(report_);
      throw;
    }
    forget_last_word();  // from here on it is said in full
    // The files first: whoever reads the standard output may have gone away. If one fails, the
    // work is not to be lost for that.
    std::exception_ptr failure;
    try {
      outputs_.write(report_);
    } catch (const UserError&) {
      failure = std::current_exception();
    }
    print_report();
    if (failure) std::rethrow_exception(failure);
    return exit_status_of(verdict_of(report_));
  }

 private:
  // Everything that can be wrong with the request is found before the work begins.
  void prepare_output() {
    report_.version = SKEIN_VERSION;
    report_.request.file = settings_.file;
    report_.request.params = settings_.defines;
    report_.request.arguments = settings_.arguments;
    report_.request.folder = current_folder();
    outputs_.open(settings_);
  }

  void prepare() {
    choice_ = choose_explorer(settings_);
    report_.request.explorer = choice_.info->name;
    report_.request.variant = choice_.variant;
    report_.request.caveat = choice_.info->caveat;
    report_.request.bounds = choice_.options.bounds;
    report_.request.budget = budget_of(settings_);
    so_far_.keep();
    program_.is_over = [this] {
      so_far_.look();
      return limit_.is_over();
    };
    open_program(settings_, program_);
    so_far_.set_machine(program_.machine.get());
    so_far_.set_earlier(&earlier_);
    if (program_.native) report_.reservations = what_is_unseen(*program_.native);
    if (settings_.nondet) report_.reservations.push_back(inputs_in_words(*settings_.nondet));
    open_checkpoint();
  }

  // Stopped outside of the exploration, which notes it itself.
  void note_stop() {
    limit_.begin_telling();
    if (report_.figures.stop == Stop::Exhausted) report_.figures.stop = TimeLimit::reason();
    if (program_.machine == nullptr) {
      report_.gaps.emplace_back("the program was still being compiled");
    } else {
      tell_rest(report_, program_.machine->names(), program_.is_over);
    }
  }

  void open_checkpoint() {
    if (settings_.checkpoint_seconds && !settings_.checkpoint && !settings_.resume) {
      throw UserError("--checkpoint-seconds means nothing without --checkpoint or --resume");
    }
    if (!settings_.checkpoint && !settings_.resume) return;
    if (settings_.checkpoint && settings_.resume && *settings_.checkpoint != *settings_.resume) {
      throw UserError("--resume goes on writing to its own file: leave out --checkpoint");
    }
    constexpr double kSeconds = 10;
    checkpoint_.emplace(settings_.resume ? *settings_.resume : *settings_.checkpoint,
                        checkpoint_identity(settings_, program_, report_.request),
                        settings_.resume.has_value(),
                        settings_.checkpoint_seconds.value_or(kSeconds));
  }

  void explore() {
    ProgressLine progress(!settings_.quiet && is_terminal(STDERR_FILENO));
    const auto limit = explore_until_settled([&] {
      if (checkpoint_) recorded_ = checkpoint_->attach(*program_.machine);
      report_.figures = Figures{};
      report_.findings = FindingSet{};
      report_.gaps.clear();
      Budget budget = report_.request.budget;
      budget.seconds = limit_.seconds_left();
      const std::size_t watched = native_machine() ? native_machine()->watched_count() : 0;
      try {
        explore_once(budget, progress);
        report_.findings.set_watched(watched);
      } catch (const ExplorationRestart& restart) {
        report_.findings.add(restart.run());
        report_.findings.set_watched(watched);
        earlier_.adopt(report_.findings);
        throw;
      }
    });
    // What the explorations found that were given up; and at the limit, the last one too.
    if (limit) report_.gaps.push_back(limit_text(*limit));
    report_.findings.adopt(earlier_);
    report_.figures.peak_memory_kb = peak_resident_kb();
    const Figures& f = report_.figures;
    if (f.executions() == 0 && f.blocked > 0) report_.gaps.emplace_back(kNothingPasses);
    if (const NativeMachine* native = native_machine()) {
      report_.warnings = native->warnings();
      for (std::string& text : failed_exits(native->exits())) {
        report_.reservations.push_back(std::move(text));
      }
      note_racy_gaps(*native);
      judge_unseen(*native, settings_, report_);
      if (native->has_weak_order()) report_.reservations.emplace_back(kNoWeakMemory);
      if (native->has_condition_wait() && !settings_.spurious_wakeups) {
        report_.reservations.emplace_back(kNoSpuriousWakeups);
      }
    }
  }

  [[nodiscard]] const NativeMachine* native_machine() const {
    return dynamic_cast<const NativeMachine*>(program_.machine.get());
  }

  // Of a racy program the steps alone do not tell what happens, unless the racing accesses are
  // steps.
  void note_racy_gaps(const NativeMachine& native) {
    const std::vector<Finding>& all = report_.findings.all();
    const bool is_racy = std::any_of(all.begin(), all.end(), [](const Finding& finding) {
      return !finding.is_deadlock && finding.violation.kind() == ViolationKind::Race;
    });
    if (is_racy && program_.native->races != channel::RaceMode::Explore) {
      report_.gaps.emplace_back("the orders of racing accesses were not explored");
    } else if (native.has_unwatched_races()) {
      report_.gaps.push_back(
          fmt::format("more than {} words race: not all their orders were explored",
                      with_commas(channel::kMaxWatched)));
    }
    if (native.has_unwatched_sections()) {
      report_.gaps.emplace_back(
          "the orders of atomic sections and accesses outside of them were not explored");
    }
  }

  void explore_once(const Budget& budget, ProgressLine& progress) {
    std::unique_ptr<Explorer> explorer = choice_.info->make(choice_.options);
    Auditor auditor(choice_.is_optimal());
    Environment environment;
    environment.seconds = monotonic_seconds;
    environment.memory_kb = resident_kb;
    environment.interrupt = &interrupt_flag();
    std::size_t depth = 0;
    Forecast forecast(settings_, program_, choice_);
    environment.progress = [&](const Figures& figures) {
      so_far_.look();
      if (progress.is_shown()) progress.show(figures, depth, outlook(forecast, figures));
    };
    environment.on_bug = [&](const Run& run) {
      if (is_killed_with_us(run)) return;
      const std::size_t known = report_.findings.all().size();
      report_.findings.add(run);
      if (report_.findings.all().size() > known) so_far_.look();
    };
    UnfoldingRecorder recorder;
    bool has_diverged = false;
    if (program_.native || settings_.paranoid || settings_.html || progress.is_shown()) {
      environment.on_run = [&](const Plan& plan, const Run& run) {
        has_diverged = run.end == End::Diverged;
        depth = run.shared_prefix;
        if (settings_.paranoid) auditor.examine(plan, run);
        if (settings_.html) recorder.add(run);
      };
    }
    try {
      skein::explore(*explorer, recorded_ ? *recorded_ : *program_.machine, budget, environment,
                     report_.figures);
      report_.counted = explorer->counted();
      // The auditor knows events of the plain equivalence alone.
      if (settings_.paranoid && !choice_.info->is_event_aware) auditor.examine_total(*explorer);
      if (checkpoint_) checkpoint_->finish();
    } catch (const ExplorationError& error) {
      if (explain_contradiction(&error.plan())) return;
      if (!program_.native || contradicts_again(error, [&] { explore_again(budget); })) throw;
      report_.gaps.emplace_back(kContradictedOnce);
      return;
    } catch (const UserError&) {
      if (!has_diverged || !explain_contradiction(nullptr)) throw;
      return;
    }
    if (is_stopped_by_budget(report_.figures)) {
      limit_.begin_telling();
      report_.outlook = forecast.last_look(report_.figures);
      leave(std::move(explorer));
    }
    if (settings_.html) {
      const Figures& f = report_.figures;
      const bool is_whole =
          f.stop == Stop::Exhausted && f.cut() == 0 && choice_.info->caveat.empty();
      report_.unfolding = recorder.picture(program_.machine->names(), is_whole);
    }
  }

  // As far as it went before, and nothing of it is reported.
  void explore_again(Budget budget) {
    const std::unique_ptr<Explorer> explorer = choice_.info->make(choice_.options);
    Auditor auditor(choice_.is_optimal());
    Environment environment;
    environment.seconds = monotonic_seconds;
    environment.memory_kb = resident_kb;
    environment.interrupt = &interrupt_flag();
    if (settings_.paranoid) {
      environment.on_run = [&](const Plan& plan, const Run& run) { auditor.examine(plan, run); };
    }
    budget.runs = report_.figures.runs() + 1;
    budget.stops_at_first_bug = false;
    Figures figures;
    skein::explore(*explorer, *program_.machine, budget, environment, figures);
  }

  // Runs of a real program contradicted each other, and `plan` led to it (null: a run left its
  // plan). Whether the exploration can end here with a gap: if what threads do depends on what was
  // not seen, or on the outcome of a data race. Throws if the program is not deterministic.
  bool explain_contradiction(const Plan* plan) {
    const auto* machine = dynamic_cast<const NativeMachine*>(program_.machine.get());
    if (machine == nullptr) return false;
    const std::optional<std::string> why =
        cause_of_contradiction(*machine, report_, is_built_for_skein(program_.native->program));
    if (!why && plan != nullptr) require_same_again(*program_.machine, *plan);
    if (!why) return false;
    report_.gaps.push_back(*why);
    return true;
  }

  [[nodiscard]] std::string outlook(Forecast& forecast, const Figures& figures) const {
    // Of samples it is known how many there will be.
    if (choice_.info->is_sampling) {
      return sampling_outlook(
          figures, static_cast<double>(figures.runs()) / static_cast<double>(choice_.options.runs));
    }
    const auto seen = forecast.look(figures);
    return forecast.is_possible() ? outlook_text(seen) : std::string();
  }

  // Taking a large explorer apart takes long, and the process ends soon. It stays in reach, so that
  // nobody takes it for lost.
  static void leave(std::unique_ptr<Explorer> explorer) {
    [[gnu::used]] static const Explorer* kept;
    kept = explorer.release();
  }

  [[nodiscard]] static bool is_stopped_by_budget(const Figures& figures) {
    return figures.stop != Stop::Exhausted && figures.stop != Stop::FirstBug;
  }

  // The more there are, the less each one matters.
  void tell_findings() {
    constexpr std::size_t kMostTold = 20;
    std::vector<std::uint64_t> watched;
    if (native_machine() != nullptr && program_.native) {
      native_machine()->add_knowledge(*program_.native);
      watched = program_.native->watched;
      // To show what was found, no more is to be learned.
      program_.native->learns_dead_values = false;
      if (program_.native->races == channel::RaceMode::Explore) {
        program_.native->races = channel::RaceMode::Report;
      }
    }
    const std::size_t count = std::min(report_.findings.all().size(), kMostTold);
    limit_.begin_telling();
    so_far_.stop_announcing();
    so_far_.keep();
    // For better witnesses, of all findings together.
    constexpr double kSeconds = 3;
    const double end = monotonic_seconds() + kSeconds;
    const auto is_over = [&] { return limit_.is_used_up() || monotonic_seconds() > end; };
    for (std::size_t i = 0; i < count && !limit_.is_over(); ++i) {
      const Finding& finding = report_.findings.all()[i];
      if (program_.native) program_.native->watched = first_of(watched, finding.watched);
      report_.accounts.push_back(tell_witness(program_, finding, report_.request.bounds, is_over));
    }
    tell_rest(report_, program_.machine->names(), program_.is_over);
    for (std::size_t i = 0; i < report_.accounts.size(); ++i) {
      Account& account = report_.accounts[i];
      account.watched = first_of(watched, report_.findings.all()[i].watched);
    }
    if (program_.native) look_for_certain_bug(count);
    drop_unrepeated(report_);
    for (Account& account : report_.accounts) account.replay = replay_command(settings_, account);
    if (settings_.traces) write_traces(settings_, program_, report_.accounts);
    output_ = output_of_first_bug();
  }

  // If none of those told showed again, the others are believed no more.
  void look_for_certain_bug(std::size_t told) {
    const auto is_certain = [](const Account& a) { return a.is_repeated.value_or(true); };
    const auto told_end = report_.accounts.begin() + static_cast<long>(told);
    if (std::any_of(report_.accounts.begin(), told_end, is_certain)) return;
    for (std::size_t i = told; i < report_.accounts.size(); ++i) {
      if (limit_.is_over()) return;
      Account& account = report_.accounts[i];
      program_.native->watched = account.watched;
      account.is_repeated =
          happens_again(*program_.native, report_.findings.all()[i], report_.request.bounds);
      if (account.is_repeated.value_or(true)) return;
    }
  }

  static std::vector<std::uint64_t> first_of(const std::vector<std::uint64_t>& words,
                                             std::size_t count) {
    return {words.begin(), words.begin() + static_cast<long>(std::min(words.size(), count))};
  }

  // Ctrl-C on a terminal goes to the program under test too. That it dies of it is not its bug.
  [[nodiscard]] bool is_killed_with_us(const Run& run) const {
    return program_.native && interrupt_flag().load(std::memory_order_relaxed) &&
           !run.violations.empty() && run.violations.back().kind() == ViolationKind::Crash;
  }

  static std::string describe(const std::exception& error) {
    std::string text = error_text(error);
    if (const auto* with_plan = dynamic_cast<const ExplorationError*>(&error)) {
      text += " (after the plan " + plan_to_string(with_plan->plan()) + ")";
    }
    return text;
  }

  void print_report() const {
    Style style;
    style.has_colour = !settings_.no_color && wants_colour();
    // The standard output is another report's when that was asked for.
    std::FILE* stream = outputs_.use_standard_output() ? stderr : stdout;
    if (stream == stderr) style.has_colour = false;
    if (settings_.quiet) {
      print(stream, verdict_line(report_, style));
      return;
    }
    print(stream, output_);
    print(stream, terminal_report(report_, style));
    for (const std::string& warning : report_.warnings) {
      print(stderr, "skein: warning: " + printable(warning) + "\n");
    }
  }

  // What a real program prints in the schedule of the first finding.
  [[nodiscard]] std::string output_of_first_bug() const {
    if (!program_.native || settings_.show_output || report_.findings.is_empty()) return "";
    if (settings_.quiet || limit_.is_over()) return "";
    Plan plan;
    plan.prefix = schedule_from_string(report_.accounts.front().schedule);
    plan.bounds = report_.request.bounds;
    if (report_.accounts.front().is_cut) {
      plan.bounds.steps = static_cast<std::uint32_t>(plan.prefix.size());
    }
    NativeOptions options = *program_.native;
    options.watched = report_.accounts.front().watched;
    if (options.races == channel::RaceMode::Explore) options.races = channel::RaceMode::Report;
    return told_output(output_in(options, plan));
  }

  const Settings& settings_;
  TimeLimit limit_;
  Report report_;
  FindingSet earlier_;  // of explorations that had to begin again
  std::string output_;  // of the first finding's run, for people
  Outputs outputs_;
  SoFar so_far_;
  Choice choice_;
  Program program_;
  std::optional<Checkpoint> checkpoint_;
  std::unique_ptr<Machine> recorded_;  // if there is a checkpoint: the machine that the loop sees
};

}  // namespace

int check(const Settings& settings) { return Check(settings).run(); }

}  // namespace skein::cli
