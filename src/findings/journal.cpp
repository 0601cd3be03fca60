// SPDX-License-Identifier: Apache-2.0
#include "findings/journal.hpp"

#include <xxhash.h>

#include <algorithm>

#include "core/ensure.hpp"
#include "machine/bytes.hpp"

namespace skein {

namespace {

using bytes::put_number;
using bytes::refuse;
using bytes::take_count;
using bytes::take_number;

bool is_same(const Step& a, const Step& b) {
  return a.agent == b.agent && a.op == b.op && a.choice == b.choice && a.choices == b.choices &&
         a.enabler == b.enabler && a.site == b.site && a.gate_before == b.gate_before &&
         a.gate_after == b.gate_after && a.shared == b.shared &&
         a.is_preemption == b.is_preemption && a.value == b.value &&
         a.may_be_idle == b.may_be_idle && a.seen == b.seen && a.operand == b.operand;
}

// None is stored as 0, every other id as its value plus one.
template <class AnyId>
void put_id(std::string& out, AnyId id) {
  put_number(out, id.is_none() ? 0 : std::uint64_t{id.value} + 1);
}

template <class AnyId>
AnyId take_id(std::string_view& in) {
  const std::uint64_t number = take_number(in);
  if (number > Id<void>::kNoValue) refuse("a number is too large");
  return number == 0 ? AnyId{} : AnyId{static_cast<std::uint32_t>(number - 1)};
}

std::uint32_t take_small(std::string_view& in) {
  const std::uint64_t number = take_number(in);
  if (number > 0xffffffffU) refuse("a number is too large");
  return static_cast<std::uint32_t>(number);
}

void put_signed(std::string& out, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  put_number(out, (bits << 1U) ^ (number < 0 ? ~std::uint64_t{0} : 0));
}

std::int64_t take_signed(std::string_view& in) {
  const std::uint64_t bits = take_number(in);
  return static_cast<std::int64_t>((bits >> 1U) ^ ((bits & 1U) != 0 ? ~std::uint64_t{0} : 0));
}

constexpr std::uint64_t kEffects = 3;

// Whether a step or a pending operation has an operand.
template <class AnyStep>
bool has_operand(const AnyStep& step) {
  return step.may_be_idle || step.op.effect == Effect::Blind;
}

void put_operation(std::string& out, const Operation& op) {
  put_number(
      out, kEffects * static_cast<std::uint64_t>(op.kind) + static_cast<std::uint64_t>(op.effect));
  put_id(out, op.first);
  put_id(out, op.second);
}

Operation take_operation(std::string_view& in) {
  const std::uint64_t number = take_number(in);
  if (number / kEffects >= kOpKinds) refuse("an operation is unknown");
  Operation op;
  op.kind = static_cast<OpKind>(number / kEffects);
  op.effect = static_cast<Effect>(number % kEffects);
  op.first = take_id<ObjectId>(in);
  op.second = take_id<ObjectId>(in);
  return op;
}

void put_step(std::string& out, const Step& step) {
  const unsigned flags = (step.gate_before ? 1U : 0U) | (step.gate_after ? 2U : 0U) |
                         (step.is_preemption ? 4U : 0U) | (step.choices != 1 ? 8U : 0U) |
                         (step.value != 0 ? 16U : 0U) | (step.shared != 0 ? 32U : 0U) |
                         (step.may_be_idle ? 64U : 0U) | (step.seen != 0 ? 128U : 0U);
  put_number(out, flags);
  put_id(out, step.agent);
  put_operation(out, step.op);
  put_id(out, step.enabler);
  put_id(out, step.site);
  if ((flags & 8U) != 0) {
    put_number(out, step.choice);
    put_number(out, step.choices);
  }
  if ((flags & 16U) != 0) put_signed(out, step.value);
  if ((flags & 32U) != 0) put_signed(out, step.shared);
  if (has_operand(step)) put_signed(out, step.operand);
  if ((flags & 128U) != 0) put_signed(out, step.seen);
}

Step take_step(std::string_view& in) {
  Step step;
  const std::uint64_t flags = take_number(in);
  step.gate_before = (flags & 1U) != 0;
  step.gate_after = (flags & 2U) != 0;
  step.is_preemption = (flags & 4U) != 0;
  step.agent = take_id<AgentId>(in);
  step.op = take_operation(in);
  step.enabler = take_id<StepIndex>(in);
  step.site = take_id<SiteId>(in);
  if ((flags & 8U) != 0) {
    step.choice = take_small(in);
    step.choices = take_small(in);
  }
  if ((flags & 16U) != 0) step.value = take_signed(in);
  if ((flags & 32U) != 0) step.shared = static_cast<std::int8_t>(take_signed(in));
  step.may_be_idle = (flags & 64U) != 0;
  if (has_operand(step)) step.operand = take_signed(in);
  if ((flags & 128U) != 0) step.seen = take_signed(in);
  return step;
}

void put_pending(std::string& out, const Pending& pending) {
  put_id(out, pending.agent);
  put_operation(out, pending.op);
  put_number(out, pending.choices);
  put_id(out, pending.site);
  put_id(out, pending.enabler);
  put_number(out, (pending.is_enabled ? 1U : 0U) | (pending.may_be_idle ? 2U : 0U));
  if (has_operand(pending)) put_signed(out, pending.operand);
}

Pending take_pending(std::string_view& in) {
  Pending pending;
  pending.agent = take_id<AgentId>(in);
  pending.op = take_operation(in);
  pending.choices = take_small(in);
  pending.site = take_id<SiteId>(in);
  pending.enabler = take_id<StepIndex>(in);
  const std::uint64_t flags = take_number(in);
  pending.is_enabled = (flags & 1U) != 0;
  pending.may_be_idle = (flags & 2U) != 0;
  if (has_operand(pending)) pending.operand = take_signed(in);
  return pending;
}

// A plan as one number, to check that the explorer asks for the same plans again.
std::uint64_t fingerprint(const Plan& plan) {
  std::string text;
  for (const Move& move : plan.prefix) {
    put_number(text, move.agent.value);
    put_number(text, move.choice);
  }
  put_number(text, plan.sleep.size());
  for (const Sleeper& sleeper : plan.sleep) {
    put_number(text, sleeper.move.agent.value);
    put_number(text, sleeper.move.choice);
    put_operation(text, sleeper.op);
  }
  put_number(text, static_cast<std::uint64_t>(plan.policy));
  if (plan.policy != Policy::Continue) {
    put_number(text, plan.seed);
    put_number(text, plan.pct_length);
  }
  return XXH3_64bits(text.data(), text.size()) & 0xffffffffU;
}

}  // namespace

void JournalWriter::add(std::string& out, const Plan& plan, const Run& run) {
  const auto [a, b] = std::mismatch(run.steps.begin(), run.steps.end(), before_.steps.begin(),
                                    before_.steps.end(), is_same);
  const auto common = static_cast<std::size_t>(a - run.steps.begin());
  put_number(out, fingerprint(plan));
  put_number(out, common);
  put_number(out, run.steps.size() - common);
  for (std::size_t i = common; i < run.steps.size(); ++i) put_step(out, run.steps[i]);
  put_number(out, static_cast<std::uint64_t>(run.end));
  put_number(out, static_cast<std::uint64_t>(run.bound));
  put_number(out, run.violations.size());
  for (const Violation& violation : run.violations) {
    bytes::put_facts(out, violation.facts);
    put_id(out, violation.agent);
    put_id(out, violation.step);
    put_id(out, violation.site);
  }
  put_number(out, run.pending.size());
  for (const Pending& pending : run.pending) put_pending(out, pending);
  put_number(out, plan.records_enabled ? 1 : 0);
  if (plan.records_enabled) {
    ensure(run.enabled_from.size() == run.steps.size() + 1, "a run without what was enabled");
    // Steps that are the same have the same enabled moves before them.
    for (std::size_t i = common; i < run.steps.size(); ++i) {
      put_number(out, run.enabled_from[i + 1] - run.enabled_from[i]);
      for (std::size_t e = run.enabled_from[i]; e < run.enabled_from[i + 1]; ++e) {
        put_pending(out, run.enabled[e]);
      }
    }
  }
  before_.steps = run.steps;
}

const Run& JournalReader::next(std::string_view& in, const Plan& plan) {
  if (take_number(in) != fingerprint(plan)) {
    throw UserError(
        "the checkpoint does not fit: the explorer asks for another schedule than it did when the "
        "checkpoint was written");
  }
  const std::uint64_t common = take_number(in);
  if (common > run_.steps.size()) refuse("a run shares more than there is");
  run_.shared_prefix = static_cast<std::size_t>(common);
  run_.steps.resize(run_.shared_prefix);
  for (std::size_t left = take_count(in); left > 0; --left) {
    run_.steps.push_back(take_step(in));
    const StepIndex enabler = run_.steps.back().enabler;
    if (!enabler.is_none() && enabler.index() + 1 >= run_.steps.size()) {
      refuse("a step is enabled by a later one");
    }
  }
  const std::uint64_t end = take_number(in);
  if (end > static_cast<std::uint64_t>(End::Diverged)) refuse("a run has an unknown end");
  run_.end = static_cast<End>(end);
  const std::uint64_t bound = take_number(in);
  if (bound >= kBoundHits) refuse("a run was cut by an unknown bound");
  run_.bound = static_cast<BoundHit>(bound);
  run_.violations.clear();
  for (std::size_t left = take_count(in); left > 0; --left) {
    Violation& violation = run_.violations.emplace_back();
    violation.facts = bytes::take_facts(in);
    violation.agent = take_id<AgentId>(in);
    violation.step = take_id<StepIndex>(in);
    violation.site = take_id<SiteId>(in);
  }
  run_.pending.clear();
  for (std::size_t left = take_count(in); left > 0; --left) {
    run_.pending.push_back(take_pending(in));
  }
  if (take_number(in) == 0) {
    run_.enabled.clear();
    run_.enabled_from.clear();
  } else {
    if (run_.enabled_from.empty()) run_.enabled_from.push_back(0);
    if (run_.enabled_from.size() <= run_.shared_prefix)
      refuse("a run does not say what was enabled");
    run_.enabled_from.resize(run_.shared_prefix + 1);
    run_.enabled.resize(run_.enabled_from.back());
    for (std::size_t i = run_.shared_prefix; i < run_.steps.size(); ++i) {
      for (std::size_t left = take_count(in); left > 0; --left) {
        run_.enabled.push_back(take_pending(in));
      }
      run_.enabled_from.push_back(static_cast<std::uint32_t>(run_.enabled.size()));
    }
  }
  return run_;
}

}  // namespace skein
