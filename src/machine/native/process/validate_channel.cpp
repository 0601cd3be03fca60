// SPDX-License-Identifier: Apache-2.0
#include "machine/native/process/validate_channel.hpp"

#include <cstring>

namespace skein {

namespace {

template <class AnyId>
bool is_below(AnyId id, std::uint32_t count) {
  return id.is_none() || id.value < count;
}

unsigned byte_of(const bool& value) {
  unsigned char byte = 0;
  std::memcpy(&byte, &value, sizeof(byte));
  return byte;
}

// Whether these bools, which another process wrote, are 0 or 1.
template <class... Bools>
bool are_bools(const Bools&... values) {
  return (byte_of(values) | ...) <= 1U;
}

struct Counts {
  std::uint32_t agents;
  std::uint32_t objects;
  std::uint32_t sites;
};

bool is_valid(const Operation& op, const Counts& counts) {
  if (static_cast<std::size_t>(op.kind) >= kOpKinds) return false;
  const OpTraits& t = traits(op.kind);
  if (op.effect > Effect::Blind || (op.effect == Effect::Idle && t.idle == Access::None) ||
      (op.effect == Effect::Blind && t.blind == Access::None)) {
    return false;
  }
  return is_below(op.first, counts.objects) && is_below(op.second, counts.objects) &&
         op.first.is_none() == (t.first == Access::None) &&
         op.second.is_none() == (t.second == Access::None);
}

bool is_valid(const Step& s, std::size_t index, const Counts& counts) {
  return s.agent.value < counts.agents && is_valid(s.op, counts) && s.choice < s.choices &&
         is_below(s.enabler, static_cast<std::uint32_t>(index)) && is_below(s.site, counts.sites) &&
         are_bools(s.gate_before, s.gate_after, s.is_preemption, s.may_be_idle);
}

bool is_valid(const Pending& p, std::size_t steps, const Counts& counts) {
  return p.agent.value < counts.agents && is_valid(p.op, counts) && p.choices > 0 &&
         is_below(p.enabler, static_cast<std::uint32_t>(steps)) && is_below(p.site, counts.sites) &&
         are_bools(p.is_enabled, p.may_be_idle);
}

bool is_valid_enabled(const channel::Channel& c, std::size_t steps, const Counts& counts) {
  std::uint32_t from = 0;
  for (std::size_t i = 0; i <= steps; ++i) {
    const std::uint32_t to = c.enabled_from[i];
    if (to < from || to > channel::kMaxEnabled) return false;
    from = to;
  }
  for (std::uint32_t i = 0; i < from; ++i) {
    if (!is_valid(c.enabled[i], steps, counts)) return false;
  }
  return true;
}

bool is_valid_divergence(const channel::RunOut& run, const Counts& counts) {
  return run.diverged_at < channel::kMaxSteps && is_valid(run.divergence, run.diverged_at, counts);
}

bool are_valid_violations(const channel::Channel& c, std::size_t steps, const Counts& counts) {
  for (std::uint32_t i = 0; i < c.run.violation_count; ++i) {
    const channel::ViolationOut& v = c.violations[i];
    if (v.agent.value >= counts.agents || !is_below(v.site, counts.sites) ||
        !is_below(v.step, static_cast<std::uint32_t>(steps)) || !are_valid_facts(c, v)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_valid_health(const channel::Channel& c) {
  const channel::Health health = c.health.load(std::memory_order_acquire);
  if (health == channel::Health::Starting || health == channel::Health::Ready) return true;
  return health <= channel::Health::Broken &&
         std::memchr(c.health_text, '\0', sizeof(c.health_text)) != nullptr &&
         c.health_seal == channel::seal_of(health, c.health_text);
}

bool are_valid_facts(const channel::Channel& c, const channel::ViolationOut& v) {
  if (static_cast<std::size_t>(v.code) >= kViolationCodes || v.code == ViolationCode::None ||
      v.place_count > channel::kMaxPlaces || v.value_count > channel::kMaxValues ||
      v.text_count > channel::kMaxTexts) {
    return false;
  }
  std::size_t at = v.text;
  for (std::uint32_t i = 0; i < v.text_count; ++i) {
    if (at >= channel::kTextSize) return false;
    const void* const end = std::memchr(c.text + at, '\0', channel::kTextSize - at);
    if (end == nullptr) return false;
    at = static_cast<std::size_t>(static_cast<const char*>(end) - c.text) + 1;
  }
  return true;
}

bool is_set(const bool& value) { return byte_of(value) != 0; }

bool is_valid_run(const channel::Channel& c, std::size_t from, bool has_enabled) {
  if (!is_valid_health(c)) return false;
  const Counts counts{c.agents.count.load(), c.objects.count.load(), c.sites.count.load()};
  const std::uint32_t steps = c.run.step_count.load(std::memory_order_acquire);
  if (counts.agents > channel::kMaxAgents || counts.objects > channel::kMaxObjects ||
      counts.sites > channel::kMaxSites || c.module_count > channel::kMaxModules ||
      steps > channel::kMaxSteps || c.run.violation_count > channel::kMaxViolations ||
      c.run.pending_count > channel::kMaxAgents || c.run.leak_count > channel::kMaxLeaks ||
      !are_bools(c.run.has_exited, c.run.has_handled_fault, c.run.has_early_threads,
                 c.run.is_step_divergence) ||
      static_cast<std::size_t>(c.run.restart) >= kRestartReasons || c.run.end > End::Diverged ||
      static_cast<std::size_t>(c.run.bound) >= kBoundHits) {
    return false;
  }
  for (std::size_t i = from; i < steps; ++i) {
    if (!is_valid(c.steps[i], i, counts)) return false;
  }
  for (std::uint32_t i = 0; i < c.run.pending_count; ++i) {
    if (!is_valid(c.pending[i], steps, counts)) return false;
  }
  for (std::uint32_t i = 0; i < c.run.leak_count; ++i) {
    if (c.leaks[i].agent.value >= counts.agents || c.leaks[i].mutex.value >= counts.objects) {
      return false;
    }
  }
  if (has_enabled && !is_valid_enabled(c, steps, counts)) return false;
  if (c.run.is_step_divergence && !is_valid_divergence(c.run, counts)) return false;
  return c.run.violation_count == 0 || are_valid_violations(c, steps, counts);
}

}  // namespace skein
