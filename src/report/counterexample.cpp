// SPDX-License-Identifier: Apache-2.0
#include "report/counterexample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "findings/causes.hpp"
#include "findings/held_locks.hpp"
#include "findings/schedule.hpp"
#include "findings/wait_for.hpp"
#include "machine/own_code.hpp"
#include "report/places.hpp"
#include "report/words/step_text.hpp"
#include "report/words/violation_text.hpp"
#include "report/words/wait_text.hpp"

namespace skein {

namespace {

bool wakes_others(OpKind kind) {
  return kind == OpKind::CondSignal || kind == OpKind::CondBroadcast || kind == OpKind::FutexWake;
}

class CounterexampleBuilder {
 public:
  CounterexampleBuilder(const Finding& finding, const Names& names, const DetailedRun* details)
      : finding_(finding), names_(names), details_(details) {
    result_.facts = finding.violation.facts;
  }

  // Builds less: neither the steps nor anything that refers to them.
  Counterexample build_brief() {
    add_head();
    list_agents();
    result_.brief = result_.message;
    if (finding_.is_deadlock) {
      result_.brief = "deadlock: " + result_.message;
    } else {
      const Violation& violation = finding_.violation;
      if (!violation.agent.is_none()) result_.agent = column(violation.agent);
      result_.place = place_of(violation.site, nullptr);
      result_.site = site_text(violation.site);
      result_.brief = brief();
    }
    result_.headline = headline();
    return std::move(result_);
  }

  Counterexample build() {
    add_head();
    list_agents();
    add_steps();
    if (finding_.is_deadlock) {
      add_deadlock();
    } else {
      add_violation();
    }
    result_.brief = brief();
    result_.headline = headline();
    return std::move(result_);
  }

 private:
  void add_head() {
    result_.kind = finding_.kind();
    if (const ViolationDetails* details = violation_details(); details && details->facts) {
      result_.facts = *details->facts;
    }
    result_.message = finding_.is_deadlock ? deadlock_text(waits_of(finding_), names_)
                                           : violation_text(result_.facts);
    // A detailed run knows it better.
    if (result_.facts.code == ViolationCode::DataRace && !result_.facts.subjects.empty()) {
      result_.object = result_.facts.subjects.front();
    }
    result_.length = finding_.steps.size();
    result_.switches = finding_.switches;
    result_.times = finding_.times;
    result_.is_repeated = finding_.is_repeated;
    result_.is_cut = finding_.is_cut;
    result_.schedule = schedule_to_string(portable_moves(finding_.steps, finding_.pending));
  }

  void list_agents() {
    std::set<AgentId> agents;
    for (const Step& step : finding_.steps) agents.insert(step.agent);
    for (const Pending& pending : finding_.pending) {
      if (!pending.is_enabled) agents.insert(pending.agent);
    }
    if (!finding_.is_deadlock && !finding_.violation.agent.is_none()) {
      agents.insert(finding_.violation.agent);
    }
    for (const AgentId agent : agents) {
      columns_.emplace(agent, result_.agents.size());
      result_.agents.push_back(names_.agent_name(agent));
    }
  }

  [[nodiscard]] std::size_t column(AgentId agent) {
    const auto [entry, is_new] = columns_.try_emplace(agent, result_.agents.size());
    if (is_new) result_.agents.push_back(names_.agent_name(agent));
    return entry->second;
  }

  std::vector<std::string> names(const std::vector<ObjectId>& objects) {
    std::vector<std::string> result;
    result.reserve(objects.size());
    for (const ObjectId object : objects) result.push_back(name(object));
    return result;
  }

  // Cached: callers ask again and again for the same few.
  const std::string& name(ObjectId object) {
    const auto [entry, is_new] = object_names_.try_emplace(object);
    if (is_new) entry->second = names_.object_name(object);
    return entry->second;
  }

  [[nodiscard]] std::string site_text(SiteId site) const {
    return site.is_none() ? std::string() : names_.site_text(site);
  }

