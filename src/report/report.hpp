// SPDX-License-Identifier: Apache-2.0
// The report at the end of an exploration, as data, with the verdict.
//
// All forms of report (terminal, JSON, SARIF, ...) are made from this structure, so they cannot
// disagree. The verdict is honest: "clean" only if every schedule that matters was run to its end;
// a search that was cut, stopped or drawn at random is "incomplete", however many runs it made.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explore/exploration.hpp"
#include "explore/explorer.hpp"
#include "findings/finding.hpp"
#include "machine/machine.hpp"
#include "report/advice.hpp"
#include "report/counterexample.hpp"
#include "report/graph.hpp"
#include "report/words/estimate_text.hpp"
#include "report/words/remark.hpp"

namespace skein {

// Accepted: as Clean, except for findings that the user does not want to fail (exceptions.hpp).
enum class Verdict : std::uint8_t { Clean, Accepted, Bug, Incomplete, Error };

// The exit statuses of the command.
inline constexpr int kExitClean = 0;
inline constexpr int kExitBug = 1;
inline constexpr int kExitUserError = 2;
inline constexpr int kExitOwnBug = 3;
inline constexpr int kExitIncomplete = 4;

// What the user asked for.
struct Request {
  std::string file;
  std::string folder;  // where skein was started; empty: not known
  std::vector<std::pair<std::string, std::string>> params;  // -D NAME=VALUE
  std::vector<std::string> arguments;                       // of a real program, after --
  std::string command;  // the whole command, as a shell takes it; empty: not known
  std::string explorer;
  std::string variant;  // "optimal", "k=2", "seed=1": what else identifies this exploration
  std::string caveat;   // why the explorer can find bugs but prove nothing; empty if it can prove
  Bounds bounds;
  Budget budget;
  std::string fail_on;   // "race,deadlock": the kinds that fail; empty: all
  std::string baseline;  // the file with the known findings; empty: none
};

// A verdict that does not come from an exploration but from a proof or a replay.
struct GivenVerdict {
  Verdict verdict = Verdict::Incomplete;
  std::string sentence;
};

// Atomic instructions of one function that was not compiled by skein cc.
struct Unseen {
  std::string library;
  std::string function;     // empty: not known
  std::uint32_t count = 0;  // instructions
};

struct Report {
  std::string version;
  Request request;
  Statistics statistics;
  std::vector<ExplorerCount> counted;  // by the explorer
  FindingSet findings;
  std::vector<Counterexample>
      counterexamples;  // of the findings, in their order; see complete_counterexamples
  std::optional<UnfoldingPicture> unfolding;  // of small explorations, for reports that draw it
  std::optional<Estimate> estimate;           // if a budget stopped the exploration: how far it
                                              // got
  std::optional<Advice> advice;               // and what to do then
  // Findings that are suppressed or known. They are not among the others, and fail nothing.
  std::vector<Counterexample> accepted;
  std::vector<std::string> unused_suppressions;  // "skein.supp:3 race:push"
  // The warnings of `skein prove`: what it could neither exclude nor show, with an abstract trace.
  // With one of these the verdict is never "proved".
  std::vector<Counterexample> unproved;
  std::vector<Remark> warnings;  // strange things that are not bugs
  // Conditions and limits of the verdict: "under sequential consistency".
  std::vector<Remark> reservations;
  // What happened in the runs but was not seen, or was seen but not followed. With a gap the
  // verdict is never clean or proved.
  std::vector<Remark> gaps;
  // Synchronisation that was executed but not seen, whether trusted or not.
  std::vector<Unseen> unseen;
  std::optional<GivenVerdict> given_verdict;  // if set: the verdict, regardless of the statistics
  std::string error;              // empty, or what went wrong: then nothing above is a result
  std::string compiler_messages;  // if a compiler failed: what it said
};

// Gives every finding without a counterexample one built from its steps alone; once `is_over`, long
// ones get no steps.
void complete_counterexamples(Report& report, const Names& names,
                              const std::function<bool()>& is_over = {});

[[nodiscard]] Verdict verdict_of(const Report& report);
[[nodiscard]] int exit_status_of(Verdict verdict);  // not for Verdict::Error

// The last line of every report: the verdict in words, and how much was covered.
[[nodiscard]] std::string verdict_sentence(const Report& report);

// What stopped or cut the exploration: "--max-runs 10", "an interrupt"; empty if nothing did.
[[nodiscard]] std::string stopped_by(const Report& report);
[[nodiscard]] std::string stopped_by(const Report& report, Stop stop);

constexpr std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Clean: return "clean";
    case Verdict::Accepted: return "accepted";
    case Verdict::Bug: return "bug";
    case Verdict::Incomplete: return "incomplete";
    case Verdict::Error: return "error";
  }
  return "unknown";
}

}  // namespace skein
