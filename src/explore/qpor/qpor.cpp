// SPDX-License-Identifier: Apache-2.0
#include "explore/qpor/qpor.hpp"

#include <algorithm>
#include <string>

#include "core/ensure.hpp"
#include "core/log.hpp"

namespace skein {

QuasiOptimal::QuasiOptimal(Options options)
    : options_(std::move(options)),
      phases_(options_.ticks ? std::make_unique<Phases>(options_.ticks) : nullptr),
      relations_(unfolding_),
      extensions_(unfolding_, configuration_, options_.is_paranoid ? &relations_ : nullptr,
                  phases_.get()),
      comb_(unfolding_, configuration_, options_.is_paranoid ? &relations_ : nullptr,
            phases_.get()),
      collect_at_(options_.collect_at) {
  plan_.bounds = options_.bounds;
}

void QuasiOptimal::push(const Step& step, EventId foreseen) {
  const EventId e = extensions_.push(step, foreseen);
  ensure(!unfolding_[e].is_disabled, "the machine took a step that was asleep");
  comb_.push(e);
}

EventId QuasiOptimal::pop() {
  const EventId e = configuration_.trail().back();
  extensions_.pop();
  comb_.pop();
  return e;
}

void QuasiOptimal::observe(const Run& run) {
  ensure(run.end != End::Diverged, "the machine could not follow the plan");
  ensure(run.end != End::Asleep || options_.k != 0, "a redundant run in an optimal exploration");
  const Phases::Scope phase(phases_.get(), Phase::Adding);
  const std::size_t start = configuration_.size();
  for (std::size_t i = start; i < run.steps.size(); ++i) {
    const bool is_foreseen = i - start < foreseen_.size();
    push(run.steps[i], is_foreseen ? foreseen_[i - start] : EventId{});
    if (i >= plan_.prefix.size()) plan_.prefix.push_back(run.steps[i].move());
  }
  plan_.prefix.resize(run.steps.size());
  if (run.end == End::Asleep) return;
  for (const Pending& p : run.pending) extensions_.add_blocked(p);
}

// Lines 11-12 at the node from which e was just popped: puts e into D and looks for an alternative.
// If there is one, it stays pushed onto the configuration.
bool QuasiOptimal::turn_right(EventId e) {
  const auto conflicts = extensions_.conflicts(Configuration::Position{configuration_.size()});
  if (conflicts.empty() && comb_.spikes().empty()) return false;
  comb_.avoid(e, conflicts);
  const bool has_alternative = comb_.solve(options_.k);
  log::write(log::Topic::Races, [&] {
    return "event " + std::to_string(e.value) + " of agent " +
           std::to_string(unfolding_[e].agent.value) + " after " +
           std::to_string(configuration_.size()) + " events has " +
           std::to_string(conflicts.size()) +
           " conflicts: " + (has_alternative ? "there is an alternative" : "no alternative");
  });
  return has_alternative;
}

// The alternative has been pushed beyond `depth`: pop it and turn it into a plan.
void QuasiOptimal::make_plan(std::size_t depth) {
  plan_.sleep.clear();
  for (const Comb::Spike& spike : comb_.spikes()) {
    if (!configuration_.admits(spike.avoided)) continue;
    ensure(options_.k != 0, "an alternative does not avoid all it should");
    const Event& d = unfolding_[spike.avoided];
    plan_.sleep.push_back(Sleeper{Move{d.agent, d.choice}, d.op()});
  }
  const auto trail = configuration_.trail();
  foreseen_.assign(trail.begin() + static_cast<std::ptrdiff_t>(depth), trail.end());
  plan_.prefix.resize(depth);
  for (const EventId e : foreseen_) {
    plan_.prefix.push_back(Move{unfolding_[e].agent, unfolding_[e].choice});
  }
  while (configuration_.size() > depth) configuration_.pop();
  log::write(log::Topic::Races, [&] {
    return "alternative after " + std::to_string(depth) +
           " events: " + std::to_string(foreseen_.size()) + " events, " +
           std::to_string(plan_.sleep.size()) + " asleep";
  });
  // A guess: where there is a conflict, there is probably an alternative.
  std::size_t turn = depth;
  while (turn > 0 && extensions_.conflicts(Configuration::Position{turn}).empty()) --turn;
  plan_.reusable_prefix = static_cast<std::uint32_t>(turn);
}

void QuasiOptimal::collect_if_worth_while() {
  if (unfolding_.size() < collect_at_) return;
  const auto trail = configuration_.trail();
  std::vector<EventId> roots;
  const auto keep = [&](std::span<const EventId> events) {
    roots.insert(roots.end(), events.begin(), events.end());
  };
  keep(comb_.all_avoided());
  keep(comb_.all_teeth());
  for (std::size_t p = 0; p < trail.size(); ++p) {
    keep(extensions_.conflicts(Configuration::Position{p}));
  }
  const Relocation to = unfolding_.collect(roots, trail);
  extensions_.relocate(to);
  configuration_.relocate(to);
  comb_.relocate(to);
  relations_.forget();
  foreseen_.clear();
  collect_at_ = std::max(options_.collect_at, 2 * unfolding_.size());
}

const Plan* QuasiOptimal::next() {
  if (!has_begun_) {
    has_begun_ = true;
    return &plan_;
  }
  collect_if_worth_while();
  while (configuration_.size() > 0) {
    const EventId e = pop();
    const std::size_t depth = configuration_.size();
    if (turn_right(e)) {
      make_plan(depth);
      return &plan_;
    }
  }
  return nullptr;
}

}  // namespace skein