  Place place_of(SiteId site, const Stack* stack) {
    if (site.is_none()) return {};
    const auto [entry, is_new] = places_.try_emplace(site);
    if (is_new) {
      const SourceLine line = names_.site_line(site);
      entry->second.file = line.file;
      entry->second.path = line.file;
      entry->second.line = line.line;
      entry->second.text = line.text;
    }
    Place place = entry->second;
    // The stack has the user's line that led to a place in a library, and more about the same line:
    // its path, its function, its text.
    if (stack != nullptr && !stack->empty()) {
      const auto same = std::find_if(stack->begin(), stack->end(), [&](const Place& frame) {
        return frame.file == place.file && frame.line == place.line;
      });
      place = same != stack->end() ? *same : stack->front();
      if (is_of_library(place)) place = own_place(place, *stack);
    }
    return place;
  }

  // "queue.c:12", or what the machine says of the site.
  [[nodiscard]] std::string site_text(SiteId site, const Place& place) const {
    return details_ != nullptr && place.line != 0 ? fmt::format("{}:{}", place.file, place.line)
                                                  : site_text(site);
  }

  void add_steps() {
    const std::vector<Step>& steps = finding_.steps;
    std::vector<std::vector<std::size_t>> causes = immediate_causes(steps);
    std::vector<std::vector<std::string>> woken(steps.size());
    const auto note_woken = [&](StepIndex enabler, AgentId agent) {
      if (enabler.is_none() || enabler.index() >= steps.size()) return;
      if (wakes_others(steps[enabler.index()].op.kind)) {
        woken[enabler.index()].push_back(names_.agent_name(agent));
      }
    };
    for (const Step& step : steps) note_woken(step.enabler, step.agent);
    for (const Pending& pending : finding_.pending) note_woken(pending.enabler, pending.agent);
    HeldLocks holds;
    held_after_.reserve(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      const StepDetails* details = details_ != nullptr ? &details_->steps.at(i) : nullptr;
      CounterexampleStep& out = result_.steps.emplace_back();
      out.agent = column(step.agent);
      out.kind = step.op.kind;
      std::string first = step.op.first.is_none() ? "" : name(step.op.first);
      std::string second = step.op.second.is_none() ? "" : name(step.op.second);
      if (details != nullptr && details->objects.size() == 2) {
        first = details->objects[0];
        second = details->objects[1];
      }
      out.operation = operation_text(step.op, names_, first, second);
      if (!first.empty()) out.objects.push_back(first);
      if (!second.empty()) out.objects.push_back(second);
      out.outcome = outcome_text(step);
      for (std::size_t k = 0; k < woken[i].size(); ++k) {
        out.outcome += (k == 0 ? "wakes " : ", ") + woken[i][k];
      }
      if (details != nullptr) out.stack = details->stack;
      out.place = place_of(step.site, details != nullptr ? &details->stack : nullptr);
      out.site = site_text(step.site, out.place);
      out.value = step.value;
      out.choice = step.choice;
      out.choices = step.choices;
      out.is_switch = i > 0 && step.agent != steps[i - 1].agent;
      out.is_preemption = step.is_preemption;
      out.after = std::move(causes[i]);
      add_values(step, details, out);
      holds.follow(step);
      std::vector<ObjectId> held = holds.of(step.agent);
      out.locks_held = names(held);
      held_after_.push_back(std::move(held));
    }
    holds_at_end_ = holds;
  }

  static void add_values(const Step& step, const StepDetails* details, CounterexampleStep& out) {
    switch (step.op.kind) {
      case OpKind::AtomicLoad: out.read = step.value; break;
      case OpKind::AtomicStore: out.written = step.value; break;
      case OpKind::AtomicRmw:
        if (details == nullptr || !details->before || !details->after) break;
        out.read = details->before;
        if (details->before != details->after) out.written = details->after;
        break;
      case OpKind::PlainLoad:
        if (details != nullptr) out.read = details->before;
        break;
      case OpKind::PlainStore:
        if (details != nullptr) out.written = details->after;
        break;
      default: break;
    }
    if (details == nullptr) return;
    if (out.read) out.read_text = details->before_text;
    if (out.written) out.written_text = details->after_text;
  }

