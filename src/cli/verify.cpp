// SPDX-License-Identifier: Apache-2.0
// skein verify: grows a complete prefix of the program's unfolding, and reports what it proves.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "cli/bitcode.hpp"
#include "cli/choose_explorer.hpp"
#include "cli/commands.hpp"
#include "cli/exit_statuses.hpp"
#include "cli/input_range.hpp"
#include "cli/native_witness.hpp"
#include "cli/outputs.hpp"
#include "cli/program_output.hpp"
#include "cli/so_far.hpp"
#include "cli/stale_names.hpp"
#include "cli/system.hpp"
#include "cli/time_limit.hpp"
#include "cli/told_race.hpp"
#include "core/check.hpp"
#include "machine/ir/native_steps.hpp"
#include "machine/ir/system.hpp"
#include "machine/states_machine.hpp"
#include "prefix/analyses/assumptions.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/maximal.hpp"
#include "prefix/analyses/prefix_races.hpp"
#include "prefix/analyses/settled.hpp"
#include "prefix/analyses/termination.hpp"
#include "report/json.hpp"
#include "report/prefix_graph.hpp"
#include "report/proof.hpp"
#include "report/violation_text.hpp"

namespace skein::cli {

namespace {

// For figures that are no part of the verdict: how many configurations and states are looked at.
constexpr std::size_t kMostConfigurations = 1'000'000;
constexpr std::size_t kMostStatesToSearch = 200'000;
constexpr double kMostSecondsToCount = 10;
constexpr std::uint64_t kMostLivelockLooks = 300'000;
constexpr std::size_t kMostStatesToPass = 1'000'000;
// Names to choose from when stale ones may be given again, how much larger the prefix may get by
// that, and how many nodes are looked at to find out.
constexpr std::uint32_t kMostSpareNames = 2;
constexpr std::uint64_t kMoreForNames = 20;
constexpr std::uint64_t kMostNameLooks = 2'000'000;

void print(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

bool wants_cutoffs(const Settings& settings) {
  const std::string text = settings.cutoffs.value_or("on");
  if (text != "on" && text != "off") {
    throw UserError(fmt::format("--cutoffs: '{}' is neither on nor off", printable(text)));
  }
  return text == "on";
}

bool wants_races(const Settings& settings) {
  const std::string text = settings.races.value_or("explore");
  // All orders of all accesses are explored in any case.
  if (text != "explore" && text != "report" && text != "off") {
    throw UserError(
        fmt::format("--races: '{}' is neither explore, report nor off", printable(text)));
  }
  return text != "off";
}

ir::SystemOptions system_options_of(const Settings& settings) {
  ir::SystemOptions options;
  options.signed_overflow_is_a_bug = settings.overflow;
  options.has_spurious_wakeups = settings.spurious_wakeups;
  options.uninitialised_is_a_bug = settings.uninitialised;
  const std::string granularity = settings.granularity.value_or("access");
  if (granularity != "access" && granularity != "statement") {
    throw UserError(
        fmt::format("--granularity: '{}' is neither access nor statement", printable(granularity)));
  }
  options.steps_are_statements = granularity == "statement";
  options.arguments = {settings.file};
  options.arguments.insert(options.arguments.end(), settings.arguments.begin(),
                           settings.arguments.end());
  if (settings.nondet) {
    const InputRange inputs = read_input_range(*settings.nondet);
    options.nondet = {inputs.first, inputs.last};
  }
  return options;
}

class Verify {
 public:
  explicit Verify(const Settings& settings)
      : settings_(settings),
        limit_(budget_of(settings).seconds),
        so_far_(report_, outputs_, settings.quiet,
                {[this](const Report& report, const Style& style) {
                   const Proof proof = stopped_proof(report);
                   return settings_.quiet ? verdict_line(report, proof, style)
                                          : terminal_report(report, proof, style);
                 },
                 [this](const Report& report) { return to_json(report, stopped_proof(report)); },
                 [this](const Report& report) {
                   return exit_status_of(verdict_of(report, stopped_proof(report)));
                 }}) {}

  int run() {
    prepare();
    try {
      so_far_.keep();
      load();
      build();
      if (!system_->has_learnt()) find_bugs();
      look_at_assumptions();
      note_budget();
      complete_figures();
      replay_natively();
    } catch (const Stopped&) {
      report_.figures.stop = TimeLimit::reason();
      proof_.missing = "stopped by " + stopped_by(report_) + " while it was being compiled";
    } catch (const std::exception& error) {
      forget_last_word();
      report_.error = error_text(error);
      write_outputs();
      throw;
    }
    forget_last_word();  // from here on it is said in full
    report_.settled = {verdict_of(report_, proof_), verdict_sentence(report_, proof_)};
    write_outputs();
    print_report();
    // The process ends now: taking a million events apart would only take time. They stay in reach,
    // so that nobody takes them for lost.
    [[gnu::used]] static const void* kept[2];
    kept[0] = prefix_.release();
    kept[1] = system_.release();
    return exit_status_of(verdict_of(report_, proof_));
  }

 private:
  void prepare() {
    report_.version = SKEIN_VERSION;
    report_.request.file = settings_.file;
    report_.request.params = settings_.defines;
    report_.request.arguments = settings_.arguments;
    report_.request.explorer = "prefix";
    report_.request.budget = budget_of(settings_);
    options_.has_cutoffs = wants_cutoffs(settings_);
    const std::string order = settings_.order.value_or("total");
    if (order != "size" && order != "total") {
      throw UserError(fmt::format("--order: '{}' is neither size nor total", printable(order)));
    }
    options_.order = order == "size" ? AdequateOrder::Size : AdequateOrder::Total;
    options_.is_compact = settings_.compact;
    options_.most_state_bytes = settings_.memory.value_or(0) << 20U;
    options_.is_enough = [this] { return is_enough(); };
    report_.request.variant = options_.has_cutoffs ? "cut-offs by " + order : "no cut-offs";
    if (settings_.compact) report_.request.variant += ", states by their hashes";
    system_options_ = system_options_of(settings_);
    looks_for_races_ = wants_races(settings_) && !system_options_.steps_are_statements;
    if (system_options_.steps_are_statements) report_.request.variant += ", statements as steps";
    report_.request.folder = current_folder();
    outputs_.open(settings_);
  }

  void load() {
    std::optional<TemporaryFolder> folder;
    program_ = load_bitcode(settings_, folder, [this] { return limit_.is_over(); });
  }

  // If the work stopped now.
  [[nodiscard]] Proof stopped_proof(const Report& report) const {
    Proof proof = proof_;
    if (proof.missing.empty()) proof.missing = "stopped by " + stopped_by(report);
    return proof;
  }

  // Whether a budget is used up; looks at the clock now and then.
  bool is_enough() {
    if (settings_.stop_at_first && prefix_->figures().faults > 0 && !system_->has_learnt()) {
      report_.figures.stop = Stop::FirstBug;
      return true;
    }
    if (most_events_ != 0 && prefix_->figures().events > most_events_) return true;
    if ((++looks_ & 63U) != 0) return report_.figures.stop != Stop::Exhausted;
    report_.figures.events = prefix_->figures().events;
    so_far_.look();
    if (limit_.is_used_up()) {
      report_.figures.stop = TimeLimit::reason();
    } else if (resident_kb() > report_.request.budget.memory_kb) {
      report_.figures.stop = Stop::Memory;
    }
    return report_.figures.stop != Stop::Exhausted;
  }

  void build() {
    start_ = monotonic_seconds();
    build_once();
    bool has_stale_names = false;
    while (is_complete_ && prefix_->figures().faults == 0) {
      has_stale_names =
          gives_stale_names(*prefix_, *system_, kMostNameLooks, [this] { return is_enough(); });
      if (!has_stale_names || system_options_.spare_names == kMostSpareNames) break;
      if (!build_with_more_names()) break;
    }
    report_.figures.seconds = monotonic_seconds() - start_;
    if (has_stale_names) {
      report_.reservations.push_back(
          fmt::format("others keep pointers to freed blocks, {} at a time or more: a use of one "
                      "may go unnoticed "
                      "after a later allocation",
                      system_options_.spare_names + 1));
    }
    for (std::string& text : failed_exits(*prefix_, *system_)) {
      report_.reservations.push_back(std::move(text));
    }
    note_what_is_left_out();
    if (settings_.nondet) report_.reservations.push_back(inputs_in_words(*settings_.nondet));
    if (system_options_.steps_are_statements) {
      report_.reservations.push_back(
          "what happens between the accesses of one statement was not looked at");
    }
    if (settings_.compact && options_.has_cutoffs) {
      report_.reservations.push_back("states with equal hashes were taken for equal");
    }
  }

  void note_what_is_left_out() {
    if (!looks_for_races_) report_.reservations.emplace_back("data races were not looked for");
    if (program_.has_weak_order) report_.reservations.emplace_back(kNoWeakMemory);
    const bool has_wait =
        std::any_of(prefix_->events().begin(), prefix_->events().end(),
                    [this](PrefixEventId e) { return (*prefix_)[e].kind == OpKind::CondWait; });
    if (has_wait && !settings_.spurious_wakeups) {
      report_.reservations.emplace_back(kNoSpuriousWakeups);
    }
  }

  void build_once() {
    system_ = std::make_unique<ir::IrSystem>(program_, system_options_);
    machine_ = std::make_unique<StatesMachine>(
        *system_, StatesMachine::Text{[this](SiteId site) { return system_->place_of(site); },
                                      [this](ValueId local) { return system_->stack_of(local); }});
    is_complete_ = build_settled(*system_, options_, prefix_);
  }

  // Blocks got names that others still had in their hands: once more, with one name more to choose
  // from (cli/stale_names.hpp). False, and all is as it was, if that leads too far.
  bool build_with_more_names() {
    auto system = std::move(system_);
    auto machine = std::move(machine_);
    auto prefix = std::move(prefix_);
    const std::uint64_t before = prefix->figures().events;
    most_events_ = kMoreForNames * (before + 1000);
    ++system_options_.spare_names;
    build_once();
    most_events_ = 0;
    if (is_complete_ || prefix_->figures().faults > 0) return true;
    --system_options_.spare_names;
    prefix_ = std::move(prefix);
    machine_ = std::move(machine);
    system_ = std::move(system);
    is_complete_ = true;
    return false;
  }

  // Runs the machine through these events, for the finding.
  Run replay(std::vector<Move> moves) {
    Plan plan;
    plan.bounds.steps = static_cast<std::uint32_t>(moves.size());
    plan.prefix = std::move(moves);
    Run run = machine_->run(plan);
    ir::note_gates(run.steps);
    if (report_.findings.is_empty()) output_ = machine_->output();
    return run;
  }

  void find_bugs() {
    so_far_.set_machine(machine_.get());
    std::set<std::pair<std::string, std::uint32_t>> seen;
    for (const PrefixEventId e : prefix_->events()) {
      const Prefix::Event& event = (*prefix_)[e];
      if (!event.fault) continue;
      ++report_.figures.violations;
      if (!seen.emplace(key_of(event.fault->facts), event.fault->site.value).second) continue;
      const Run run = replay(prefix_->moves(prefix_->linearise(e)));
      skein::check(!run.violations.empty(), "a fault of the prefix that its run does not show");
      report_.findings.add(run);
    }
    const StandstillSearch search = find_deadlocks(*prefix_, [this] { return is_enough(); });
    for (const Standstill& still : search.found) {
      ++report_.figures.deadlocks;
      std::vector<Move> moves = prefix_->moves(prefix_->linearise(still.view));
      moves.insert(moves.end(), still.beyond.begin(), still.beyond.end());
      const Run run = replay(std::move(moves));
      skein::check(run.end == End::Deadlock, "a deadlock of the prefix that its run does not show");
      report_.findings.add(run);
    }
    find_livelocks();
    if (looks_for_races_) find_races();
    limit_.begin_telling();
    so_far_.stop_announcing();
    so_far_.keep();
    for (const Finding& finding : report_.findings.all()) {
      if (limit_.is_over()) break;
      tell(finding);
    }
    tell_rest(report_, *system_, [this] { return limit_.is_over(); });
  }

  void tell(const Finding& finding) {
    Plan plan;
    for (const Step& s : finding.steps) plan.prefix.push_back(s.move());
    plan.bounds.steps = static_cast<std::uint32_t>(finding.steps.size());
    ToldRun told = machine_->tell(plan);
    // Livelocks and races are seen in the prefix, not in a run.
    if (const auto race = races_.find(key_of(finding.violation.facts));
        finding.violation.kind() == ViolationKind::Race && race != races_.end()) {
      told.run.violations.push_back(finding.violation);
      told.violations.push_back(tell_race(race->second, *system_, told));
    }
    if (finding.violation.kind() == ViolationKind::Livelock) {
      told.run.violations.push_back(finding.violation);
      told.violations.emplace_back().stack = {system_->place_of(finding.violation.site)};
    }
    report_.accounts.push_back(make_account(finding, *system_, &told));
  }

  // Somebody loops for ever for what nobody will do. Where that leads too far, it is said, and the
  // verdict stands: it is about what happens, not about what does not.
  void find_livelocks() {
    if (!is_complete_ || settings_.no_livelocks) return;
    const StandstillSearch search =
        skein::find_livelocks(*prefix_, kMostLivelockLooks, [this] { return is_enough(); });
    if (!search.is_complete && report_.figures.stop == Stop::Exhausted) {
      report_.reservations.push_back(fmt::format("the search for livelocks was given up after {}",
                                                 counted(kMostLivelockLooks, "look")));
    }
    for (const Standstill& still : search.found) {
      Run run = replay(prefix_->moves(prefix_->linearise(still.view)));
      run.end = End::Violation;
      for (const AgentId agent : still.spinning) {
        Violation violation;
        violation.facts = ViolationCode::Livelock;
        violation.agent = agent;
        for (std::size_t i = 0; i < run.steps.size(); ++i) {
          if (run.steps[i].agent == agent) violation.step = StepIndex{i};
        }
        for (const Pending& p : run.pending) {
          if (p.agent == agent) violation.site = p.site;
        }
        run.violations.push_back(violation);
      }
      ++report_.figures.violations;
      report_.findings.add(run);
    }
  }

  // Two accesses that nothing orders. Each is told by a run in which they are the last two steps.
  void find_races() {
    const RaceSearch search = skein::find_races(*prefix_, [this] { return is_enough(); });
    for (const PrefixRace& race : search.found) {
      std::vector<Move> moves = prefix_->moves(prefix_->linearise(race.before));
      const PrefixEventId both[] = {race.first, race.second};
      for (const Move& move : prefix_->moves(both)) moves.push_back(move);
      Run run = replay(std::move(moves));
      run.end = End::Violation;
      run.violations = {violation_of(race, *prefix_, *system_, run)};
      races_.emplace(key_of(run.violations.front().facts), race);
      ++report_.figures.violations;
      report_.findings.add(run);
    }
  }

  // If every run is ended by an assumption, there is nothing that a proof could be about.
  void look_at_assumptions() {
    if (!is_complete_ || !report_.findings.is_empty()) return;
    const std::optional<bool> has_run =
        some_run_passes_assumptions(*prefix_, kMostStatesToPass, [this] { return is_enough(); });
    if (has_run.value_or(true)) {
      if (!has_run && report_.figures.stop == Stop::Exhausted) {
        report_.gaps.push_back(
            fmt::format("in {} there was no execution that gets past its assumptions",
                        counted(kMostStatesToPass, "state")));
      }
      return;
    }
    report_.gaps.emplace_back(kNothingPasses);
  }

  // Whatever a budget has stopped: what was not looked at is not proved.
  void note_budget() {
    if (report_.figures.stop != Stop::Exhausted) {
      proof_.missing = "stopped by " + stopped_by(report_);
    }
  }

  // Of each finding the witness, executed by the real program.
  void replay_natively() {
    if (!settings_.traces) return;
    NativeWitnesses witnesses(settings_, [this] { return limit_.is_over(); });
    const std::vector<Finding>& all = report_.findings.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::vector<Move> moves;
      for (const Step& s : all[i].steps) moves.push_back(s.move());
      const Run run = replay(std::move(moves));
      proof_.natively.push_back(witnesses.replay(*system_, run, all[i], i + 1));
    }
  }

  void complete_figures() {
    const Prefix::Figures& f = prefix_->figures();
    report_.figures.events = f.events;
    report_.figures.longest = f.largest;
    proof_.cutoffs = f.cutoffs;
    proof_.states = f.states;
    proof_.forgotten = f.forgotten;
    if (is_complete_) {
      const double begin = monotonic_seconds();
      std::uint64_t looks = 0;
      const Stop verdict_stop = report_.figures.stop;
      const auto takes_too_long = [&] {
        if ((++looks & 255U) != 0) return false;
        return monotonic_seconds() - begin > kMostSecondsToCount || is_enough();
      };
      proof_.configurations =
          count_maximal_configurations(*prefix_, kMostConfigurations, takes_too_long);
      if (report_.findings.is_empty()) {
        proof_.terminates = terminates(*prefix_, kMostStatesToSearch, takes_too_long);
      }
      // These are no part of the verdict: that they were stopped does not make it incomplete.
      report_.figures.stop = verdict_stop;
    }
    report_.figures.peak_memory_kb = peak_resident_kb();
  }

  void write_outputs() {
    const nlohmann::ordered_json json = to_json(report_, proof_);
    outputs_.write(report_, &json);
  }

  void print_report() const {
    Style style;
    style.has_colour = !settings_.no_color && wants_colour();
    std::FILE* stream = outputs_.use_standard_output() ? stderr : stdout;
    if (stream == stderr) style.has_colour = false;
    if (!settings_.quiet) print(stream, told_output(output_));
    print(stream, settings_.quiet ? verdict_line(report_, proof_, style)
                                  : terminal_report(report_, proof_, style));
    if (settings_.quiet) return;
    for (const std::string& warning : report_.warnings) {
      print(stderr, "skein: warning: " + printable(warning) + "\n");
    }
  }

  const Settings& settings_;
  TimeLimit limit_;
  Report report_;
  Proof proof_;
  bool looks_for_races_ = true;
  std::map<std::string, PrefixRace> races_;  // by their facts
  std::string output_;                       // of the first finding's run
  Outputs outputs_;
  SoFar so_far_;
  Prefix::Options options_;
  ir::SystemOptions system_options_;
  ir::Program program_;
  std::unique_ptr<ir::IrSystem> system_;
  std::unique_ptr<StatesMachine> machine_;
  std::unique_ptr<Prefix> prefix_;
  bool is_complete_ = false;
  std::uint64_t most_events_ = 0;  // while it is built once more; 0: no limit
  double start_ = 0;
  std::uint64_t looks_ = 0;
};

}  // namespace

int verify(const Settings& settings) { return Verify(settings).run(); }

// skein graph --cutoffs: the prefix that verify would build.
int graph_prefix(const Settings& settings) {
  Prefix::Options options;
  options.has_cutoffs = wants_cutoffs(settings);
  const ir::SystemOptions system_options = system_options_of(settings);
  const std::string path = settings.output.value_or("-");
  OutputFile output(path);
  std::optional<TemporaryFolder> folder;
  const TimeLimit limit;
  const auto is_over = [&] { return limit.is_over(); };
  ir::IrSystem system(load_bitcode(settings, folder, is_over), system_options);
  const std::uint64_t most = settings.max_events.value_or(kDefaultMaxEvents);
  std::unique_ptr<Prefix> prefix;
  options.is_enough = [&] { return prefix->figures().events > most || is_over(); };
  if (!build_settled(system, options, prefix)) {
    if (is_over()) throw Stopped("stopped while the prefix was built");
    throw UserError(
        fmt::format("more than {} events: nobody can read that; --max-events N draws it "
                    "all the same",
                    most));
  }
  const Prefix::Figures& f = prefix->figures();
  const std::string title = fmt::format("{}: {}, {}", settings.file, counted(f.events, "event"),
                                        counted(f.cutoffs, "cut-off"));
  const std::string dot = prefix_to_dot(*prefix, title);
  output.write(path.ends_with(".svg")
                   ? filter_through("dot", "-Tsvg", dot,
                                    "install Graphviz (Debian package graphviz), or write .dot")
                   : dot);
  if (!output.is_standard_output()) {
    fmt::print("{}\ndrawn to {}\n", printable(title), printable(path));
  }
  return kExitClean;
}

}  // namespace skein::cli
