// SPDX-License-Identifier: Apache-2.0
#include "report/formats/proof.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/exceptions.hpp"
#include "report/formats/finding_text.hpp"
#include "report/formats/json.hpp"
#include "report/formats/terminal_report.hpp"
#include "report/words/remark_text.hpp"

namespace skein {

namespace {

std::string proof_row(std::string_view what, std::string_view number, std::string_view words) {
  std::string line = fmt::format("  {:<14} {:>10}  {}", what, number, words);
  while (line.back() == ' ') line.pop_back();
  return line + "\n";
}

std::string termination_in_words(const Proof& proof) {
  if (!proof.terminates) return "";
  return *proof.terminates ? "; every run ends" : "; some runs never end";
}

std::size_t failing_warnings(const Report& report) {
  return static_cast<std::size_t>(
      std::count_if(report.unproved.begin(), report.unproved.end(),
                    [](const Counterexample& c) { return c.standing == Standing::Fails; }));
}

// "stopped by --max-seconds 3 while it was being compiled"; empty if nothing stopped it.
std::string stop_in_words(const Report& report, const Proof& proof) {
  if (proof.stop == Stop::Exhausted) return "";
  std::string text = "stopped by " + stopped_by(report, proof.stop);
  if (proof.was_compiling) text += " while it was being compiled";
  if (proof.many_threads > 0) {
    text += fmt::format(" ({}: {} threads so far; give their number a small bound)",
                        proof.many_threads_at, proof.many_threads);
  }
  return text;
}

// What keeps the prefix from being a proof; empty if nothing does.
std::string what_is_missing(const Report& report, const Proof& proof) {
  std::string text = stop_in_words(report, proof);
  if (const std::size_t warnings = failing_warnings(report); warnings > 0) {
    text += (text.empty() ? "" : "; ") + counted(warnings, "warning");
  }
  for (const Remark& gap : report.gaps) text += (text.empty() ? "" : "; ") + remark_text(gap);
  return text;
}

}  // namespace

Verdict verdict_of(const Report& report, const Proof& proof) {
  if (!report.error.empty()) return Verdict::Error;
  if (has_failing_finding(report)) return Verdict::Bug;
  if (proof.stop != Stop::Exhausted || failing_warnings(report) > 0 || !report.gaps.empty()) {
    return Verdict::Incomplete;
  }
  return has_exceptions(report) ? Verdict::Accepted : Verdict::Clean;
}

std::string verdict_sentence(const Report& report, const Proof& proof) {
  const std::string events = counted(report.statistics.events, "event");
  const std::string missing = what_is_missing(report, proof);
  const std::string exceptions = exceptions_in_words(report);
  switch (verdict_of(report, proof)) {
    case Verdict::Accepted:
      return fmt::format("proved except for {}: no other bug in any execution{} ({}, {}){}{}.",
                         exceptions, proof.is_for_all_inputs ? ", whatever the inputs" : "", events,
                         counted(proof.cutoffs, "cut-off"), hidden_by_exceptions(report),
                         remarks_text(report.reservations));
    case Verdict::Clean:
      return fmt::format("proved: no bug in any execution{} ({}, {}){}{}.",
                         proof.is_for_all_inputs ? ", whatever the inputs" : "", events,
                         counted(proof.cutoffs, "cut-off"), termination_in_words(proof),
                         remarks_text(report.reservations));
    case Verdict::Bug: {
      const std::string bugs = bugs_in_words(report);
      if (missing.empty()) {
        return fmt::format("bug: {}; everything was explored{}.", bugs,
                           remarks_text(report.reservations));
      }
      return fmt::format("bug: {}; not everything was explored: {}.", bugs, missing);
    }
    case Verdict::Incomplete:
      if (failing_warnings(report) > 0) {
        return fmt::format("unknown: neither proved nor shown to be wrong{}: {}.",
                           exceptions.empty() ? "" : ", except for " + exceptions, missing);
      }
      return fmt::format("incomplete: no bug in {}{}, but nothing is proved: {}.", events,
                         exceptions.empty() ? "" : " except for " + exceptions, missing);
    case Verdict::Error: return "error: " + printable(report.error);
  }
  return "";
}

std::string verdict_line(const Report& report, const Proof& proof, const Style& style) {
  const std::string sentence = verdict_sentence(report, proof);
  switch (verdict_of(report, proof)) {
    case Verdict::Clean:
    case Verdict::Accepted: return style.green(sentence) + "\n";
    case Verdict::Incomplete: return style.yellow(sentence) + "\n";
    default: return style.red(sentence) + "\n";
  }
}

std::string terminal_report(const Report& report, const Proof& proof, const Style& style) {
  std::string text;
  const std::size_t count = report.findings.all().size();
  const std::size_t shown = std::min({count, report.counterexamples.size(), kMostFindingsShown});
  for (std::size_t i = 0; i < shown; ++i) {
    text += finding_text(report.counterexamples[i], i + 1, style);
    if (i < proof.natively.size())
      text += "  " + printable(native_replay_text(proof.natively[i])) + "\n\n";
  }
  if (shown < count) {
    text +=
        fmt::format("... and {} more; --json writes all of them.\n\n", with_commas(count - shown));
  }
  for (std::size_t i = 0; i < std::min(report.unproved.size(), kMostFindingsShown); ++i) {
    text += warning_text(report.unproved[i], i + 1, style);
  }
  if (report.unproved.size() > kMostFindingsShown) {
    text += fmt::format("... and {}; --json writes all of them.\n\n",
                        counted(report.unproved.size() - kMostFindingsShown, "more warning"));
  }
  text += accepted_text(report, style);
  const Statistics& f = report.statistics;
  const double rate = f.seconds > 0 ? static_cast<double>(f.events) / f.seconds : 0;
  text += style.bold(printable(report.request.file) + ", " + report.request.variant) + "\n";
  text += proof_row("events", with_commas(f.events), "of the prefix, cut-offs included");
  std::string beyond = "the state was known: nothing beyond";
  if (const std::uint64_t final_ones = proof.final_cutoffs.value_or(0); final_ones > 0) {
    beyond += fmt::format("; {} where threads only end", with_commas(final_ones));
  }
  text += proof_row("cut-offs", with_commas(proof.cutoffs), beyond);
  text +=
      proof_row("states", with_commas(proof.states), "distinct ones after an event and its causes");
  text += proof_row("configurations",
                    proof.configurations ? with_commas(*proof.configurations) : std::string("?"),
                    proof.configurations ? "maximal" : "too many events to count them");
  text += proof_row("deepest", with_commas(f.longest), "events in one history");
  text += proof_row("time", short_seconds(f.seconds),
                    with_commas(static_cast<std::uint64_t>(rate)) + " events a second");
  text += proof_row("memory", short_memory(f.peak_memory_kb), "at most");
  return text + "\n" + verdict_line(report, proof, style);
}

nlohmann::ordered_json to_json(const Report& report, const Proof& proof) {
  nlohmann::ordered_json json = to_json(report);
  const Verdict verdict = verdict_of(report, proof);
  json["verdict"] = verdict == Verdict::Clean ? "proved" : std::string(name(verdict));
  json["summary"] = verdict_sentence(report, proof);
  json["cutoffs"] = proof.cutoffs;
  if (proof.final_cutoffs) json["final_cutoffs"] = *proof.final_cutoffs;
  json["states"] = proof.states;
  json["configurations"] = nullptr;
  if (proof.configurations) json["configurations"] = *proof.configurations;
  json["terminates"] = nullptr;
  if (proof.terminates) json["terminates"] = *proof.terminates ? "yes" : "no";
  json["forgotten"] = proof.forgotten;
  json["missing"] = stop_in_words(report, proof);
  json["natively"] = nlohmann::ordered_json::array();
  for (const NativeReplay& replay : proof.natively) {
    json["natively"].push_back(native_replay_text(replay));
  }
  json["events_per_second"] =
      report.statistics.seconds > 0
          ? static_cast<double>(report.statistics.events) / report.statistics.seconds
          : 0.0;
  return json;
}

}  // namespace skein