  void add_deadlock() {
    const std::vector<Wait> waits = waits_of(finding_);
    for (const Wait& wait : waits) {
      CounterexampleWait& out = result_.waits.emplace_back();
      out.agent = column(wait.agent);
      out.text = wait_text(wait, names_);
      for (const ObjectId object : {wait.op.first, wait.op.second}) {
        if (!object.is_none()) out.objects.push_back(name(object));
      }
      for (const AgentId agent : wait.for_agents) out.for_agents.push_back(column(agent));
      if (details_ != nullptr) {
        for (std::size_t i = 0; i < details_->run.pending.size() && i < details_->waiting.size();
             ++i) {
          if (details_->run.pending[i].agent != wait.agent) continue;
          out.stack = details_->waiting[i];
          if (i < details_->awaited.size()) out.wholes = details_->awaited[i];
          if (i < details_->faults.size()) out.fault = details_->faults[i];
          if (i >= details_->whole_waiting.size()) continue;
          result_.whole_stacks.push_back(details_->whole_waiting[i]);
        }
      }
      out.place = place_of(wait.site, &out.stack);
      out.site = site_text(wait.site, out.place);
      out.locks_held = names(holds_at_end_.of(wait.agent));
    }
    for (const AgentId agent : wait_cycle(waits)) result_.cycle.push_back(column(agent));
  }

  void add_violation() {
    const Violation& violation = finding_.violation;
    if (!violation.agent.is_none()) result_.agent = column(violation.agent);
    if (!violation.step.is_none() && violation.step.index() < finding_.steps.size()) {
      result_.fatal = violation.step.index();
    }
    const ViolationDetails* details = violation_details();
    if (details != nullptr) result_.stack = details->stack;
    result_.place = place_of(violation.site, &result_.stack);
    result_.site = site_text(violation.site, result_.place);
    if (details == nullptr) return;
    result_.whole_stacks = details->whole_stacks;
    result_.whole = details->whole;
    if (!details->object.empty()) result_.object = details->object;
    for (const AccessDetails& access : details->accesses) add_access(access);
    // A race has no place of its own; take that of the later access, which completes it.
    if (result_.place.line == 0 && !details->accesses.empty()) {
      result_.place = first_known(result_.accesses.back().stack);
    }
    if (details->block) add_block(*details->block);
    for (const LocalDetails& local : details->locals) {
      result_.known.push_back({local.name, local.value});
    }
    if (!details->accesses.empty()) return;
    for (const ReadDetails& read : details->reads) {
      if (read.line != result_.place.line || read.file != result_.place.file) continue;
      // A loop reads the same values again and again.
      const auto is_same = [&](const CounterexampleValue& known) {
        return known.name == read.name && known.value == read.value;
      };
      if (std::none_of(result_.compared.begin(), result_.compared.end(), is_same)) {
        result_.compared.push_back({read.name, read.value, read.value_text});
      }
    }
    add_atomic_reads();
  }

  void add_block(const BlockDetails& details) {
    CounterexampleBlock& block = result_.block.emplace();
    block.size = details.size;
    if (!details.allocated_by.is_none())
      block.allocated_by = names_.agent_name(details.allocated_by);
    block.allocated = details.allocated;
    if (!details.freed_by.is_none()) block.freed_by = names_.agent_name(details.freed_by);
    block.freed = details.freed;
  }

  // What atomic operations read on the failing line: those of the agent's last steps on that line.
  void add_atomic_reads() {
    if (!result_.fatal || result_.place.line == 0) return;
    std::vector<CounterexampleValue> values;
    for (std::size_t i = *result_.fatal + 1; i-- > 0;) {
      const CounterexampleStep& step = result_.steps[i];
      if (step.agent != result_.steps[*result_.fatal].agent) continue;
      if (step.place.line != result_.place.line || step.place.file != result_.place.file) break;
      if (step.read && !step.objects.empty())
        values.push_back({step.objects.front(), *step.read, step.read_text});
    }
    for (const CounterexampleValue& value : values) {
      const bool is_known = std::any_of(
          result_.compared.begin(), result_.compared.end(), [&](const CounterexampleValue& known) {
            return known.name == value.name && known.value == value.value;
          });
      if (!is_known) result_.compared.insert(result_.compared.begin(), value);
    }
  }

