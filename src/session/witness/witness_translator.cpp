// SPDX-License-Identifier: Apache-2.0
#include "session/witness/witness_translator.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "report/words/step_text.hpp"

namespace skein::session {

namespace {

bool is_plain(OpKind kind) { return kind == OpKind::PlainLoad || kind == OpKind::PlainStore; }

bool is_atomic(OpKind kind) {
  return kind == OpKind::AtomicLoad || kind == OpKind::AtomicStore || kind == OpKind::AtomicRmw;
}

NativeReplay stopped_at(std::size_t position, NativeReplay::Kind kind, std::string agent,
                        std::string operation = {}) {
  NativeReplay result{kind};
  result.step = position + 1;
  result.agent = std::move(agent);
  result.operation = std::move(operation);
  return result;
}

}  // namespace

// The native number of the step's choice: natively, waiters are numbered in order of arrival.
std::uint32_t WitnessTranslator::choice_of(const Step& s) {
  std::vector<std::uint32_t>& waiting = waiting_[s.op.first.value];
  switch (s.op.kind) {
    case OpKind::CondWait: waiting.push_back(s.agent.value); return s.choice;
    case OpKind::CondBroadcast: waiting.clear(); return s.choice;
    case OpKind::CondTimedWake: std::erase(waiting, s.agent.value); return s.choice;
    case OpKind::CondSignal: {
      const auto woken =
          std::find(waiting.begin(), waiting.end(), static_cast<std::uint32_t>(s.value));
      if (s.value < 0 || woken == waiting.end()) {  // no agent: all waiters had timed out
        const auto last = static_cast<std::uint32_t>(waiting.size());
        waiting.clear();
        return last;
      }
      const auto index = static_cast<std::uint32_t>(woken - waiting.begin());
      waiting.erase(woken);
      return index;
    }
    default: return s.choice;
  }
}

void WitnessTranslator::take(AgentId agent, std::uint32_t choice) {
  moves_.push_back(Move{agent, choice});
  is_current_ = false;
}

// What the agent would do next natively; null if nothing.
const Pending* WitnessTranslator::next_of(AgentId agent) {
  if (!is_current_) {
    Plan plan;
    plan.prefix = moves_;
    plan.bounds.steps = static_cast<std::uint32_t>(moves_.size());
    pending_ = machine_.run(plan).pending;
    is_current_ = true;
    for (const Pending& p : pending_) {
      const bool is_known = std::any_of(agents_.begin(), agents_.end(),
                                        [&](const auto& known) { return known.second == p.agent; });
      if (is_known || unborn_.empty()) continue;
      agents_[unborn_] = p.agent;
      unborn_.clear();
    }
  }
  const auto p = std::find_if(pending_.begin(), pending_.end(),
                              [&](const Pending& each) { return each.agent == agent; });
  return p == pending_.end() ? nullptr : &*p;
}

WitnessTranslator::Taken WitnessTranslator::compare(const Step& wanted, const Pending& next) const {
  const OpKind kind = next.op.kind;
  const bool is_memory = is_plain(kind) || is_atomic(kind);
  const std::string name = is_memory ? machine_.names().linker_name(next.op.first) : "";
  if (kind == wanted.op.kind && (!is_memory || global_(wanted.op.first) == name))
    return Taken::Same;
  if (kind == OpKind::Yield || kind == OpKind::LibraryCall) return Taken::NativeOnly;
  if (is_plain(wanted.op.kind)) return Taken::IrOnly;
  if (is_plain(kind) || (is_atomic(kind) && name.empty())) return Taken::NativeOnly;
  return Taken::Neither;
}

std::optional<NativeReplay> WitnessTranslator::translate() {
  agents_ = {{"main", kMainAgent}};
  for (std::size_t i = 0; i < original_.steps.size(); ++i) {
    Step s = original_.steps[i];
    paths_.follow(s);
    const std::uint32_t choice = choice_of(s);
    const std::optional<Step> native = native_steps_.follow(s);
    if (!native) continue;
    s = *native;
    if (s.op.kind == OpKind::LibraryCall || s.op.kind == OpKind::Fence ||
        s.op.kind == OpKind::Yield) {
      continue;
    }
    if (moves_.empty()) {  // main's start: nothing has run yet
      take(kMainAgent, 0);
      continue;
    }
    const std::string path = paths_.of(s.agent);
    for (bool is_done = false; !is_done;) {
      static_cast<void>(next_of(kMainAgent));  // so that the agent created last is known
      const auto agent = agents_.find(path);
      const Pending* const next = agent == agents_.end() ? nullptr : next_of(agent->second);
      if (next == nullptr) {
        if (is_plain(s.op.kind)) break;
        return stopped_at(i, NativeReplay::Kind::NothingToDo, path);
      }
      const Taken taken = compare(s, *next);
      if (taken == Taken::IrOnly) break;
      if (taken == Taken::Neither || !next->is_enabled) {
        const auto kind =
            next->is_enabled ? NativeReplay::Kind::Differs : NativeReplay::Kind::Waits;
        return stopped_at(i, kind, path, operation_text(next->op, machine_.names()));
      }
      is_done = taken == Taken::Same;
      if (is_done && s.op.kind == OpKind::ThreadCreate) unborn_ = *paths_.of_life(s.op.first);
      take(agent->second, is_done ? choice : 0);
    }
  }
  return std::nullopt;
}

}  // namespace skein::session
