// SPDX-License-Identifier: Apache-2.0
#include "report/finding_identity.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace skein {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// "Node@queue.cpp" of "Node@queue.cpp:14".
std::string without_lines(const std::string& name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == ':' && i + 1 < name.size() && is_digit(name[i + 1])) {
      while (i + 1 < name.size() && is_digit(name[i + 1])) ++i;
    } else {
      result += name[i];
    }
  }
  return result;
}

std::string without_digits(std::string text) {
  std::erase_if(text, is_digit);
  return text;
}

std::string joined(const std::set<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += "|" + part;
  return text;
}

// The function; of code without functions, the statement.
std::string home_of(const Place& place) {
  return without_lines(place.function.empty() ? place.text : place.function);
}

// An address is not the same in another version of the program.
std::string name_of(const Whole& whole) {
  return whole.kind == Whole::Kind::Unknown ? "?" : without_lines(whole.name);
}

// What the objects that it waits at belong to; if that is not known, the objects.
std::vector<std::string> awaited_by(const CounterexampleWait& wait) {
  std::vector<std::string> names;
  if (wait.wholes.empty()) {
    for (const std::string& object : wait.objects) names.push_back(without_lines(object));
  }
  for (const Whole& whole : wait.wholes) names.push_back(name_of(whole));
  return names;
}

std::string race_identity(const Counterexample& race) {
  std::set<std::string> functions;
  for (const CounterexampleAccess& access : race.accesses) {
    functions.insert(access.stack.empty() ? "?" : home_of(access.stack.front()));
  }
  return "race|" + name_of(race.whole) + joined(functions);
}

std::string deadlock_identity(const Counterexample& deadlock) {
  std::set<std::string> waits;
  for (const CounterexampleWait& wait : deadlock.waits) {
    const std::vector<std::size_t>& cycle = deadlock.cycle;
    if (!cycle.empty() && std::find(cycle.begin(), cycle.end(), wait.agent) == cycle.end()) {
      continue;
    }
    std::string text =
        without_lines(kind_of_agent(deadlock.agents[wait.agent])) + " in " + home_of(wait.place);
    for (const std::string& object : awaited_by(wait)) {
      text += " at " + without_digits(object);
    }
    waits.insert(text);
  }
  return "deadlock" + joined(waits);
}

}  // namespace

std::string kind_of_agent(const std::string& name) {
  return name.substr(0, name.find_last_of("(#"));
}

std::string identity_of(const Counterexample& counterexample) {
  if (!counterexample.waits.empty()) return deadlock_identity(counterexample);
  if (counterexample.kind == FindingKind::Race && !counterexample.accesses.empty()) {
    return race_identity(counterexample);
  }
  std::string identity =
      std::string(name(counterexample.kind)) + "|" + home_of(counterexample.place) + "|";
  identity += name(counterexample.facts.code);
  for (const std::string& subject : counterexample.facts.subjects) {
    // Two conditions of the program may differ in their numbers only.
    const bool is_condition = kind_of(counterexample.facts.code) == ViolationKind::Assertion;
    identity += "|" + without_lines(is_condition ? subject : without_digits(subject));
  }
  return identity;
}

}  // namespace skein
