// SPDX-License-Identifier: Apache-2.0
// A trace file (*.skein-trace): a finding to take home. JSON, versioned, self-contained: the
// program, how it was run, the schedule, its steps, and the bug. `skein replay FILE` shows the same
// bug, or says where the program left the trace.
//
// Such a file may come from anywhere, so reading trusts nothing: size, nesting, types and ranges
// are checked, and every error is a UserError that says what is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/step.hpp"
#include "core/violation.hpp"
#include "findings/finding_kind.hpp"

namespace skein {

inline constexpr std::uint32_t kTraceVersion = 1;

// The parts of a step that can be compared between processes.
struct TraceStep {
  std::uint32_t agent = 0;  // in the order in which the schedule creates them
  OpKind kind = OpKind::Yield;
  std::uint32_t choice = 0;
  std::uint32_t choices = 1;
  std::string text;  // for people: "adder(1): load counter at a.c:17"
};

struct TraceFile {
  std::string skein;               // the version that wrote the file
  std::string directory;           // where skein was called
  std::vector<std::string> files;  // the program: its sources, or the binary, or the model
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> arguments;
  // Options that change what a schedule means, by name without the dashes; flags have "true".
  std::vector<std::pair<std::string, std::string>> options;
  std::string check;     // the body of skein::check that ran in place of main; empty: main ran
  std::string build_id;  // of the binary or the model that ran
  // Addresses of plain variables whose accesses were steps because they race (--races=explore). The
  // addresses depend on the build alone.
  std::vector<std::uint64_t> watched;
  std::string schedule;
  // The finding.
  std::optional<FindingKind> kind;  // empty: one of a later version
  ViolationFacts facts;  // none: a deadlock, or the file is of a version that did not write them
  std::string message;   // for people, and to compare where there are no facts
  std::string headline;
  std::vector<TraceStep> steps;
};

// `counterexample` is JSON text with further details for other tools, stored under this name.
[[nodiscard]] std::string trace_to_text(const TraceFile& trace, const std::string& counterexample);

// Throws UserError.
[[nodiscard]] TraceFile trace_from_text(std::string_view text);

}  // namespace skein
