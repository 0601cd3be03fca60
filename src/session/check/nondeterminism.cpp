// SPDX-License-Identifier: Apache-2.0
#include "session/check/nondeterminism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/ensure.hpp"
#include "machine/native/native_machine.hpp"
#include "report/words/step_text.hpp"
#include "report/words/text.hpp"

namespace skein::session {

namespace {

bool is_same(const Step& a, const Step& b) {
  return a.move() == b.move() && a.op.kind == b.op.kind && a.op.first == b.op.first &&
         a.op.second == b.op.second;
}

std::string text_of(const std::vector<Step>& steps, std::size_t at, const Names& names) {
  if (at >= steps.size()) return "nothing more";
  const Step& step = steps[at];
  std::string text = fmt::format("{}: {}", printable(names.agent_name(step.agent)),
                                 printable(operation_text(step.op, names)));
  if (!step.site.is_none()) text += " at " + printable(names.site_text(step.site));
  return text;
}

}  // namespace

void require_same_again(Machine& machine, const Plan& plan) {
  constexpr int kTimes = 20;
  std::vector<Step> first;
  for (int i = 0; i < kTimes; ++i) {
    const Run& run = machine.run(plan);
    if (run.end == End::Diverged && !run.violations.empty()) {
      throw ViolationError("", run.violations.back().facts);
    }
    if (i == 0) {
      first = run.steps;
      continue;
    }
    const auto [a, b] =
        std::mismatch(first.begin(), first.end(), run.steps.begin(), run.steps.end(), is_same);
    if (a == first.end() && b == run.steps.end()) continue;
    const auto at = static_cast<std::size_t>(a - first.begin());
    throw UserError(fmt::format(
        "the program is not deterministic: after the same {} it did\n  {}\nand then\n  {}",
        counted(at, "step"), text_of(first, at, machine.names()),
        text_of(run.steps, at, machine.names())));
  }
}

bool contradicts_again(const ExplorationError& error, const std::function<void()>& explore) {
  try {
    explore();
  } catch (const ExplorationError& again) {
    return error.plan().prefix == again.plan().prefix &&
           std::string_view(error.what()) == again.what();
  } catch (const ExplorationRestart&) {
    return false;  // it shows something else this time
  }
  return false;
}

}  // namespace skein::session
