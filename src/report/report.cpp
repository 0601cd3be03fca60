// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include <fmt/format.h>

#include "report/exceptions.hpp"
#include "report/words/remark_text.hpp"
#include "report/words/text.hpp"

namespace skein {

void complete_counterexamples(Report& report, const Names& names,
                              const std::function<bool()>& is_over) {
  // In a hurry, findings beyond this many steps stay brief; a step takes a few microseconds.
  constexpr std::size_t kMostStepsInAHurry = 30'000;
  const std::vector<Finding>& findings = report.findings.all();
  std::size_t steps = 0;
  for (std::size_t i = report.counterexamples.size(); i < findings.size(); ++i) {
    steps += findings[i].steps.size();
    const bool is_brief = steps > kMostStepsInAHurry && is_over && is_over();
    report.counterexamples.push_back(is_brief ? make_brief_counterexample(findings[i], names)
                                              : make_counterexample(findings[i], names, nullptr));
  }
}

Verdict verdict_of(const Report& report) {
  if (!report.error.empty()) return Verdict::Error;
  if (report.given_verdict) return report.given_verdict->verdict;
  if (has_failing_finding(report)) return Verdict::Bug;
  const bool is_everything = report.statistics.stop == Stop::Exhausted &&
                             report.statistics.cut() == 0 && report.request.caveat.empty() &&
                             report.gaps.empty();
  if (!is_everything) return Verdict::Incomplete;
  return has_exceptions(report) ? Verdict::Accepted : Verdict::Clean;
}

int exit_status_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Clean:
    case Verdict::Accepted: return kExitClean;
    case Verdict::Bug: return kExitBug;
    case Verdict::Incomplete: return kExitIncomplete;
    case Verdict::Error: break;
  }
  return kExitOwnBug;
}

std::string stopped_by(const Report& report) { return stopped_by(report, report.statistics.stop); }

std::string stopped_by(const Report& report, Stop stop) {
  const Budget& budget = report.request.budget;
  switch (stop) {
    case Stop::Exhausted: return "";
    case Stop::FirstBug: return "--stop-at-first";
    case Stop::Runs: return fmt::format("--max-runs {}", budget.runs);
    case Stop::Seconds: return fmt::format("--max-seconds {}", budget.seconds);
    case Stop::Memory:
      if (!budget.is_memory_given) return "lack of memory";
      return fmt::format("--max-memory {}", budget.memory_kb / 1024);
    case Stop::Interrupted: return "an interrupt";
  }
  return "";
}

namespace {

// "3 runs cut by --max-steps 100, 2 by --max-switches 4".
std::string cuts(const Report& report) {
  const Statistics& f = report.statistics;
  const Bounds& b = report.request.bounds;
  std::string text;
  // The text for the kind that is named first, and for any other.
  const auto add = [&](BoundHit hit, const std::string& first, const std::string& other) {
    const std::uint64_t count = f.cut_by[static_cast<std::size_t>(hit)];
    if (count == 0) return;
    text += text.empty() ? counted(count, "run") + first : ", " + with_commas(count) + other;
  };
  const auto add_cut = [&](BoundHit hit, const std::string& option) {
    add(hit, " cut by " + option, " by " + option);
  };
  add_cut(BoundHit::Steps, fmt::format("--max-steps {}", b.steps));
  add_cut(BoundHit::Switches, fmt::format("--max-switches {}", b.switches));
  add_cut(BoundHit::Preemptions, fmt::format("--max-preemptions {}", b.preemptions));
  add_cut(BoundHit::Spins, "--spin-bound");
  constexpr auto kPolling = " left after the process's end in threads that poll";
  add(BoundHit::Polling, kPolling, kPolling);
  add(BoundHit::Lost, " lost on the way", " lost on the way");
  return text;
}

// What keeps the exploration from being complete; empty if it is complete.
std::string what_is_missing(const Report& report) {
  std::string text;
  if (const std::string stop = stopped_by(report); !stop.empty()) text = "stopped by " + stop;
  if (const std::string cut = cuts(report); !cut.empty()) {
    text += (text.empty() ? "" : "; ") + cut;
  }
  if (!report.request.caveat.empty()) {
    text += (text.empty() ? "" : "; ") + report.request.caveat;
  }
  for (const Remark& gap : report.gaps) text += (text.empty() ? "" : "; ") + remark_text(gap);
  return text;
}

}  // namespace

std::string verdict_sentence(const Report& report) {
  if (report.error.empty() && report.given_verdict) return report.given_verdict->sentence;
  const Statistics& f = report.statistics;
  const std::string missing = what_is_missing(report);
  const std::string exceptions = exceptions_in_words(report);
  switch (verdict_of(report)) {
    case Verdict::Accepted:
      return fmt::format("clean except for {}: all executions explored ({}){}{}.", exceptions,
                         with_commas(f.executions()), hidden_by_exceptions(report),
                         remarks_text(report.reservations));
    case Verdict::Clean:
      return fmt::format("clean: all executions explored ({}), no bug{}.",
                         with_commas(f.executions()), remarks_text(report.reservations));
    case Verdict::Bug: {
      const std::string bugs = bugs_in_words(report);
      const std::string done = counted(f.executions(), "execution");
      if (missing.empty()) {
        return fmt::format("bug: {}; all executions explored ({}){}.", bugs,
                           with_commas(f.executions()), remarks_text(report.reservations));
      }
      return fmt::format("bug: {} in {}; not everything was explored: {}.", bugs, done, missing);
    }
    case Verdict::Incomplete:
      return fmt::format("incomplete: no bug in {}{}, but nothing is proved: {}.",
                         counted(f.executions(), "execution"),
                         exceptions.empty() ? "" : " except for " + exceptions, missing);
    case Verdict::Error: return "error: " + printable(report.error);
  }
  return "";
}

}  // namespace skein
