// SPDX-License-Identifier: Apache-2.0
#include "session/prove/prove_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "core/ensure.hpp"
#include "prefix/analyses/carried_races.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "prefix/analyses/maximal.hpp"
#include "report/text.hpp"
#include "report/violation_text.hpp"
#include "session/choose_explorer.hpp"
#include "session/os/files.hpp"
#include "session/os/resources.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/program/bitcode.hpp"
#include "session/verify/verified_prefix.hpp"

namespace skein::session {

namespace {

constexpr std::size_t kMostConfigurations = 1'000'000;
constexpr double kMostSecondsToCount = 10;

Request request_of(const ProveSettings& settings) {
  Request request;
  request.file = settings.program.file;
  request.params = settings.program.defines;
  request.arguments = settings.program.arguments;
  request.explorer = "abstract";
  request.budget = budget_of(settings.budget);
  request.variant = "all inputs";
  request.folder = current_folder();
  return request;
}

abstract::ProveOptions options_of(const ProveSettings& settings) {
  abstract::ProveOptions options;
  options.signed_overflow_is_a_bug = settings.properties.overflow;
  if (settings.analysis.widen) {
    options.widen_after = static_cast<std::uint32_t>(*settings.analysis.widen);
  }
  return options;
}

}  // namespace

ProveSession::ProveSession(const ProveSettings& settings, Observer& observer)
    : settings_(settings),
      observer_(observer),
      limit_(budget_of(settings.budget).seconds),
      so_far_(report_, &proof_) {
  report_.version = SKEIN_VERSION;
  report_.request = request_of(settings);
}

void ProveSession::run() {
  try {
    observer_.keep(so_far_);
    load_and_build();
    if (is_complete_) find_warnings();
    if (report_.statistics.stop != Stop::Exhausted) {
      proof_.missing = "stopped by " + stopped_by(report_);
    }
    complete_statistics();
  } catch (const Stopped&) {
    report_.statistics.stop = TimeLimit::reason();
    proof_.missing = "stopped by " + stopped_by(report_) + " while it was being compiled";
  } catch (const std::exception& error) {
    report_.error = error_text(error);
    throw;
  }
  report_.settled = {verdict_of(report_, proof_), verdict_sentence(report_, proof_)};
}

bool ProveSession::is_enough() {
  if ((++looks_ & 15U) != 0) return report_.statistics.stop != Stop::Exhausted;
  if (prefix_) report_.statistics.events = prefix_->statistics().events;
  observer_.look(so_far_);
  if (limit_.is_used_up()) {
    report_.statistics.stop = TimeLimit::reason();
  } else if (resident_kb() > report_.request.budget.memory_kb) {
    report_.statistics.stop = Stop::Memory;
  }
  return report_.statistics.stop != Stop::Exhausted;
}

void ProveSession::load_and_build() {
  std::optional<TemporaryFolder> folder;
  ir::Program program = load_bitcode(settings_.program, settings_.prefix.stubs, folder,
                                     [this] { return limit_.is_over(); });
  folder.reset();
  if (program.has_weak_order) report_.reservations.emplace_back(kNoWeakMemory);
  const double start = monotonic_seconds();
  system_ = std::make_unique<abstract::AbstractSystem>(
      std::move(program),
      system_options_of(settings_.program, settings_.prefix, settings_.properties),
      options_of(settings_));
  build();
  // A cell that may race becomes an object, whose accesses are events of their own.
  while (is_complete_ && watch_racy_cells()) {
    system_->begin_again();
    build();
  }
  report_.statistics.seconds = monotonic_seconds() - start;
}

void ProveSession::build() {
  Prefix::Options options = prefix_options_of(settings_.prefix);
  options.is_enough = [this] { return is_enough(); };
  is_complete_ = build_to_fixpoint(*system_, options, prefix_);
}

bool ProveSession::watch_racy_cells() {
  const std::vector<CarriedRace> races =
      find_carried_races(*prefix_, [this] { return is_enough(); });
  bool is_new = false;
  for (const CarriedRace& race : races) {
    const auto side = [&](PrefixEventId e, const PlainAccess& access) {
      return fmt::format("{} by {} at {}", access.is_write ? "write" : "read",
                         system_->agent_name((*prefix_)[e].agent), system_->site_text(access.site));
    };
    add_warning(
        fmt::format("data race on {}: {} and {}", system_->object_name(race.first_access.object),
                    side(race.first, race.first_access), side(race.second, race.second_access)));
    is_new |= system_->watch(race.first_access.object);
  }
  return is_new;
}

void ProveSession::add_warning(std::string text) {
  std::vector<std::string>& warnings = proof_.warnings;
  if (std::find(warnings.begin(), warnings.end(), text) == warnings.end()) {
    warnings.push_back(std::move(text));
  }
}

void ProveSession::find_warnings() {
  for (const PrefixEventId e : prefix_->events()) {
    const auto& event = (*prefix_)[e];
    if (!event.fault) continue;
    add_warning(fmt::format("{} at {}", violation_text(event.fault->facts),
                            system_->site_text(event.fault->site)));
  }
  find_deadlock_warnings();
}

void ProveSession::find_deadlock_warnings() {
  const StandstillSearch search = find_deadlocks(*prefix_, [this] { return is_enough(); });
  for (const Standstill& standstill : search.found) {
    std::string waiting;
    for (const ComponentId c : prefix_->agents()) {
      const Transition* const next = system_->transition(prefix_->value(standstill.view, c));
      if (next == nullptr) continue;
      waiting += fmt::format("{}{} at {}", waiting.empty() ? "" : ", ",
                             system_->agent_name(next->agent), system_->site_text(next->site));
    }
    add_warning("deadlock: " + waiting + " would wait for ever");
  }
}

void ProveSession::complete_statistics() {
  if (!prefix_) return;
  const Prefix::Statistics& f = prefix_->statistics();
  report_.statistics.events = f.events;
  report_.statistics.longest = f.largest;
  proof_.cutoffs = f.cutoffs;
  proof_.states = f.states;
  if (is_complete_) {
    const double begin = monotonic_seconds();
    const Stop stop = report_.statistics.stop;
    proof_.configurations = count_maximal_configurations(*prefix_, kMostConfigurations, [&] {
      return monotonic_seconds() - begin > kMostSecondsToCount || is_enough();
    });
    report_.statistics.stop = stop;
  }
  report_.statistics.peak_memory_kb = peak_resident_kb();
}

}  // namespace skein::session
