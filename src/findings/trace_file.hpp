// SPDX-License-Identifier: Apache-2.0
// A trace file (*.skein-trace): a finding to take home. JSON, versioned, self-contained: which
// program, how it was run, the schedule, what it did step by step, what broke. `skein replay FILE`
// gives the same bug, or says where it left the trace.
//
// Such a file may come from anywhere. Reading believes nothing: size, nesting, types and ranges are
// checked, and whatever is wrong is a UserError that says what.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/step.hpp"

namespace skein {

inline constexpr std::uint32_t kTraceVersion = 1;

// A step as far as it can be compared from one process to another.
struct TraceStep {
  std::uint32_t agent = 0;  // in the order in which the schedule creates them
  OpKind kind = OpKind::Yield;
  std::uint32_t choice = 0;
  std::uint32_t choices = 1;
  std::string text;  // for people: "adder(1): load counter at a.c:17"
};

struct TraceFile {
  std::string skein;               // the version that wrote it
  std::string directory;           // where skein was called
  std::vector<std::string> files;  // the program: its sources, or the binary, or the model
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> arguments;
  // Options that change what a schedule means, by name without the dashes; flags have "true".
  std::vector<std::pair<std::string, std::string>> options;
  std::string check;     // which body of skein::check ran in place of main; empty: main ran
  std::string build_id;  // of the binary or the model that ran
  // Addresses of plain variables whose accesses were steps because they race (--races=explore).
  // Where they lie depends on the build alone.
  std::vector<std::uint64_t> watched;
  std::string schedule;
  // The finding.
  std::string kind;
  std::string message;
  std::string headline;
  std::vector<TraceStep> steps;
};

// `counterexample` is any JSON text that says more, for other tools; it is kept under "account".
[[nodiscard]] std::string trace_to_text(const TraceFile& trace, const std::string& counterexample);

// Throws UserError.
[[nodiscard]] TraceFile trace_from_text(std::string_view text);

}  // namespace skein
