// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/feasibility.hpp"

#include <algorithm>
#include <set>

namespace skein::symbolic {

Answer Feasibility::ask(const std::vector<TermId>& conditions, double most_seconds) {
  const double left = std::min(seconds_left_(), most_seconds);
  if (left <= 0) return Answer::Unknown;
  return solver_.check(conditions, left);
}

void Feasibility::blame(const std::vector<TermId>& conditions) {
  constexpr unsigned kMostPaths = 40;
  constexpr double kQuick = 0.1;
  if (!finds_culprits_ || blamed_ >= kMostPaths || seconds_left_() <= 0) return;
  ++blamed_;
  std::set<TermId> variables;
  for (const TermId condition : solver_.core(conditions, std::min(kQuick, seconds_left_()))) {
    for (const TermId variable : terms_.variables_of(condition)) variables.insert(variable);
  }
  for (const TermId variable : variables) ++culprits_[variable];
}

bool Feasibility::prefer(Path& path, const std::vector<TermId>& conditions) {
  constexpr double kQuick = 0.2;
  std::vector<TermId> all = path.conditions;
  all.insert(all.end(), conditions.begin(), conditions.end());
  if (ask(all, kQuick) != Answer::Satisfiable) return false;
  path.model = solver_.assignment();
  return true;
}

bool Feasibility::admit(Path& path, TermId condition) {
  if (terms_.is_constant(condition)) return terms_.value_of(condition) != 0;
  path.conditions.push_back(condition);
  if (path.model && terms_.evaluate(condition, *path.model) != 0) return true;
  const Answer answer = ask(path.conditions);
  path.model.reset();
  if (answer == Answer::Satisfiable) path.model = solver_.assignment();
  if (answer == Answer::Unsatisfiable) blame(path.conditions);
  return answer != Answer::Unsatisfiable;
}

Answer Feasibility::is_taken(Path& path) {
  if (path.model) return Answer::Satisfiable;
  const Answer answer = ask(path.conditions);
  if (answer == Answer::Satisfiable) path.model = solver_.assignment();
  return answer;
}

std::optional<std::uint64_t> Feasibility::value(const Path& path, TermId term, TermId condition) {
  if (path.model && terms_.evaluate(condition, *path.model) != 0) {
    return terms_.evaluate(term, *path.model);
  }
  std::vector<TermId> conditions = path.conditions;
  conditions.push_back(condition);
  switch (ask(conditions)) {
    case Answer::Satisfiable: return terms_.evaluate(term, solver_.assignment());
    case Answer::Unsatisfiable: blame(conditions); return std::nullopt;
    case Answer::Unknown: break;
  }
  throw NotFollowed("the solver does not know the values of a pointer");
}

std::optional<std::vector<std::uint64_t>> Feasibility::values(const Path& path, TermId term,
                                                              std::size_t most) {
  std::vector<std::uint64_t> found;
  TermId others = terms_.constant(1);
  while (const std::optional<std::uint64_t> next = value(path, term, others)) {
    if (found.size() == most) return std::nullopt;
    found.push_back(*next);
    others = terms_.both(others, terms_.opposite(terms_.equal(term, *next)));
  }
  return found;
}

}  // namespace skein::symbolic
