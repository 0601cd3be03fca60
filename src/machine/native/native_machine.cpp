#include "machine/native/native_machine.hpp"

#include <fmt/format.h>

#include <cstring>

#include "model/check.hpp"

namespace skein {

NativeMachine::NativeMachine(NativeOptions options)
    : executor_(std::move(options)), symbols_(executor_.options().program, executor_.channel()) {}

NativeMachine::~NativeMachine() = default;

std::size_t NativeMachine::common_prefix(const Plan& plan) const {
  const std::size_t limit = std::min(plan.prefix.size(), run_.steps.size());
  std::size_t n = 0;
  while (n < limit && plan.prefix[n] == run_.steps[n].move()) ++n;
  return n;
}

void NativeMachine::write_plan(const Plan& plan, std::size_t shared, bool shows_output) {
  channel::Channel& c = executor_.channel();
  if (plan.prefix.size() > channel::kMaxSteps || plan.sleep.size() > channel::kMaxSleepers) {
    throw UserError("a plan is longer than the native machine can follow");
  }
  std::copy(plan.prefix.begin(), plan.prefix.end(), c.prefix);
  std::copy(plan.sleep.begin(), plan.sleep.end(), c.sleep);
  c.plan.prefix_count = static_cast<std::uint32_t>(plan.prefix.size());
  c.plan.sleep_count = static_cast<std::uint32_t>(plan.sleep.size());
  c.plan.shared_prefix = static_cast<std::uint32_t>(shared);
  c.plan.policy = plan.policy;
  c.plan.shows_output = shows_output;
  c.plan.records_enabled = plan.records_enabled;
  c.plan.seed = plan.seed;
  c.plan.pct_depth = plan.pct_depth;
  c.plan.pct_length = plan.pct_length;
  c.plan.bounds = plan.bounds;
}

const Run& NativeMachine::run(const Plan& plan) { return exchange(plan, false); }

const Run& NativeMachine::show(const Plan& plan) { return exchange(plan, true); }

const Run& NativeMachine::exchange(const Plan& plan, bool shows_output) {
  if (const auto death = executor_.ensure_ready()) {
    report_bad_health();
    throw UserError(fmt::format("{}: did not start under skein", executor_.options().program));
  }
  report_bad_health();
  channel::Channel& c = executor_.channel();
  const std::size_t shared = common_prefix(plan);
  write_plan(plan, shared, shows_output);
  c.run.step_count.store(0, std::memory_order_relaxed);
  c.run.violation_count = 0;
  c.run.has_merged = false;
  const auto death = executor_.execute();
  report_bad_health();
  if (c.run.has_merged) {
    run_.steps.clear();
    throw ExplorationRestart();
  }
  read_run(shared);
  if (death.has_value()) read_death(*death);
  if (run_.end == End::Diverged) explain_divergence();
  return run_;
}

void NativeMachine::report_bad_health() const {
  const channel::Channel& c = executor_.channel();
  switch (c.health.load(std::memory_order_acquire)) {
    case channel::Health::Starting:
    case channel::Health::Ready: return;
    case channel::Health::Unsupported:
      throw UserError(fmt::format("{}: the program uses {}, which skein does not support",
                                  site_text(c.run.divergence.site), c.health_text));
    case channel::Health::Broken:
      throw UserError(fmt::format("{}: {}", executor_.options().program, c.health_text));
  }
}

void NativeMachine::read_run(std::size_t shared) {
  const channel::Channel& c = executor_.channel();
  const std::size_t count = c.run.step_count.load(std::memory_order_acquire);
  // The executor found the shared steps to be the same; only what follows is new.
  const std::size_t known = std::min(shared, count);
  run_.shared_prefix = known;
  run_.steps.resize(count);
  std::copy(c.steps + known, c.steps + count, run_.steps.begin() + static_cast<long>(known));
  run_.end = c.run.end;
  run_.bound = c.run.bound;
  run_.violations.clear();
  for (std::uint32_t i = 0; i < c.run.violation_count; ++i) {
    const channel::ViolationOut& v = c.violations[i];
    run_.violations.push_back({v.kind, c.text + v.text, v.agent, v.step, v.site});
  }
  run_.enabled.clear();
  run_.enabled_from.clear();
  if (c.plan.records_enabled) {
    run_.enabled_from.assign(c.enabled_from, c.enabled_from + count + 1);
    run_.enabled.assign(c.enabled, c.enabled + run_.enabled_from.back());
  }
  run_.pending.assign(c.pending, c.pending + c.run.pending_count);
}

void NativeMachine::read_death(const Death& death) {
  Violation v;
  v.kind = ViolationKind::Crash;
  if (death.was_stuck) {
    v.kind = ViolationKind::Other;
    v.message = "no visible operation for too long: endless loop?";
  } else if (death.signal != 0) {
    v.message = fmt::format("the process was killed by signal {} ({})", death.signal,
                            strsignal(death.signal));
  } else {
    v.message = fmt::format("the process ended with status {}", death.exit_code);
  }
  if (!run_.steps.empty()) {
    v.agent = run_.steps.back().agent;
    v.step = StepIndex{run_.steps.size() - 1};
    v.site = run_.steps.back().site;
  } else {
    v.agent = kMainAgent;
  }
  run_.end = End::Violation;
  run_.bound = BoundHit::None;
  run_.violations.push_back(std::move(v));
  run_.pending.clear();
}

std::string NativeMachine::step_text(const Step& step) const {
  std::string text = fmt::format("{}: {}", agent_name(step.agent), name(step.op.kind));
  if (!step.op.first.is_none()) text += " " + object_name(step.op.first);
  if (!step.op.second.is_none()) text += " " + object_name(step.op.second);
  if (!step.site.is_none()) text += " at " + site_text(step.site);
  return text;
}

void NativeMachine::explain_divergence() {
  const channel::Channel& c = executor_.channel();
  Violation v;
  v.kind = ViolationKind::Other;
  v.agent = kMainAgent;
  if (c.run.is_step_divergence) {
    const Step& before = c.steps[c.run.diverged_at];
    const Step& now = c.run.divergence;
    v.agent = now.agent;
    v.site = now.site;
    v.message = fmt::format(
        "the program is not deterministic: after the same {} steps it did\n  {}\nand then\n  {}",
        c.run.diverged_at, step_text(before), step_text(now));
  } else {
    v.message = fmt::format("the program is not deterministic: step {} of the plan cannot be taken",
                            run_.steps.size());
  }
  if (!run_.steps.empty()) v.step = StepIndex{run_.steps.size() - 1};
  run_.violations.push_back(std::move(v));
}

std::string NativeMachine::agent_name(AgentId agent) const {
  const channel::Channel& c = executor_.channel();
  if (agent == kMainAgent) return "main";
  if (agent.index() >= c.agents.count.load()) return fmt::format("agent {}", agent.value);
  const channel::AgentRecord& record = c.agents.records[agent.index()];
  const std::string start = symbols_.function_name(record.start);
  const AgentId creator{record.creator};
  const std::string path = creator == kMainAgent
                               ? fmt::format("{}", record.ordinal + 1)
                               : fmt::format("{}.{}", agent_path(creator), record.ordinal + 1);
  return fmt::format("{}({})", start.empty() ? "thread" : start, path);
}

std::string NativeMachine::agent_path(AgentId agent) const {
  const channel::AgentRecord& record = executor_.channel().agents.records[agent.index()];
  const AgentId creator{record.creator};
  if (creator == kMainAgent) return fmt::format("{}", record.ordinal + 1);
  return fmt::format("{}.{}", agent_path(creator), record.ordinal + 1);
}

std::string NativeMachine::object_name(ObjectId object) const {
  const channel::Channel& c = executor_.channel();
  if (object.index() >= c.objects.count.load()) return fmt::format("object {}", object.value);
  const channel::ObjectRecord& record = c.objects.records[object.index()];
  using channel::ObjectClass;
  if (record.kind == ObjectClass::Life) return agent_name(AgentId{record.address});
  return symbols_.data_name(record.address);
}

std::string NativeMachine::site_text(SiteId site) const {
  const channel::Channel& c = executor_.channel();
  if (site.is_none() || site.index() >= c.sites.count.load()) return "?";
  return symbols_.line_of(c.sites.records[site.index()]);
}

std::unique_ptr<Machine> make_native_machine(NativeOptions options) {
  return std::make_unique<NativeMachine>(std::move(options));
}

}  // namespace skein
