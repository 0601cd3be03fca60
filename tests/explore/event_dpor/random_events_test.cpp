// SPDX-License-Identifier: Apache-2.0
// Event-DPOR against the oracle, on random event-driven programs.
//
// The oracle is every run that exhaustive search makes, or, for programs too large for that, that
// optimal DPOR makes with every handler as a lock: its classes are finer than those of events, and
// each lies within one of them. The canonical form of events sorts the runs [EDPOR Def.1 and 2].
// `event` must find every class; each exactly once unless messages may halt or wait, where it
// takes handlers as locks. How often it repeats a class there is printed.
//
//   SKEIN_EVENT_PROGRAMS=N  programs in all, instead of 4,000
//   SKEIN_SEED=S            the seed, instead of 1
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "explore/dpor/optimal.hpp"
#include "explore/event_dpor/event_dpor.hpp"
#include "explore/oracle/classes.hpp"
#include "explore/oracle/exhaustive.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/environment.hpp"
#include "support/event_program.hpp"
#include "support/outcome.hpp"

namespace skein::test {
namespace {

constexpr std::uint64_t kMostInterleavings = 3000;
constexpr std::uint64_t kMostRuns = 400;    // of optimal DPOR; larger programs are left out
constexpr std::uint64_t kLargeRuns = 1500;  // for one program in kLargeEvery
constexpr std::uint64_t kLargeEvery = 8;
constexpr std::uint64_t kThemes = 8;

struct Found {
  std::map<std::string, std::string> classes;  // form: the first schedule
  std::uint64_t runs = 0;
  std::uint64_t repeated = 0;
  bool is_exhausted = true;
};

Found find_classes(Explorer& explorer, ModelMachine& machine, std::uint64_t limit) {
  Found found;
  Canonicalizer canonicalizer(Equivalence::Event);
  while (const Plan* plan = explorer.next()) {
    const Run& run = machine.run(*plan);
    if (run.is_complete()) {
      if (++found.runs > limit) {
        found.is_exhausted = false;
        break;
      }
      const auto [at, is_new] = found.classes.try_emplace(canonicalizer.form(run.steps));
      if (is_new) {
        at->second = schedule_text(machine, run);
      } else {
        ++found.repeated;
      }
    }
    explorer.observe(run);
  }
  return found;
}

Found oracle_of(ModelMachine& machine, std::uint64_t most_runs) {
  if (estimate_interleavings(machine, 1, 4) < static_cast<double>(kMostInterleavings)) {
    Exhaustive exhaustive({}, false);
    Found found = find_classes(exhaustive, machine, 4 * kMostInterleavings);
    if (found.is_exhausted) return found;
  }
  OptimalDpor optimal({}, false);
  return find_classes(optimal, machine, most_runs);
}

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t classes = 0;
  std::uint64_t repeated = 0;
  std::uint64_t restarts = 0;
  event::SearchCounts parts;
};

// What is wrong with a program; empty if nothing is, "-" if it is too large.
std::string problem(const EventProgram& program, bool is_exact, std::uint64_t most_runs,
                    Tally* tally) {
  try {
    ModelMachine machine(parse_model(program.text(), "random.skein"));
    const Found oracle = oracle_of(machine, most_runs);
    if (!oracle.is_exhausted) return "-";
    EventDpor explorer({}, false);
    const Found found = find_classes(explorer, machine, 4 * kLargeRuns + 100);
    if (tally != nullptr) {
      ++tally->programs;
      tally->classes += oracle.classes.size();
      tally->repeated += found.repeated;
      tally->restarts += explorer.counts().restarts;
      const event::SearchCounts& c = explorer.search_counts();
      tally->parts.in_order += c.in_order;
      tally->parts.witness += c.witness;
      tally->parts.decision += c.decision;
      tally->parts.none += c.none;
      tally->parts.families += c.families;
    }
    for (const auto& [form, schedule] : oracle.classes) {
      if (!found.classes.contains(form)) {
        return std::to_string(found.classes.size()) + " classes instead of " +
               std::to_string(oracle.classes.size()) + "; misses one, as in\n" + schedule;
      }
    }
    if (found.classes.size() != oracle.classes.size()) return "has classes the oracle has not\n";
    if (!found.is_exhausted) return "far too many runs\n";
    if (is_exact && found.repeated != 0) {
      return std::to_string(found.runs) + " runs for " + std::to_string(oracle.classes.size()) +
             " classes\n";
    }
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

bool fails(const EventProgram& program, bool is_exact) {
  const std::string text = problem(program, is_exact, kLargeRuns, nullptr);
  return !text.empty() && text != "-";
}

EventProgram shrunk(EventProgram program, bool is_exact) {
  for (bool has_shrunk = true; has_shrunk;) {
    has_shrunk = false;
    for (const EventProgram& p : smaller(program)) {
      if (!fails(p, is_exact)) continue;
      program = p;
      has_shrunk = true;
      break;
    }
  }
  return program;
}

class RandomEvents : public testing::TestWithParam<EventTheme> {};

TEST_P(RandomEvents, EveryClassOfTheOracle) {
  const EventTheme& theme = GetParam();
  const bool is_exact = !theme.halts && !theme.waits;
  const std::uint64_t count = sample_size("SKEIN_EVENT_PROGRAMS", 4000) / kThemes + 1;
  const std::uint64_t seed = number_from_environment("SKEIN_SEED", 1);
  Tally tally;
  for (std::uint64_t n = 0; tally.programs < count; ++n) {
    const EventProgram program = random_event_program(seed * 1'000'000'007 + n, theme);
    const std::uint64_t most_runs = n % kLargeEvery == 0 ? kLargeRuns : kMostRuns;
    const std::string text = problem(program, is_exact, most_runs, &tally);
    if (text.empty() || text == "-") continue;
    const EventProgram small = shrunk(program, is_exact);
    FAIL() << theme.name << " program " << n << ":\n"
           << small.text() << problem(small, is_exact, kLargeRuns, nullptr);
  }
  std::printf(
      "%s: %llu programs, %llu classes, %llu repeated, %llu restarts; words: %llu in order, %llu "
      "witness, %llu decision; %llu without a part, %llu with several\n",
      theme.name.c_str(), static_cast<unsigned long long>(tally.programs),
      static_cast<unsigned long long>(tally.classes),
      static_cast<unsigned long long>(tally.repeated),
      static_cast<unsigned long long>(tally.restarts),
      static_cast<unsigned long long>(tally.parts.in_order),
      static_cast<unsigned long long>(tally.parts.witness),
      static_cast<unsigned long long>(tally.parts.decision),
      static_cast<unsigned long long>(tally.parts.none),
      static_cast<unsigned long long>(tally.parts.families));
}

INSTANTIATE_TEST_SUITE_P(
    Theme, RandomEvents,
    testing::Values(EventTheme{"NonBranching", false, false, false},
                    EventTheme{"Branching", true, false, false},
                    EventTheme{"Locking", false, true, false},
                    EventTheme{"Fifo", false, false, true},
                    EventTheme{"Halting", true, false, false, true},
                    EventTheme{"Waiting", true, true, false, false, true},
                    EventTheme{"Choosing", true, true, false, false, false, true},
                    EventTheme{"Everything", true, true, true, true, true, true}),
    [](const auto& theme) { return theme.param.name; });

}  // namespace
}  // namespace skein::test
