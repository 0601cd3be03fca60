// SPDX-License-Identifier: Apache-2.0
#include "report/one_cause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace skein {

namespace {

std::string line_of(const Place& place) { return fmt::format("{}:{}", place.path, place.line); }

// Empty if the cause is not known well enough to compare it.
std::string deadlock_key(const Counterexample& counterexample) {
  std::set<std::string> waits;
  for (const CounterexampleWait& wait : counterexample.waits) {
    if (wait.place.line == 0) return {};
    // The function that the agent began with.
    const std::string function = wait.stack.empty() ? "" : wait.stack.back().function;
    waits.insert(function + " " + line_of(wait.place));
  }
  std::string key = "deadlock";
  for (const std::string& wait : waits) key += "|" + wait;
  return waits.empty() ? std::string() : key;
}

std::string freed_key(const Counterexample& counterexample, const std::string& function) {
  if (!counterexample.block || counterexample.block->freed.empty() || function.empty()) return {};
  return "freed|" + line_of(counterexample.block->freed.front()) + "|" + function;
}

bool is_race(const Counterexample& counterexample) {
  return counterexample.kind == FindingKind::Race && counterexample.accesses.size() == 2 &&
         !counterexample.object.empty() &&
         std::none_of(counterexample.accesses.begin(), counterexample.accesses.end(),
                      [](const CounterexampleAccess& access) {
                        return access.stack.empty() || access.stack.front().function.empty();
                      });
}

bool is_in_heap(const Counterexample& race) { return race.whole.kind == Whole::Kind::Heap; }

// Races on one object between the same functions.
std::string race_key(const Counterexample& race) {
  std::set<std::string> functions;
  for (const CounterexampleAccess& access : race.accesses) {
    functions.insert(access.stack.front().function);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (!race.accesses[i].is_free) continue;
    return freed_key(race, race.accesses[1 - i].stack.front().function);
  }
  const bool is_known = race.whole.kind != Whole::Kind::Unknown;
  std::string key = "race|" + (is_known ? race.whole.name : race.object);
  for (const std::string& function : functions) key += "|" + function;
  return key;
}

std::string key_of(const Counterexample& counterexample) {
  // A mistake of the library is one, wherever the program meets it.
  for (const CounterexampleWait& wait : counterexample.waits) {
    if (wait.fault) return "library|" + wait.fault->function;
  }
  if (!counterexample.waits.empty()) return deadlock_key(counterexample);
  if (counterexample.kind == FindingKind::Race)
    return is_race(counterexample) ? race_key(counterexample) : std::string();
  if (counterexample.place.line == 0) return {};
  if (counterexample.kind == FindingKind::Memory) {
    if (std::string key = freed_key(counterexample, counterexample.place.function); !key.empty())
      return key;
  }
  std::string key = fmt::format("{}|{}", static_cast<int>(counterexample.facts.code),
                                line_of(counterexample.place));
  // A line may assert several things. Other subjects are objects, which may be many of a kind.
  if (kind_of(counterexample.facts.code) == ViolationKind::Assertion) {
    for (const std::string& subject : counterexample.facts.subjects) key += "|" + subject;
  }
  return key;
}

// What is accepted hides nothing that is not.
std::string standing_key(const Counterexample& counterexample) {
  return fmt::format("{} {}|", static_cast<int>(counterexample.standing),
                     counterexample.accepted_by);
}

std::string lines_key(const Counterexample& race) {
  std::set<std::string> lines;
  for (const CounterexampleAccess& access : race.accesses) {
    lines.insert(line_of(access.stack.front()));
  }
  std::string key = standing_key(race);
  for (const std::string& line : lines) key += "|" + line;
  return key;
}

using Groups = std::vector<std::vector<std::size_t>>;

// A race on a heap block joins another one between the same lines: a container and its nodes. Two
// variables never become one, even if they share their lines.
Groups with_heap_races_joined(const Groups& groups, const std::vector<Counterexample>& all) {
  std::map<std::string, std::size_t> by_lines;  // groups
  for (const bool looks_at_heap : {false, true}) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Counterexample& first = all[groups[g].front()];
      if (!is_race(first) || is_in_heap(first) != looks_at_heap) continue;
      for (const std::size_t i : groups[g]) by_lines.try_emplace(lines_key(all[i]), g);
    }
  }
  Groups result = groups;
  for (std::size_t g = groups.size(); g-- > 0;) {
    const Counterexample& first = all[groups[g].front()];
    if (!is_race(first) || !is_in_heap(first)) continue;
    const std::size_t other = by_lines.at(lines_key(first));
    if (other == g) continue;
    result[other].insert(result[other].end(), result[g].begin(), result[g].end());
    result[g].clear();
  }
  std::erase_if(result, [](const std::vector<std::size_t>& group) { return group.empty(); });
  return result;
}

Groups grouped(const std::vector<Counterexample>& all) {
  std::map<std::string, std::size_t> known;  // groups, by key
  Groups groups;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string key = key_of(all[i]);
    const auto [entry, is_new] = known.try_emplace(
        key.empty() ? fmt::format("#{}", i) : standing_key(all[i]) + key, groups.size());
    if (is_new) groups.emplace_back();
    groups[entry->second].push_back(i);
  }
  return with_heap_races_joined(groups, all);
}

// A use after free shows what the race of the free and the use leads to.
bool tells_more(const Counterexample& a, const Counterexample& b) {
  if ((a.kind == FindingKind::Race) != (b.kind == FindingKind::Race))
    return b.kind == FindingKind::Race;
  return std::pair(a.switches, a.length) < std::pair(b.switches, b.length);
}

}  // namespace

void merge_causes(Report& report) {
  std::vector<Counterexample>& all = report.counterexamples;
  const Groups groups = grouped(all);
  if (groups.size() == all.size()) return;
  std::vector<Counterexample> kept;
  std::vector<std::size_t> order;
  for (const std::vector<std::size_t>& group : groups) {
    const std::size_t best =
        *std::min_element(group.begin(), group.end(),
                          [&](std::size_t a, std::size_t b) { return tells_more(all[a], all[b]); });
    std::vector<std::string> variants;
    std::vector<std::string> identities = all[best].identities;
    std::uint64_t times = 0;
    for (const std::size_t i : group) {
      // A run has one deadlock, but may have several violations.
      times = all[i].waits.empty() ? std::max(times, all[i].times) : times + all[i].times;
      if (i == best) continue;
      variants.push_back(all[i].headline);
      for (const std::string& identity : all[i].identities) {
        if (std::find(identities.begin(), identities.end(), identity) == identities.end()) {
          identities.push_back(identity);
        }
      }
    }
    kept.push_back(std::move(all[best]));
    kept.back().times = times;
    kept.back().variants = std::move(variants);
    kept.back().identities = std::move(identities);
    order.push_back(best);
  }
  all = std::move(kept);
  report.findings.keep(order);
}

}  // namespace skein