  [[nodiscard]] const ViolationDetails* violation_details() const {
    if (details_ == nullptr) return nullptr;
    const Violation* same = same_violation(details_->run, finding_);
    if (same == nullptr) return nullptr;
    const auto index = static_cast<std::size_t>(same - details_->run.violations.data());
    return index < details_->violations.size() ? &details_->violations[index] : nullptr;
  }

  static Place first_known(const Stack& stack) {
    const auto known =
        std::find_if(stack.begin(), stack.end(), [](const Place& p) { return p.line != 0; });
    return known == stack.end() ? Place{} : *known;
  }

  void add_access(const AccessDetails& access) {
    CounterexampleAccess& out = result_.accesses.emplace_back();
    out.agent = column(access.agent);
    if (!access.step.is_none() && access.step.index() < finding_.steps.size()) {
      out.step = access.step.index();
      out.locks_held = names(held_after_[access.step.index()]);
    }
    out.is_write = access.is_write;
    out.is_free = access.is_free;
    out.is_step = access.is_step;
    out.is_atomic = access.is_atomic;
    out.size = access.size;
    if (access.is_free) {
      out.what = "free";
    } else {
      out.what = fmt::format("{}{} of {} {}", access.is_atomic ? "atomic " : "",
                             access.is_write ? "write" : "read", access.size,
                             access.size == 1 ? "byte" : "bytes");
    }
    out.stack = access.stack;
    out.value = access.value;
    out.value_text = access.value_text;
  }

  [[nodiscard]] std::string brief() const {
    if (finding_.is_deadlock) return deadlock_headline();
    return brief_violation_text(result_.facts, result_.place);
  }

  [[nodiscard]] std::string headline() const {
    if (finding_.violation.kind() == ViolationKind::Race && !finding_.is_deadlock) {
      return result_.message;
    }
    std::string text = result_.brief;
    if (result_.place.line == 0) return text;
    // Without the stack it is a line of the library's header.
    if (details_ == nullptr && result_.facts.code == ViolationCode::LibraryPrecondition)
      return text;
    if (finding_.is_deadlock || !names_place(result_.facts, result_.place)) {
      text += fmt::format(" at {}:{}", result_.place.file, result_.place.line);
      if (!result_.place.function.empty()) text += " in " + result_.place.function;
    }
    for (std::size_t i = 0; i < result_.compared.size(); ++i) {
      const CounterexampleValue& value = result_.compared[i];
      text += fmt::format("{}{} was {}", i == 0 ? ": " : ", ", value.name,
                          value.text.empty() ? std::to_string(value.value) : value.text);
    }
    return text;
  }

  [[nodiscard]] std::string deadlock_headline() const {
    for (const CounterexampleWait& wait : result_.waits) {
      if (!wait.fault) continue;
      return fmt::format("deadlock: a wake-up was lost inside the C++ library: {}, in {}",
                         fault_text(*wait.fault), result_.agents[wait.agent]);
    }
    if (result_.cycle.size() < 2) return "deadlock: " + result_.message;
    std::string text;
    for (std::size_t i = 0; i < result_.cycle.size(); ++i) {
      if (i > 0) text += i + 1 == result_.cycle.size() ? " and " : ", ";
      text += result_.agents[result_.cycle[i]];
    }
    return "deadlock: " + text + " wait for each other";
  }

  const Finding& finding_;
  const Names& names_;
  const DetailedRun* details_;
  Counterexample result_;
  std::map<AgentId, std::size_t> columns_;
  std::map<ObjectId, std::string> object_names_;
  std::map<SiteId, Place> places_;
  std::vector<std::vector<ObjectId>> held_after_;  // of each step, by its agent
  HeldLocks holds_at_end_;
};

}  // namespace

Counterexample make_counterexample(const Finding& finding, const Names& names,
                                   const DetailedRun* details) {
  if (details != nullptr && details->steps.size() != finding.steps.size()) details = nullptr;
  return CounterexampleBuilder(finding, names, details).build();
}

Counterexample make_brief_counterexample(const Finding& finding, const Names& names) {
  return CounterexampleBuilder(finding, names, nullptr).build_brief();
}

}  // namespace skein
