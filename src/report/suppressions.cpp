// SPDX-License-Identifier: Apache-2.0
#include "report/suppressions.hpp"

#include <algorithm>

namespace skein {

namespace {

// Whether the pattern, in which only `*` is special, matches all of the text. The usual search that
// goes back to the last star only.
bool matches_all(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t after_star = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after_star = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++after_star;
    } else {
      return false;
    }
  }
  return std::all_of(pattern.begin() + static_cast<long>(p), pattern.end(),
                     [](char c) { return c == '*'; });
}

// What the patterns of a rule look at.
struct Subjects {
  std::vector<std::string_view> functions;
  std::vector<std::string_view> files;
  std::vector<std::string_view> objects;
};

void add_frame(Subjects& subjects, const Place& place) {
  subjects.functions.push_back(place.function);
  subjects.files.push_back(place.path);
  subjects.files.push_back(place.file);
}

void add_stack(Subjects& subjects, const Stack& stack, bool is_top_only) {
  for (const Place& frame : stack) {
    add_frame(subjects, frame);
    if (is_top_only) return;
  }
}

Subjects subjects_of(const Counterexample& counterexample, bool is_top_only) {
  Subjects subjects;
  subjects.objects.push_back(counterexample.object);
  for (const Stack& stack : counterexample.whole_stacks) add_stack(subjects, stack, is_top_only);
  if (is_top_only && !counterexample.whole_stacks.empty()) return subjects;
  add_frame(subjects, counterexample.place);
  add_stack(subjects, counterexample.stack, is_top_only);
  for (const CounterexampleAccess& access : counterexample.accesses) {
    add_stack(subjects, access.stack, is_top_only);
  }
  for (const CounterexampleWait& wait : counterexample.waits) {
    add_frame(subjects, wait.place);
    add_stack(subjects, wait.stack, is_top_only);
    for (const auto* objects : {&wait.objects, &wait.locks_held}) {
      subjects.objects.insert(subjects.objects.end(), objects->begin(), objects->end());
    }
  }
  for (const FactPlace& place : counterexample.facts.places) {
    if (place.line != 0) subjects.files.push_back(place.file);
  }
  return subjects;
}

bool matches_one(std::string_view pattern, const std::vector<std::string_view>& texts,
                 Unknown unknown) {
  const bool is_known =
      std::any_of(texts.begin(), texts.end(), [](std::string_view text) { return !text.empty(); });
  if (!is_known) return unknown == Unknown::Matches;
  return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
    return !text.empty() && matches_pattern(pattern, text);
  });
}

}  // namespace

bool matches_pattern(std::string_view pattern, std::string_view text) {
  std::string whole;
  if (pattern.starts_with('^')) {
    pattern.remove_prefix(1);
  } else {
    whole = "*";
  }
  if (pattern.ends_with('$')) {
    whole += pattern.substr(0, pattern.size() - 1);
  } else {
    whole.append(pattern).append("*");
  }
  return matches_all(whole, text);
}

bool matches(const Suppression& rule, const Counterexample& counterexample, Unknown unknown) {
  if (rule.kind != counterexample.kind) return false;
  const Subjects subjects = subjects_of(counterexample, rule.is_top_only);
  using Aspect = Suppression::Aspect;
  return std::all_of(
      rule.patterns.begin(), rule.patterns.end(), [&](const Suppression::Pattern& pattern) {
        const auto fits = [&](Aspect aspect, const std::vector<std::string_view>& texts) {
          return (pattern.aspect == Aspect::Any || pattern.aspect == aspect) &&
                 matches_one(pattern.text, texts, unknown);
        };
        return fits(Aspect::Function, subjects.functions) || fits(Aspect::File, subjects.files) ||
               fits(Aspect::Object, subjects.objects);
      });
}

}  // namespace skein
