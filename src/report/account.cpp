// SPDX-License-Identifier: Apache-2.0
#include "report/account.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "findings/causes.hpp"
#include "findings/held_locks.hpp"
#include "findings/schedule.hpp"
#include "findings/wait_for.hpp"
#include "report/step_text.hpp"
#include "report/violation_text.hpp"
#include "report/wait_text.hpp"

namespace skein {

namespace {

bool wakes_others(OpKind kind) {
  return kind == OpKind::CondSignal || kind == OpKind::CondBroadcast || kind == OpKind::FutexWake;
}

class Narrator {
 public:
  Narrator(const Finding& finding, const Names& names, const ToldRun* told)
      : finding_(finding), names_(names), told_(told) {}

  // With less: neither steps, nor what refers to them.
  Account tell_briefly() {
    tell_head();
    list_agents();
    account_.brief = account_.message;
    if (finding_.is_deadlock) {
      account_.brief = "deadlock: " + account_.message;
    } else {
      const Violation& violation = finding_.violation;
      if (!violation.agent.is_none()) account_.agent = column(violation.agent);
      account_.place = place_of(violation.site, nullptr);
      account_.site = site_text(violation.site);
      account_.brief = brief();
    }
    account_.headline = headline();
    return std::move(account_);
  }

  Account tell() {
    tell_head();
    list_agents();
    tell_steps();
    if (finding_.is_deadlock) {
      tell_deadlock();
    } else {
      tell_violation();
    }
    account_.brief = brief();
    account_.headline = headline();
    return std::move(account_);
  }

 private:
  void tell_head() {
    account_.kind = finding_.kind();
    account_.message = finding_.is_deadlock ? deadlock_text(waits_of(finding_), names_)
                                            : violation_text(finding_.violation);
    account_.length = finding_.steps.size();
    account_.switches = finding_.switches;
    account_.times = finding_.times;
    account_.is_repeated = finding_.is_repeated;
    account_.is_cut = finding_.is_cut;
    account_.schedule = schedule_to_string(portable_moves(finding_.steps, finding_.pending));
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
      columns_.emplace(agent, account_.agents.size());
      account_.agents.push_back(names_.agent_name(agent));
    }
  }

  [[nodiscard]] std::size_t column(AgentId agent) {
    const auto [entry, is_new] = columns_.try_emplace(agent, account_.agents.size());
    if (is_new) account_.agents.push_back(names_.agent_name(agent));
    return entry->second;
  }

  std::vector<std::string> names(const std::vector<ObjectId>& objects) {
    std::vector<std::string> result;
    result.reserve(objects.size());
    for (const ObjectId object : objects) result.push_back(name(object));
    return result;
  }

  // Asked again and again for the same few.
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
    // The stack knows more about the same line: its path, its function, its text.
    if (stack != nullptr) {
      const auto same = std::find_if(stack->begin(), stack->end(), [&](const Place& frame) {
        return frame.file == place.file && frame.line == place.line;
      });
      if (same != stack->end()) place = *same;
    }
    return place;
  }

