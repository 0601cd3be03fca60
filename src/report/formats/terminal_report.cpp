// SPDX-License-Identifier: Apache-2.0
#include "report/formats/terminal_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/exceptions.hpp"
#include "report/formats/finding_text.hpp"
#include "report/words/estimate_text.hpp"

namespace skein {

namespace {

// One line of statistics: a name, a number, and words.
std::string row(std::string_view what, std::string_view number, std::string_view words) {
  std::string line = fmt::format("  {:<11} {:>13}  {}", what, number, words);
  while (line.back() == ' ') line.pop_back();
  return line + "\n";
}

std::string executions_in_words(const Statistics& f) {
  if (f.deadlocks == 0 && f.violations == 0) return "to their end";
  std::string text = with_commas(f.completed) + " complete";
  if (f.deadlocks > 0) text += fmt::format(", {} deadlocked", with_commas(f.deadlocks));
  if (f.violations > 0) text += fmt::format(", {} with a violation", with_commas(f.violations));
  return text;
}

std::string cut_in_words(const Statistics& f) {
  if (f.cut() == 0) return "by a bound";
  std::string text;
  const auto add = [&](BoundHit hit, std::string_view option) {
    const std::uint64_t count = f.cut_by[static_cast<std::size_t>(hit)];
    if (count == 0) return;
    text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", with_commas(count), option);
  };
  add(BoundHit::Steps, "--max-steps");
  add(BoundHit::Switches, "--max-switches");
  add(BoundHit::Preemptions, "--max-preemptions");
  add(BoundHit::Spins, "--spin-bound");
  add(BoundHit::Polling, "the end of the process, as threads only polled");
  add(BoundHit::Lost, "the violation: the rest of the run is not known");
  return text;
}

std::string statistics_text(const Report& report) {
  const Statistics& f = report.statistics;
  const double rate = f.seconds > 0 ? static_cast<double>(f.executions()) / f.seconds : 0;
  std::string text;
  text += row("executions", with_commas(f.executions()), executions_in_words(f));
  if (f.blocked > 0)
    text +=
        row("blocked", with_commas(f.blocked), "ended by an assumption, or in a loop that waits");
  text += row("redundant", with_commas(f.redundant), "stopped early, nothing new (sleep set)");
  text += row("cut", with_commas(f.cut()), cut_in_words(f));
  text += row("events", with_commas(f.events),
              fmt::format("distinct; {} executed", counted(f.steps, "step")));
  text += row("longest run", with_commas(f.longest), "steps");
  for (const ExplorerCount& count : report.counted) {
    if (count.value == 0) continue;
    std::string title(count.name);
    std::replace(title.begin(), title.end(), '_', ' ');
    text += row(title, with_commas(count.value), count.meaning);
  }
  text += row("time", short_seconds(f.seconds),
              rate > 0 ? with_commas(static_cast<std::uint64_t>(rate)) + " executions a second"
                       : std::string());
  text += row("memory", short_memory(f.peak_memory_kb), "at most");
  if (report.estimate) {
    const Estimate& o = *report.estimate;
    text += row("estimate", "~" + short_count(o.executions),
                fmt::format("executions in all ({} to {}); {}", short_count(o.low),
                            short_count(o.high), estimate_text(o)));
  }
  return text;
}

std::string heading(const Report& report) {
  const Request& request = report.request;
  std::string text = printable(request.file);
  for (const auto& [param, value] : request.params) {
    text += " " + printable(param) + "=" + printable(value);
  }
  if (!request.arguments.empty()) text += " --";
  for (const std::string& argument : request.arguments) text += " " + printable(argument);
  text += ", explorer " + request.explorer;
  if (!request.variant.empty()) text += " (" + request.variant + ")";
  return text;
}

// The first bug gets most of the room, for one screen in all; the others can be replayed.
std::size_t lines_for(std::size_t finding, std::size_t count) {
  constexpr std::size_t kScreen = 40;
  constexpr std::size_t kForOthers = 14;
  constexpr std::size_t kLeast = 26;
  if (finding > 0) return kForOthers;
  const std::size_t others = (count - 1) * kForOthers;
  return std::max(kLeast, kScreen > others ? kScreen - others : 0);
}

}  // namespace

std::string verdict_line(const Report& report, const Style& style) {
  const std::string sentence = verdict_sentence(report);
  switch (verdict_of(report)) {
    case Verdict::Clean:
    case Verdict::Accepted: return style.green(sentence) + "\n";
    case Verdict::Incomplete: return style.yellow(sentence) + "\n";
    default: return style.red(sentence) + "\n";
  }
}

std::string terminal_report(const Report& report, const Style& style) {
  std::string text;
  const std::size_t count = report.findings.all().size();
  const std::size_t shown = std::min({count, report.counterexamples.size(), kMostFindingsShown});
  for (std::size_t i = 0; i < shown; ++i) {
    text += finding_text(report.counterexamples[i], i + 1, style, lines_for(i, shown));
  }
  if (shown < count) {
    text +=
        fmt::format("... and {} more; --json writes all of them.\n\n", with_commas(count - shown));
  }
  text += accepted_text(report, style);
  text += style.bold(heading(report)) + "\n" + statistics_text(report) + "\n";
  if (report.advice) {
    if (const std::string advice = advice_text(*report.advice, style); !advice.empty()) {
      text += advice + "\n";
    }
  }
  return text + verdict_line(report, style);
}

std::string progress_line(const Statistics& f, std::size_t depth, const std::string& estimate,
                          std::size_t width) {
  const double rate = f.seconds > 0 ? static_cast<double>(f.executions()) / f.seconds : 0;
  std::string text = estimate.empty() ? std::string() : estimate + "; ";
  text += with_commas(f.executions()) + " executions";
  const std::string rest[] = {
      short_count(rate) + "/s",
      f.bug_runs == 0 ? "no bug" : short_count(static_cast<double>(f.bug_runs)) + " bad",
      short_seconds(f.seconds),
      short_memory(f.peak_memory_kb),
      short_count(static_cast<double>(f.events)) + " events",
      fmt::format("depth {}", depth),
  };
  for (const std::string& figure : rest) {
    if (text.size() + 2 + figure.size() > width) break;
    text += ", " + figure;
  }
  return text;
}

std::string sampling_estimate(const Statistics& f, double share) {
  return fmt::format("{} of the runs, {} left", share_text(share),
                     about_seconds(f.seconds * (1 - share) / share));
}

}  // namespace skein
