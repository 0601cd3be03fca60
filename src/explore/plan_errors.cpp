// SPDX-License-Identifier: Apache-2.0
#include "explore/plan_errors.hpp"

#include <string>

#include "core/ensure.hpp"

namespace skein {

void fail_with_plan(std::string_view explorer, std::string_view what, const Plan& plan) {
  std::string text = std::string(explorer) + ": " + std::string(what) + "; plan:";
  for (const Move& m : plan.prefix) {
    text += ' ' + std::to_string(m.agent.value);
    if (m.choice != 0) text += '/' + std::to_string(m.choice);
  }
  if (!plan.sleep.empty()) text += "; asleep:";
  for (const Sleeper& s : plan.sleep) {
    text += ' ' + std::to_string(s.move.agent.value) + '/' + std::to_string(s.move.choice);
  }
  throw InternalError(text);
}

void ensure_followed(std::string_view explorer, const Run& run, const Plan& plan) {
  if (run.end == End::Diverged) {
    fail_with_plan(explorer, "the machine could not follow the plan", plan);
  }
  if (run.steps.size() < plan.prefix.size() && run.end != End::Cut) {
    fail_with_plan(explorer, "a run ended before the end of its prefix", plan);
  }
}

}  // namespace skein