  void tell_steps() {
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
      const ToldStep* told = told_ != nullptr ? &told_->steps.at(i) : nullptr;
      AccountStep& out = account_.steps.emplace_back();
      out.agent = column(step.agent);
      out.kind = step.op.kind;
      out.operation = operation_text(step.op, names_);
      for (const ObjectId object : {step.op.first, step.op.second}) {
        if (!object.is_none()) out.objects.push_back(name(object));
      }
      out.outcome = outcome_text(step);
      for (std::size_t k = 0; k < woken[i].size(); ++k) {
        out.outcome += (k == 0 ? "wakes " : ", ") + woken[i][k];
      }
      if (told != nullptr) out.stack = told->stack;
      out.place = place_of(step.site, told != nullptr ? &told->stack : nullptr);
      out.site = site_text(step.site);
      out.value = step.value;
      out.choice = step.choice;
      out.choices = step.choices;
      out.is_switch = i > 0 && step.agent != steps[i - 1].agent;
      out.is_preemption = step.is_preemption;
      out.after = std::move(causes[i]);
      tell_values(step, told, out);
      holds.follow(step);
      std::vector<ObjectId> held = holds.of(step.agent);
      out.locks_held = names(held);
      held_after_.push_back(std::move(held));
    }
    holds_at_end_ = holds;
  }

  static void tell_values(const Step& step, const ToldStep* told, AccountStep& out) {
    switch (step.op.kind) {
      case OpKind::AtomicLoad: out.read = step.value; break;
      case OpKind::AtomicStore: out.written = step.value; break;
      case OpKind::AtomicRmw:
        if (told == nullptr || !told->before || !told->after) break;
        out.read = told->before;
        if (told->before != told->after) out.written = told->after;
        break;
      case OpKind::PlainLoad:
        if (told != nullptr) out.read = told->before;
        break;
      case OpKind::PlainStore:
        if (told != nullptr) out.written = told->after;
        break;
      default: break;
    }
  }

  void tell_deadlock() {
    const std::vector<Wait> waits = waits_of(finding_);
    for (const Wait& wait : waits) {
      AccountWait& out = account_.waits.emplace_back();
      out.agent = column(wait.agent);
      out.text = wait_text(wait, names_);
      for (const AgentId agent : wait.for_agents) out.for_agents.push_back(column(agent));
      if (told_ != nullptr) {
        for (std::size_t i = 0; i < told_->run.pending.size() && i < told_->waiting.size(); ++i) {
          if (told_->run.pending[i].agent == wait.agent) out.stack = told_->waiting[i];
        }
      }
      out.place = place_of(wait.site, &out.stack);
      out.site = site_text(wait.site);
      out.locks_held = names(holds_at_end_.of(wait.agent));
    }
    for (const AgentId agent : wait_cycle(waits)) account_.cycle.push_back(column(agent));
  }

  void tell_violation() {
    const Violation& violation = finding_.violation;
    if (!violation.agent.is_none()) account_.agent = column(violation.agent);
    if (!violation.step.is_none() && violation.step.index() < finding_.steps.size()) {
      account_.fatal = violation.step.index();
    }
    const ToldViolation* told = told_violation();
    if (told != nullptr) account_.stack = told->stack;
    account_.place = place_of(violation.site, &account_.stack);
    account_.site = site_text(violation.site);
    if (told == nullptr) return;
    account_.object = told->object;
    for (const ToldAccess& access : told->accesses) tell_access(access);
    // A race has no place of its own; the later access, which completes it, is it.
    if (account_.place.line == 0 && !told->accesses.empty()) {
      account_.place = first_known(account_.accesses.back().stack);
    }
    if (told->block) tell_block(*told->block);
    if (!told->accesses.empty()) return;
    for (const ToldRead& read : told->reads) {
      if (read.line != account_.place.line || read.file != account_.place.file) continue;
      // A loop reads the same again and again.
      const auto is_same = [&](const AccountValue& known) {
        return known.name == read.name && known.value == read.value;
      };
      if (std::none_of(account_.compared.begin(), account_.compared.end(), is_same)) {
        account_.compared.push_back({read.name, read.value});
      }
    }
    add_atomic_reads();
  }

  void tell_block(const ToldBlock& told) {
    AccountBlock& block = account_.block.emplace();
    block.size = told.size;
    if (!told.allocated_by.is_none()) block.allocated_by = names_.agent_name(told.allocated_by);
    block.allocated = told.allocated;
    if (!told.freed_by.is_none()) block.freed_by = names_.agent_name(told.freed_by);
    block.freed = told.freed;
  }

  // What the failing line read by atomic operations: those of the agent's last steps on that line.
  void add_atomic_reads() {
    if (!account_.fatal || account_.place.line == 0) return;
    std::vector<AccountValue> values;
    for (std::size_t i = *account_.fatal + 1; i-- > 0;) {
      const AccountStep& step = account_.steps[i];
      if (step.agent != account_.steps[*account_.fatal].agent) continue;
      if (step.place.line != account_.place.line || step.place.file != account_.place.file) break;
      if (step.read && !step.objects.empty()) values.push_back({step.objects.front(), *step.read});
    }
    account_.compared.insert(account_.compared.begin(), values.rbegin(), values.rend());
  }

  [[nodiscard]] const ToldViolation* told_violation() const {
    if (told_ == nullptr) return nullptr;
    const Violation* same = same_violation(told_->run, finding_);
    if (same == nullptr) return nullptr;
    const auto index = static_cast<std::size_t>(same - told_->run.violations.data());
    return index < told_->violations.size() ? &told_->violations[index] : nullptr;
  }

  static Place first_known(const Stack& stack) {
    const auto known =
        std::find_if(stack.begin(), stack.end(), [](const Place& p) { return p.line != 0; });
    return known == stack.end() ? Place{} : *known;
  }

  void tell_access(const ToldAccess& access) {
    AccountAccess& out = account_.accesses.emplace_back();
    out.agent = column(access.agent);
    if (!access.step.is_none() && access.step.index() < finding_.steps.size()) {
      out.step = access.step.index();
      out.locks_held = names(held_after_[access.step.index()]);
    }
    out.is_write = access.is_write;
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
  }

  [[nodiscard]] std::string brief() const {
    if (finding_.is_deadlock) return deadlock_headline();
    return brief_violation_text(finding_.violation.facts, account_.place);
  }

  [[nodiscard]] std::string headline() const {
    if (finding_.violation.kind() == ViolationKind::Race && !finding_.is_deadlock) {
      return account_.message;
    }
    std::string text = account_.brief;
    if (account_.place.line == 0) return text;
    if (finding_.is_deadlock || !names_place(finding_.violation.facts, account_.place)) {
      text += fmt::format(" at {}:{}", account_.place.file, account_.place.line);
      if (!account_.place.function.empty()) text += " in " + account_.place.function;
    }
    for (std::size_t i = 0; i < account_.compared.size(); ++i) {
      const AccountValue& value = account_.compared[i];
      text += fmt::format("{}{} was {}", i == 0 ? ": " : ", ", value.name, value_text(value));
    }
    return text;
  }

  // What is that large is an address, and those are written in hexadecimal.
  static std::string value_text(const AccountValue& value) {
    constexpr std::int64_t kAddress = std::int64_t{1} << 40;
    return value.value >= kAddress ? fmt::format("{:#x}", value.value)
                                   : std::to_string(value.value);
  }

  [[nodiscard]] std::string deadlock_headline() const {
    if (account_.cycle.size() < 2) return "deadlock: " + account_.message;
    std::string text;
    for (std::size_t i = 0; i < account_.cycle.size(); ++i) {
      if (i > 0) text += i + 1 == account_.cycle.size() ? " and " : ", ";
      text += account_.agents[account_.cycle[i]];
    }
    return "deadlock: " + text + " wait for each other";
  }

  const Finding& finding_;
  const Names& names_;
  const ToldRun* told_;
  Account account_;
  std::map<AgentId, std::size_t> columns_;
  std::map<ObjectId, std::string> object_names_;
  std::map<SiteId, Place> places_;
  std::vector<std::vector<ObjectId>> held_after_;  // of each step, by its agent
  HeldLocks holds_at_end_;
};

}  // namespace

Account make_account(const Finding& finding, const Names& names, const ToldRun* told) {
  if (told != nullptr && told->steps.size() != finding.steps.size()) told = nullptr;
  return Narrator(finding, names, told).tell();
}

Account make_brief_account(const Finding& finding, const Names& names) {
  return Narrator(finding, names, nullptr).tell_briefly();
}

}  // namespace skein
