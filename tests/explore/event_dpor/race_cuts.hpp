// SPDX-License-Identifier: Apache-2.0
// The cuts that event-driven exploration makes of the races of a run, and by plain search which
// parts of them the model machine can execute.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "explore/dpor/race_log.hpp"
#include "explore/event_dpor/event_cut.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"

namespace skein::event {

// Cuts with more parts are not searched.
inline constexpr std::size_t kMostParts = 3000;

using Lengths = std::vector<std::uint32_t>;  // a cut's steps, by agent

// A program, one of its runs, and the cuts of the run's races.
class RaceCuts {
 public:
  // `agents`: the first moves of the run.
  explicit RaceCuts(const std::string& text, const std::vector<std::uint32_t>& agents = {})
      : machine_(parse_model(text, "cuts.skein")) {
    Plan plan;
    for (const std::uint32_t agent : agents) plan.prefix.push_back(Move{AgentId{agent}, 0});
    follow(plan);
  }
  RaceCuts(const std::string& text, std::uint64_t seed)
      : machine_(parse_model(text, "cuts.skein")) {
    Plan plan;
    plan.policy = Policy::Random;
    plan.seed = seed;
    follow(plan);
  }

  [[nodiscard]] const Scene& scene() const { return scene_; }
  [[nodiscard]] const std::vector<Cut>& all() const { return cuts_; }
  // The cut of a race, by the operations' numbers among the steps of their agents.
  [[nodiscard]] const Cut* find(AgentId agent, std::uint32_t index, std::size_t number = 0) const {
    for (const Cut& cut : cuts_) {
      if (cut.last.move.agent == agent && cut.last.index == index && number-- == 0) return &cut;
    }
    return nullptr;
  }

  // The parts of the cut that can be executed and after which its last operation is possible,
  // without begins of messages that have no other step. Nothing if it has more than
  // kMostParts.
  [[nodiscard]] std::vector<Lengths> executable_parts(const Cut& cut) {
    std::map<Lengths, std::vector<Move>> reached{{Lengths(cut.steps.size(), 0), {}}};
    std::vector<Lengths> todo{reached.begin()->first};
    while (!todo.empty()) {
      if (reached.size() > kMostParts) return {};
      const Lengths now = std::move(todo.back());
      todo.pop_back();
      const std::vector<Move> moves = reached.at(now);
      for (std::size_t b = 0; b < now.size(); ++b) {
        if (now[b] == cut.steps[b] || !can_execute(now, AgentId{b})) continue;
        Lengths next = now;
        std::vector<Move> longer = moves;
        longer.push_back(scene_.trace[scene_.trace.step_of(AgentId{b}, next[b]++)].move());
        if (reached.emplace(next, std::move(longer)).second) todo.push_back(std::move(next));
      }
    }
    std::vector<Lengths> parts;
    for (const auto& [lengths, moves] : reached) {
      if (!has_idle_begin(lengths, cut) && is_possible(moves, lengths, cut)) {
        parts.push_back(lengths);
      }
    }
    return parts;
  }

  // Whether the machine can execute these moves and then the cut's last operation.
  [[nodiscard]] bool is_possible(std::vector<Move> moves, const Lengths& lengths, const Cut& cut) {
    if (lengths[cut.last.move.agent.index()] != cut.last.index) return false;
    Plan plan;
    plan.prefix = std::move(moves);
    plan.prefix.push_back(cut.last.move);
    plan.bounds.steps = static_cast<std::uint32_t>(plan.prefix.size());
    const Run& run = machine_.run(plan);
    return run.end != End::Diverged && run.steps.size() == plan.prefix.size() &&
           run.steps.back().op.kind == cut.last.op.kind;
  }

 private:
  void follow(const Plan& plan) {
    const Run run = machine_.run(plan);
    if (run.end != End::Completed) return;
    scene_.messages.follow(run.steps, 0);
    scene_.trace.follow(scene_.messages.steps(), 0);
    std::size_t agents = 0;
    for (const Step& s : run.steps) agents = std::max(agents, s.agent.index() + 1);
    dpor::RaceLog races(scene_.trace, dpor::RaceLog::Scope::WholeRun);
    races.visit(run, Position{0U}, [&](const dpor::RaceLog::Visit& visit) {
      Cut cut;
      cut.last = visit.reversal.last();
      cut.enabler = visit.enabler;
      cut.attempt = visit.second;
      for (std::size_t b = 0; b < agents; ++b) {
        std::uint32_t count = 0;
        for (const Position x : scene_.trace.positions_of(AgentId{b})) {
          count += visit.reversal.keeps(x) ? 1 : 0;
        }
        cut.steps.push_back(count);
      }
      cut.drop_begins(scene_.messages);
      cuts_.push_back(std::move(cut));
      return Position{};
    });
  }

  // Whether the agent's next step can follow: everything before it has been executed, and, if it
  // begins a message, its handler runs none.
  [[nodiscard]] bool can_execute(const Lengths& now, AgentId agent) const {
    const Position next = scene_.trace.step_of(agent, now[agent.index()]);
    for (std::size_t b = 0; b < now.size(); ++b) {
      const std::uint32_t own = AgentId{b} == agent ? 1 : 0;
      if (scene_.trace.known_steps(next, AgentId{b}) > now[b] + own) return false;
    }
    const Message* const message = scene_.messages.find(agent);
    if (message == nullptr || message->begin != next) return true;
    for (const Message& m : scene_.messages.all()) {
      const std::uint32_t done = now[m.agent.index()];
      const bool is_over = !m.end.is_none() && done > scene_.trace[m.end].index;
      if (m.handler == message->handler && done > 0 && !is_over) return false;
    }
    return true;
  }

  [[nodiscard]] bool has_idle_begin(const Lengths& lengths, const Cut& cut) const {
    for (const Message& m : scene_.messages.all()) {
      if (m.agent.index() < lengths.size() && lengths[m.agent.index()] == 1 &&
          m.agent != cut.last.move.agent) {
        return true;
      }
    }
    return false;
  }

  ModelMachine machine_;
  Scene scene_;
  std::vector<Cut> cuts_;
};

inline bool is_within(const Lengths& part, const Lengths& whole) {
  for (std::size_t b = 0; b < part.size(); ++b) {
    if (part[b] > whole[b]) return false;
  }
  return true;
}

}  // namespace skein::event
