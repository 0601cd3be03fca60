// SPDX-License-Identifier: Apache-2.0
#include "session/prove/prove_session.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/ensure.hpp"
#include "machine/abstract/state/function_facts.hpp"
#include "machine/ir/program/builtins.hpp"
#include "prefix/analyses/condition_signals.hpp"
#include "prefix/analyses/final_cutoffs.hpp"
#include "report/exceptions.hpp"
#include "report/words/violation_text.hpp"
#include "session/acceptance_files.hpp"
#include "session/choose_explorer.hpp"
#include "session/os/files.hpp"
#include "session/os/resources.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/program/bitcode.hpp"
#include "session/program/input_range.hpp"
#include "session/program/native_program.hpp"
#include "session/prove/abstract_prefix.hpp"
#include "session/verify/exit_statuses.hpp"
#include "session/verify/prefix_summary.hpp"
#include "session/verify/verified_prefix.hpp"

namespace skein::session {

namespace {

constexpr std::size_t kMostStatuses = 4;  // that are told one by one
constexpr double kRefineSeconds = 4;
constexpr double kShareOfRounds = 0.5;  // of these seconds: for rounds with inputs divided
constexpr double kNever = 1e300;
constexpr std::size_t kManyThreads = 8;  // from one place

Request request_of(const ProveSettings& settings) {
  Request request;
  request.file = settings.program.file;
  request.params = settings.program.defines;
  request.arguments = settings.program.arguments;
  request.explorer = "abstract";
  request.budget = budget_of(settings.budget);
  request.variant = "all inputs";
  request.command = settings.program.command;
  request.folder = current_folder();
  return request;
}

// --granularity means something else for `verify`, whose settings these are.
ProveSettings with_granularity(ProveSettings settings) {
  settings.analysis.accesses_are_events = accesses_are_events(settings.prefix);
  settings.prefix.granularity.reset();
  return settings;
}

// Operations that depend on others without synchronising with them: attempts that may fail. After
// one of these, accesses may race that are never possible at once (prefix_races.hpp), as after
// accesses of a weak memory order and signals without a lock.
bool has_attempts(const ir::Program& program) {
  const auto is_attempt = [](const ir::Instruction& in) {
    if (in.code == ir::Code::CmpXchg) return true;
    if (!ir::is_builtin(in)) return false;
    const OpKind kind = ir::traits(ir::builtin_of(in)).first;
    return kind == OpKind::MutexTryLock || kind == OpKind::RwTryReadLock ||
           kind == OpKind::RwTryWriteLock || kind == OpKind::SemTryWait ||
           kind == OpKind::SemGetValue;
  };
  return std::any_of(program.functions.begin(), program.functions.end(), [&](const auto& function) {
    return std::any_of(function.code.begin(), function.code.end(), is_attempt);
  });
}

// Threads are followed one by one, so a program that creates them as long as an input says so has
// no end.
void note_many_threads(Prefix& prefix, Proof& proof) {
  std::map<SiteId, std::set<ComponentId>> created;  // by place
  for (const PrefixEventId e : prefix.events()) {
    const Prefix::Event& event = prefix[e];
    if (event.kind != OpKind::ThreadCreate) continue;
    for (const Prefix::Touched& t : event.touched) {
      const AgentId agent = prefix.agent_of(t.component);
      if (!agent.is_none() && agent != event.agent) created[event.site].insert(t.component);
    }
  }
  const auto most = std::max_element(
      created.begin(), created.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (most == created.end() || most->second.size() < kManyThreads) return;
  proof.many_threads_at = prefix.system().site_text(most->first);
  proof.many_threads = most->second.size();
}

}  // namespace

ProveSession::ProveSession(const ProveSettings& settings, Observer& observer)
    : settings_(with_granularity(settings)),
      observer_(observer),
      limit_(budget_of(settings.budget).seconds),
      looks_for_races_(wants_races(settings.program)),
      partial_(report_, &proof_),
      options_(system_options_of(settings_.program, settings_.prefix, settings_.properties)),
      bugs_(program_, settings_, acceptance_, {report_, proof_},
            [this] { return limit_.is_over(); }) {
  proof_.is_for_all_inputs = true;
  report_.version = SKEIN_VERSION;
  report_.request = request_of(settings);
}

void ProveSession::run() {
  try {
    acceptance_ = load_acceptance(settings_.acceptance);
    acceptance_.describe(report_.request);
    partial_.set_acceptance(&acceptance_);
    observer_.keep(partial_);
    load();
    analyse();
    if (is_complete_) note_reservations();
    proof_.stop = report_.statistics.stop;
    if (proof_.stop != Stop::Exhausted && round_ && round_->prefix() != nullptr) {
      note_many_threads(*round_->prefix(), proof_);
    }
    complete_statistics();
  } catch (const Stopped&) {
    report_.statistics.stop = TimeLimit::reason();
    proof_.stop = report_.statistics.stop;
    proof_.was_compiling = true;
  } catch (const std::exception& error) {
    report_.error = error_text(error);
    report_.compiler_messages = compiler_messages(error);
    throw;
  }
  report_.given_verdict = {verdict_of(report_, proof_), verdict_sentence(report_, proof_)};
}

bool ProveSession::is_enough() {
  if ((++looks_ & 15U) != 0) return report_.statistics.stop != Stop::Exhausted;
  return is_over();
}

bool ProveSession::is_over() {
  if (building_ != nullptr && building_->prefix() != nullptr) {
    report_.statistics.events = building_->prefix()->statistics().events;
  }
  observer_.look(partial_);
  if (limit_.is_used_up()) {
    report_.statistics.stop = TimeLimit::reason();
  } else if (resident_kb() > report_.request.budget.memory_kb) {
    report_.statistics.stop = Stop::Memory;
  }
  return report_.statistics.stop != Stop::Exhausted;
}

// What the verdict does not cover, as for `verify`.
void ProveSession::note_reservations() {
  for (Remark& limit : limits_of_inputs(settings_.program, reads_unknown_environment(program_))) {
    report_.reservations.push_back(std::move(limit));
  }
  Prefix& prefix = *round_->prefix();
  abstract::AbstractSystem& system = round_->system();
  const auto& events = prefix.events();
  const auto status_of = [&](ValueId local) -> std::optional<ExitStatus> {
    const abstract::NumberId status = system.exit_status(local);
    if (status.is_none()) return std::nullopt;
    ExitStatus result;
    for (const std::uint64_t value : system.numbers().elements(status, kMostStatuses)) {
      result.values.insert(static_cast<int>(value & 0xffU));
    }
    result.is_any = result.values.empty();
    return result;
  };
  for (Remark& exit : failed_exits(prefix, status_of, false)) {
    report_.reservations.push_back(std::move(exit));
  }
  if (has_condition_wait(prefix) && !settings_.program.spurious_wakeups) {
    report_.reservations.emplace_back(RemarkCode::NoSpuriousWakeups);
  }
  // A loop with visible operations ends in a cut-off.
  if (std::any_of(events.begin(), events.end(),
                  [&](PrefixEventId e) { return prefix[e].is_cutoff; })) {
    report_.reservations.emplace_back(RemarkCode::NoLivelocks);
  }
  // A plain access that a section sees orders the two, and promises nothing.
  const auto is_section = [&](PrefixEventId e) {
    return system.is_at_section(prefix.chains()[prefix[e].before].value);
  };
  const auto is_plain = [&](PrefixEventId e) {
    const OpKind kind = prefix[e].kind;
    return (kind == OpKind::PlainLoad || kind == OpKind::PlainStore) && !is_section(e);
  };
  const auto sections_see_plain_writes = [&] {
    return std::any_of(events.begin(), events.end(), is_section) &&
           std::any_of(events.begin(), events.end(), is_plain);
  };
  const Remark only_at_once = RemarkCode::OnlyRacesAtOnce;
  const auto& said = report_.reservations;
  if (looks_for_races_ && std::find(said.begin(), said.end(), only_at_once) == said.end() &&
      (sections_see_plain_writes() || has_signal_without_lock(prefix))) {
    report_.reservations.push_back(only_at_once);
  }
  // If no run ends or goes on for ever, an assumption ends them all: there is nothing to prove.
  const bool some_run_passes = std::any_of(events.begin(), events.end(), [&](PrefixEventId e) {
    const Prefix::Event& event = prefix[e];
    if (event.is_cutoff) return true;
    const ValueId local = event.touched.front().value;
    const bool is_over =
        !event.fault && !system.is_assumed_away(local) && system.transition(local) == nullptr;
    return is_over && (event.agent == kMainAgent || !local.is_absent());
  });
  if (const auto why = round_->missing_solver(); why && !report_.unproved.empty()) {
    report_.gaps.push_back(*why);
  }
  const bool is_clean =
      report_.findings.is_empty() && report_.unproved.empty() && report_.accepted.empty();
  if (is_clean && !some_run_passes) report_.gaps.emplace_back(RemarkCode::NothingPassesOrEnds);
}

void ProveSession::load() {
  observer_.begins_compiling(settings_.program.file);
  std::optional<TemporaryFolder> folder;
  program_ = load_bitcode(
      settings_.program, settings_.prefix.stubs, folder, [this] { return limit_.is_over(); },
      TakesInput::IfRead);
  folder.reset();
  if (program_.has_weak_order) {
    report_.reservations.emplace_back(RemarkCode::SequentialConsistency);
  }
  if (!looks_for_races_) {
    report_.reservations.emplace_back(RemarkCode::NoRaces);
  } else if (has_attempts(program_) || program_.has_weak_order) {
    report_.reservations.emplace_back(RemarkCode::OnlyRacesAtOnce);
  }
}

// The unfolding of a round. `until`: when to give it up.
bool ProveSession::build(ProveRound& round, double until) {
  building_ = &round;
  const auto is_late = [until] { return processor_seconds() > until; };
  is_late_ = is_late;
  Prefix::Options options = prefix_options_of(settings_.prefix);
  options.is_enough = [this, is_late] { return is_enough() || is_late(); };
  bool is_complete = false;
  try {
    is_complete = round.build(options, [&] { return judge_unfinished(round); });
  } catch (const abstract::OutOfBudget&) {
    is_complete = false;  // is_over() has said why, or it is late
  }
  building_ = nullptr;
  return is_complete;
}

void ProveSession::analyse() {
  const double start = monotonic_seconds();
  const double seconds = settings_.analysis.refine_seconds.value_or(kRefineSeconds);
  RoundContext context{program_,
                       options_,
                       (1 - kShareOfRounds) * seconds,
                       [this] { return limit_.is_over() || processor_seconds() > rounds_until_; },
                       bugs_,
                       report_,
                       judged_faults_};
  abstract::ProveOptions how = prove_options_of(settings_.analysis, settings_.properties);
  how.splits = abstract::InputSplits(abstract::thresholds_of(program_));
  how.is_over = [this] { return building_ != nullptr && (is_over() || is_late_()); };
  round_ = std::make_unique<ProveRound>(context, how);
  is_complete_ = build(*round_, kNever);
  report_.statistics.seconds = monotonic_seconds() - start;
  if (!is_complete_) return;
  round_->judge(looks_for_races_, [this] { return is_enough(); });
  divide_inputs(context, how, kShareOfRounds * seconds);
  report_.unproved = std::move(round_->warnings());
  acceptance_.apply(report_);
}

// Runs the analysis again as long as a warning is left, each time with one of the inputs divided
// that decide about it (docs/prove.md, Rounds).
void ProveSession::divide_inputs(RoundContext& context, abstract::ProveOptions how,
                                 double seconds) {
  double start = monotonic_seconds();
  const double until = processor_seconds() + seconds * static_cast<double>(std::max<std::size_t>(
                                                           1, round_->warnings().size()));
  rounds_until_ = until;
  while (!round_->warnings().empty() && !has_failing_finding(report_) &&
         processor_seconds() < until && !is_over()) {
    if (!how.splits.divide_one_of(round_->culprits())) return;
    const Statistics before = report_.statistics;
    auto next = std::make_unique<ProveRound>(context, how);
    next->skip_drawing();
    bool is_complete = false;
    try {
      report_.statistics.violations = report_.statistics.deadlocks = 0;
      is_complete = build(*next, until);
      if (is_complete) {
        next->judge(looks_for_races_, [this] { return is_enough(); });
        // A warning that there was no time to judge says nothing new.
        is_complete =
            processor_seconds() < until || next->warnings().size() <= round_->warnings().size();
      }
    } catch (const UserError&) {
      is_complete = false;  // refused: the program was not before
    }
    if (is_complete || has_failing_finding(report_)) {
      round_ = std::move(next);
      report_.statistics.seconds += monotonic_seconds() - start;
      start = monotonic_seconds();
      continue;
    }
    const Stop stop = report_.statistics.stop;
    report_.statistics = before;
    report_.statistics.stop = stop;
    return;
  }
}

// Judges the faults of an unfinished prefix: a bug remains a bug however the prefix goes on, but
// the absence of bugs says nothing yet.
bool ProveSession::judge_unfinished(ProveRound& round) {
  building_ = nullptr;
  round.judge_faults();
  building_ = &round;
  round.forget_judgements();
  if (has_failing_finding(report_)) {
    report_.gaps.emplace_back(RemarkCode::PrefixUnfinished);
    return true;
  }
  report_.statistics.violations = 0;
  return false;
}

void ProveSession::complete_statistics() {
  if (!round_ || round_->prefix() == nullptr) return;
  Prefix& prefix = *round_->prefix();
  summarise(
      prefix, is_complete_, [this] { return is_enough(); },
      [&](const std::function<bool()>&) { proof_.final_cutoffs = count_final_cutoffs(prefix); },
      report_, proof_);
}

}  // namespace skein::session
