// SPDX-License-Identifier: Apache-2.0
// The report of `skein verify`: that of an exploration, plus the facts about the prefix.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "report/words/native_replay.hpp"
#include "report/words/text.hpp"

namespace skein {

// The prefix, in addition to the statistics and findings of the report.
struct Proof {
  bool is_for_all_inputs = false;  // of `skein prove`
  std::uint64_t cutoffs = 0;
  std::optional<std::uint64_t> final_cutoffs;   // after which threads only end; empty: not counted
  std::uint64_t states = 0;                     // distinct, of events' histories
  std::optional<std::uint64_t> configurations;  // maximal; empty: not counted
  std::optional<bool> terminates;               // empty: not known
  std::uint64_t forgotten = 0;                  // number of times the table of states was emptied
  std::vector<NativeReplay> natively;           // by finding; may be empty
  // What stopped it before it was a proof; Exhausted: nothing did.
  Stop stop = Stop::Exhausted;
  bool was_compiling = false;  // when it was stopped
  // Then: the place that had created many threads, and how many; 0: no place had.
  std::string many_threads_at;
  std::size_t many_threads = 0;
};

[[nodiscard]] Verdict verdict_of(const Report& report, const Proof& proof);
[[nodiscard]] std::string verdict_sentence(const Report& report, const Proof& proof);

[[nodiscard]] std::string verdict_line(const Report& report, const Proof& proof,
                                       const Style& style);
[[nodiscard]] std::string terminal_report(const Report& report, const Proof& proof,
                                          const Style& style);

// The keys of `check`, those of a proof, and "proved" as a verdict.
[[nodiscard]] nlohmann::ordered_json to_json(const Report& report, const Proof& proof);

}  // namespace skein
