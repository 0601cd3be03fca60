// SPDX-License-Identifier: Apache-2.0
#include "session/witness/native_witness.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/ensure.hpp"
#include "machine/native/native_machine.hpp"
#include "report/words/violation_text.hpp"
#include "session/program/native_program.hpp"
#include "session/restarts.hpp"
#include "session/witness/traces.hpp"
#include "session/witness/witness_translator.hpp"

namespace skein::session {

namespace {

constexpr int kLearningRuns = 40;              // random ones
constexpr std::uint32_t kLearningSteps = 500;  // of each
constexpr std::uint32_t kMoreSteps = 2000;     // after the witness, for agents that wait in loops

using Form = NativeReplay::Form;

// In which form the native run shows the finding; empty if it does not.
std::optional<Form> shown_by(const Run& run, const Finding& finding) {
  if (finding.is_deadlock) {
    return run.end == End::Deadlock ? std::optional(Form::Same) : std::nullopt;
  }
  for (const Violation& v : run.violations) {
    if (v.kind() == finding.violation.kind()) return Form::Same;
  }
  const bool is_memory = finding.violation.kind() == ViolationKind::Memory ||
                         finding.violation.kind() == ViolationKind::Arithmetic;
  for (const Violation& v : run.violations) {
    if (is_memory && v.kind() == ViolationKind::Crash) return Form::Crash;
  }
  for (const Violation& v : run.violations) {
    // Two unordered accesses: natively they are the bug, whichever comes first.
    if (is_memory && v.kind() == ViolationKind::Race) return Form::Race;
  }
  return std::nullopt;
}

NativeReplay failed(std::string why) {
  NativeReplay result;
  result.kind = NativeReplay::Kind::Failed;
  result.why = std::move(why);
  return result;
}

// The finding among those of the native run.
const Finding* same_finding(const std::vector<Finding>& all, const Finding& finding) {
  const auto has = [&](auto&& is_it) {
    const auto found = std::find_if(all.begin(), all.end(), is_it);
    return found == all.end() ? nullptr : &*found;
  };
  if (const Finding* same = has([&](const Finding& f) { return f.kind() == finding.kind(); })) {
    return same;
  }
  return has([&](const Finding& f) {
    return !f.is_deadlock && (f.violation.kind() == ViolationKind::Crash ||
                              f.violation.kind() == ViolationKind::Race);
  });
}

}  // namespace

NativeWitnesses::NativeWitnesses(const VerifySettings& settings, std::function<bool()> is_over)
    : settings_(settings.program), folder_(settings.output.traces.value_or(".")) {
  program_.is_over = std::move(is_over);
  // The variables must have the same names as in the bitcode.
  settings_.compiler = "clang-19";
  settings_.races = "explore";
  set_option(settings_.schedule_options, "compiler", *settings_.compiler);
  set_option(settings_.schedule_options, "races", *settings_.races);
  // On the ir machine agents pass a barrier in any order.
  settings_.reduce = "trace";
  set_option(settings_.schedule_options, "reduce", *settings_.reduce);
  if (settings.prefix.granularity == "statement") {
    trouble_ = NativeReplay{NativeReplay::Kind::StatementSteps};
  }
  if (settings_.unknown_locals) trouble_ = NativeReplay{NativeReplay::Kind::UnknownLocals};
  if (!settings.prefix.stubs.empty()) trouble_ = NativeReplay{NativeReplay::Kind::Stubs};
}

void NativeWitnesses::open() {
  is_open_ = true;
  if (!is_from_source(settings_)) {
    trouble_ = NativeReplay{NativeReplay::Kind::NoSources};
    return;
  }
  try {
    open_program(settings_, NativeSettings{}, program_);
    learn_races();
  } catch (const UserError& error) {
    trouble_ = failed(error_text(error));
  } catch (const Stopped& stop) {
    trouble_ = failed(stop.what());
  }
}

// Racing variables are found by running; the witness needs their accesses to be steps.
void NativeWitnesses::learn_races() {
  repeat_until_settled([&] {
    Plan plan;
    plan.policy = Policy::Random;
    plan.bounds.steps = kLearningSteps;
    for (int i = 0; i < kLearningRuns; ++i) {
      plan.seed = static_cast<std::uint64_t>(i) + 1;
      static_cast<void>(program_.machine->run(plan));
    }
  });
}

NativeReplay NativeWitnesses::replay(const ir::IrSystem& system, const Run& run,
                                     const Finding& finding, std::size_t number) {
  if (!trouble_ && !is_open_) open();
  if (trouble_) return *trouble_;
  try {
    return lead(system, run, finding, number);
  } catch (const UserError& error) {
    return failed(error_text(error));
  } catch (const Stopped& stop) {
    return failed(stop.what());
  }
}

NativeReplay NativeWitnesses::lead(const ir::IrSystem& system, const Run& run,
                                   const Finding& finding, std::size_t number) {
  auto* const native = dynamic_cast<NativeMachine*>(program_.machine.get());
  skein::ensure(native != nullptr, "sources that are not a native program");
  NativeMachine& machine = *native;
  const auto global = [&](ObjectId x) { return system.linker_name(x); };
  std::optional<NativeReplay> lost;
  std::optional<Form> shown;
  Plan plan;
  DetailedRun details;
  repeat_until_settled([&] {
    WitnessTranslator translator(run, global, machine);
    lost = translator.translate();
    plan = Plan{};
    plan.prefix = translator.moves();
    shown.reset();
    if (lost) return;
    for (const std::uint32_t more : {0U, kMoreSteps}) {
      plan.bounds.steps = static_cast<std::uint32_t>(plan.prefix.size()) + more;
      shown = shown_by(machine.run(plan), finding);
      if (shown) break;
    }
    // Report it as a new process will, which has not seen the earlier runs.
    machine.forget_races();
    if (shown) details = machine.run_detailed(plan);
  });
  if (lost) return *lost;
  if (!shown) return NativeReplay{NativeReplay::Kind::NotShown};
  FindingSet findings;
  findings.add(details.run);
  const Finding* const same = same_finding(findings.all(), finding);
  if (same == nullptr) return NativeReplay{NativeReplay::Kind::ShownOnce, *shown};
  ProgramSettings settings = settings_;
  set_option(settings.schedule_options, "max-steps", std::to_string(plan.bounds.steps));
  Counterexample counterexample = make_counterexample(*same, machine.names(), &details);
  if (program_.native) {
    machine.add_knowledge(*program_.native);
    counterexample.watched = program_.native->watched;
  }
  NativeReplay result{NativeReplay::Kind::Shown, *shown};
  result.trace = write_trace(settings, program_, folder_, counterexample, number);
  return result;
}

}  // namespace skein::session
