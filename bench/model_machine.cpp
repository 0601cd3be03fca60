// SPDX-License-Identifier: Apache-2.0
// What a step of the model machine costs: random runs (no shared prefix: everything executed), and
// runs that differ from the one before near their end (as a depth-first explorer asks for).
#include "machine/model/model_machine.hpp"

#include <fmt/format.h>

#include <ctime>
#include <string>

#include "machine/model/language/parser.hpp"

namespace {

using namespace skein;

constexpr const char* kLocks = R"(
param N = 10
mutex m[4]
data d[4]
thread worker(i) {
  for k in 0..3 {
    j = (i + k) % 4
    lock m[j]
    d[j] = d[j] + 1
    unlock m[j]
  }
}
thread main { for i in 0..N { create worker(i) } }
)";

constexpr const char* kAtomics = R"(
param N = 10
atomic x[4]
thread worker(i) {
  for k in 0..3 { r = x[(i + k) % 4]; x[k] = r + 1 }
}
thread main { for i in 0..N { create worker(i) } }
)";

struct Cost {
  double ns_per_step = 0;
  double steps_per_run = 0;
};

template <class MakePlan>
Cost measure_once(ModelMachine& machine, MakePlan make_plan) {
  Plan plan;
  std::uint64_t steps = 0;
  constexpr int kWarmUp = 200;
  constexpr int kRuns = 5000;
  std::clock_t start = 0;  // processor time: the machine may be busy with other things
  const Run* run = nullptr;
  for (int i = 0; i < kWarmUp + kRuns; ++i) {
    if (i == kWarmUp) {
      start = std::clock();
      steps = 0;
    }
    make_plan(plan, run, i);
    run = &machine.run(plan);
    steps += run->steps.size();
  }
  const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return Cost{ns / static_cast<double>(steps), static_cast<double>(steps) / kRuns};
}

// The best of several: what others do on the machine only ever adds.
template <class MakePlan>
Cost measure(const char* text, ModelMachine::Options options, MakePlan make_plan) {
  ModelMachine machine(parse_model(text, "bench.skein"), options);
  Cost best = measure_once(machine, make_plan);
  for (int i = 0; i < 15; ++i) {
    const Cost cost = measure_once(machine, make_plan);
    if (cost.ns_per_step < best.ns_per_step) best = cost;
  }
  return best;
}

void random_plan(Plan& plan, const Run*, int i) {
  plan.policy = Policy::Random;
  plan.seed = static_cast<std::uint64_t>(i);
}

void continue_plan(Plan& plan, const Run*, int) { plan.policy = Policy::Continue; }

// Keeps the first 80 to 100 % of the run before.
void late_change(Plan& plan, const Run* before, int i) {
  plan.policy = Policy::Random;
  plan.seed = static_cast<std::uint64_t>(i);
  plan.prefix.clear();
  if (before == nullptr || i % 100 == 0) return;
  const std::size_t n = before->steps.size();
  const std::size_t keep = n - static_cast<std::size_t>(i) % (n / 5);
  for (std::size_t k = 0; k < keep; ++k) plan.prefix.push_back(before->steps[k].move());
}

void replay(Plan& plan, const Run* before, int i) {
  plan.policy = Policy::Continue;
  if (before == nullptr || i > 0) {
    if (before == nullptr || !plan.prefix.empty()) return;
    for (const Step& s : before->steps) plan.prefix.push_back(s.move());
  }
}

}  // namespace

int main() {
  fmt::print("| program | plan | snapshots | steps a run | ns a step |\n|---|---|---|---|---|\n");
  const auto row = [](const char* program, const char* text, const char* plan, auto make) {
    for (const bool snapshots : {false, true}) {
      const Cost cost = measure(text, {.snapshots = snapshots}, make);
      fmt::print("| {} | {} | {} | {:.1f} | {:.1f} |\n", program, plan, snapshots ? "on" : "off",
                 cost.steps_per_run, cost.ns_per_step);
    }
  };
  row("locks", kLocks, "continue", continue_plan);
  row("locks", kLocks, "replay", replay);
  row("locks", kLocks, "random", random_plan);
  row("locks", kLocks, "late change", late_change);
  row("atomics", kAtomics, "continue", continue_plan);
  row("atomics", kAtomics, "random", random_plan);
  row("atomics", kAtomics, "late change", late_change);
}
