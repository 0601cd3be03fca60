// SPDX-License-Identifier: Apache-2.0
#include "session/verify/verify_session.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "core/ensure.hpp"
#include "prefix/analyses/termination.hpp"
#include "prefix/analyses/vacuity.hpp"
#include "report/words/violation_text.hpp"
#include "session/acceptance_files.hpp"
#include "session/choose_explorer.hpp"
#include "session/os/files.hpp"
#include "session/os/resources.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/program/bitcode.hpp"
#include "session/program/input_range.hpp"
#include "session/program/native_program.hpp"
#include "session/verify/exit_statuses.hpp"
#include "session/verify/prefix_findings.hpp"
#include "session/verify/prefix_summary.hpp"
#include "session/witness/native_witness.hpp"

namespace skein::session {

namespace {

// A limit for statistics outside the verdict.
constexpr std::size_t kMostStatesToSearch = 200'000;
constexpr std::size_t kMostStatesToPass = 1'000'000;

Request request_of(const VerifySettings& settings, const VerifiedPrefix& built) {
  Request request;
  request.file = settings.program.file;
  request.params = settings.program.defines;
  request.arguments = settings.program.arguments;
  request.explorer = "prefix";
  request.budget = budget_of(settings.budget);
  request.variant = built.options().has_cutoffs
                        ? "cut-offs by " + settings.prefix.order.value_or("total")
                        : "no cut-offs";
  if (settings.prefix.compact) request.variant += ", states by their hashes";
  if (built.system_options().steps_are_statements) request.variant += ", statements as steps";
  request.command = settings.program.command;
  request.folder = current_folder();
  return request;
}

}  // namespace

VerifySession::VerifySession(const VerifySettings& settings, Observer& observer)
    : settings_(settings),
      observer_(observer),
      limit_(budget_of(settings.budget).seconds),
      partial_(report_, &proof_),
      built_(prefix_options_of(settings.prefix),
             system_options_of(settings.program, settings.prefix, settings.properties),
             [this] { return is_enough(); }),
      looks_for_races_(wants_races(settings.program) &&
                       !built_.system_options().steps_are_statements) {
  report_.version = SKEIN_VERSION;
  report_.request = request_of(settings, built_);
}

void VerifySession::run() {
  try {
    acceptance_ = load_acceptance(settings_.acceptance);
    acceptance_.describe(report_.request);
    partial_.set_acceptance(&acceptance_);
    observer_.keep(partial_);
    load_and_build();
    if (!built_.system().has_learnt()) find_bugs();
    look_at_assumptions();
    note_budget();
    complete_statistics();
    replay_natively();
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

// Whether a budget is used up; does not look at the clock at each call.
bool VerifySession::is_enough() {
  const Prefix::Statistics& statistics = built_.prefix().statistics();
  if (settings_.budget.stop_at_first && statistics.faults > 0 && !built_.system().has_learnt()) {
    report_.statistics.stop = Stop::FirstBug;
    return true;
  }
  if ((++looks_ & 63U) != 0) return report_.statistics.stop != Stop::Exhausted;
  report_.statistics.events = statistics.events;
  observer_.look(partial_);
  if (limit_.is_used_up()) {
    report_.statistics.stop = TimeLimit::reason();
  } else if (resident_kb() > report_.request.budget.memory_kb) {
    report_.statistics.stop = Stop::Memory;
  }
  return report_.statistics.stop != Stop::Exhausted;
}

void VerifySession::load_and_build() {
  observer_.begins_compiling(settings_.program.file);
  std::optional<TemporaryFolder> folder;
  ir::Program program = load_bitcode(settings_.program, settings_.prefix.stubs, folder,
                                     [this] { return limit_.is_over(); });
  folder.reset();
  const double start = monotonic_seconds();
  built_.build(std::move(program));
  report_.statistics.seconds = monotonic_seconds() - start;
  note_reservations();
}

// Adds the conditions of the verdict, and what it does not cover.
void VerifySession::note_reservations() {
  const Prefix& prefix = built_.prefix();
  std::vector<Remark>& reservations = report_.reservations;
  if (built_.has_stale_names()) {
    reservations.emplace_back(RemarkCode::StaleNames,
                              std::int64_t{built_.system_options().spare_names} + 1);
  }
  const auto status_of = [&](ValueId local) -> std::optional<ExitStatus> {
    const std::optional<int> status = built_.system().exit_status(local);
    if (!status) return std::nullopt;
    return ExitStatus{{*status}, false};
  };
  for (Remark& exit : failed_exits(prefix, status_of, true)) {
    reservations.push_back(std::move(exit));
  }
  if (!looks_for_races_) reservations.emplace_back(RemarkCode::NoRaces);
  if (built_.program().has_weak_order) {
    reservations.emplace_back(RemarkCode::SequentialConsistency);
  }
  if (has_condition_wait(prefix) && !settings_.program.spurious_wakeups) {
    reservations.emplace_back(RemarkCode::NoSpuriousWakeups);
  }
  for (Remark& limit :
       limits_of_inputs(settings_.program, reads_unknown_environment(built_.program()))) {
    reservations.push_back(std::move(limit));
  }
  if (built_.system_options().steps_are_statements) {
    reservations.emplace_back(RemarkCode::StatementsAreSteps);
  }
  if (settings_.prefix.compact && built_.options().has_cutoffs) {
    reservations.emplace_back(RemarkCode::HashesForStates);
  }
}

void VerifySession::find_bugs() {
  partial_.set_machine(&built_.machine());
  PrefixFindings findings(built_, {!settings_.properties.no_livelocks, looks_for_races_},
                          [this] { return is_enough(); });
  findings.find(report_);
  output_ = findings.output();
  limit_.begin_details();
  observer_.exploration_is_over();
  observer_.keep(partial_);
  findings.record(report_, [this] { return limit_.is_over(); });
  const std::vector<bool> stays = acceptance_.apply(report_);
  if (!stays.empty() && !stays.front()) output_.clear();
}

// If an assumption ends every run, there is nothing to prove.
void VerifySession::look_at_assumptions() {
  if (!built_.is_complete() || !report_.findings.is_empty() || !report_.accepted.empty()) {
    return;
  }
  const std::optional<bool> has_run = some_run_satisfies_assumptions(
      built_.prefix(), kMostStatesToPass, [this] { return is_enough(); });
  if (has_run.value_or(true)) {
    if (!has_run && report_.statistics.stop == Stop::Exhausted) {
      report_.gaps.emplace_back(RemarkCode::NothingPassesSoFar, std::int64_t{kMostStatesToPass});
    }
    return;
  }
  report_.gaps.emplace_back(RemarkCode::NothingPasses);
}

// A budget stopped some part of the work: what was not looked at is not proved.
void VerifySession::note_budget() { proof_.stop = report_.statistics.stop; }

// Executes the witness of each finding with the real program.
void VerifySession::replay_natively() {
  if (!settings_.output.traces) return;
  VerifySettings settings = settings_;
  if (built_.program().has_unknown_input) take_unknown_input(settings.program);
  NativeWitnesses witnesses(settings, [this] { return limit_.is_over(); });
  const std::vector<Finding>& all = report_.findings.all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<Move> moves;
    for (const Step& s : all[i].steps) moves.push_back(s.move());
    const Run run = built_.replay(std::move(moves));
    proof_.natively.push_back(witnesses.replay(built_.system(), run, all[i], i + 1));
  }
}

void VerifySession::complete_statistics() {
  summarise(
      built_.prefix(), built_.is_complete(), [this] { return is_enough(); },
      [this](const std::function<bool()>& takes_too_long) {
        if (!report_.findings.is_empty() || !report_.accepted.empty()) return;
        proof_.terminates = terminates(built_.prefix(), kMostStatesToSearch, takes_too_long);
      },
      report_, proof_);
}

}  // namespace skein::session
