#include "explore/event.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "model/check.hpp"

namespace skein {

using dpor::known_move;
using dpor::KnownMove;
using event::Done;
using event::Handler;
using event::kNoHandler;
using event::kNowhere;
using event::Parked;
using event::Planned;
using event::Tree;
using event::Word;

EventDpor::EventDpor(const Bounds& bounds, bool counts_events) {
  plan_.bounds = bounds;
  if (counts_events) census_.emplace();
}

const Plan* EventDpor::next() {
  if (!has_begun_) {
    has_begun_ = true;
    return &plan_;
  }
  if (is_retry_) {
    is_retry_ = false;
    return &plan_;
  }
  return turn() ? &plan_ : nullptr;
}

// Goes back to the last position where something is left to explore and makes the plan for it.
bool EventDpor::turn() {
  while (!tree_.places.empty()) {
    const auto at = static_cast<Position>(tree_.places.size() - 1);
    finish(at);
    if (tree_.places[at].left != Tree::kNone) {
      const Tree::Node node = tree_.places[at].left;
      tree_.places[at].left = tree_.next(node);
      branch_ = at;
      plan_.prefix.resize(at);
      for (Position i = 0; i < at; ++i) plan_.prefix[i] = scene_.trace[i].move();
      assumed_ = kNowhere;
      for (Position i = at; i > 0; --i) {
        if (tree_.places[i - 1].is_assumed) assumed_ = i - 1;
      }
      take(node);
      return true;
    }
    tree_.places.pop_back();
  }
  return false;
}

// Explore(E.p) has returned: p is done at E, and what was parked until now is inserted again.
void EventDpor::finish(Position at) {
  Tree::Place& place = tree_.places[at];
  if (at >= scene_.trace.size()) return;
  if (place.left == Tree::kNone && place.parked.empty()) return;
  const Done done{known_move(scene_.trace[at]), scene_.messages.begun_by(at),
                  scene_.trace[at].choices, at};
  place.done.push_back(done);
  place.asleep.push_back(done);
  const std::vector<Parked> parked = std::exchange(place.parked, {});
  for (const Parked& p : parked) {
    std::vector<Step> steps(scene_.messages.steps().begin(),
                            scene_.messages.steps().begin() + static_cast<std::ptrdiff_t>(at));
    std::vector<Handler> handlers;
    handlers.reserve(at);
    for (Position i = 0; i < at; ++i) handlers.push_back(scene_.messages.begun_by(i));
    const std::ptrdiff_t end = p.has_last ? -1 : 0;
    steps.insert(steps.end(), p.steps.begin(), p.steps.end() + end);
    handlers.insert(handlers.end(), p.handlers.begin(), p.handlers.end() + end);
    parked_scene_.trace.follow(steps, 0);
    parked_scene_.messages.follow_rewritten(steps, handlers);
    Word word;
    std::size_t agents = p.steps.back().agent.index() + 1;
    for (const Step& s : steps) agents = std::max(agents, s.agent.index() + 1);
    for (std::size_t b = 0; b < agents; ++b) {
      word.cut.push_back(parked_scene_.trace.steps_of(AgentId{b}));
    }
    if (p.has_last) {
      const Step& last = p.steps.back();
      word.last = KnownMove{last.move(), last.op, word.cut[last.agent.index()]};
      word.begins = p.handlers.back();
    } else {
      word.last = known_move(parked_scene_.trace[0]);  // is done wherever we are
    }
    const bool was_wrong =
        std::any_of(p.assumptions.begin(), p.assumptions.end(), [&](const auto& assumption) {
          return behaviours_.ways(assumption.agent) != assumption.ways;
        });
    insertion_.insert_at(parked_scene_, word, at, was_wrong);
  }
}

// Plans the first sequence of the subtree.
void EventDpor::take(Tree::Node node) {
  while (node != Tree::kNone) {
    const Planned& planned = tree_.planned(node);
    if (planned.is_assumed && assumed_ == kNowhere) {
      assumed_ = static_cast<Position>(plan_.prefix.size());
    }
    const std::size_t at = plan_.prefix.size();
    plan_.prefix.push_back(planned.move.move);
    if (at >= tree_.places.size()) tree_.places.emplace_back();
    tree_.places[at].parked = std::move(tree_.parked(node));
    tree_.places[at].is_assumed = planned.is_assumed;
    const Tree::Node below = tree_.child(node);
    tree_.free(node);
    if (below != Tree::kNone) {
      tree_.places.emplace_back().left = tree_.next(below);
    }
    node = below;
  }
}

// Where a message does something else than assumed, its next move may not be possible. Then what
// the plan has up to there is explored instead; that contains all that was to be explored.
bool EventDpor::is_shortened(const Run& run) {
  if (run.end != End::Diverged) return false;
  if (run.steps.size() < assumed_) fail("the machine could not follow the plan");
  ++shortened_;
  plan_.prefix.resize(run.steps.size());
  while (tree_.places.size() > plan_.prefix.size()) {
    tree_.free_all(tree_.places.back().left);
    tree_.places.pop_back();
  }
  is_retry_ = true;
  return true;
}

void EventDpor::observe(const Run& run) {
  if (is_shortened(run)) return;
  if (run.steps.size() < plan_.prefix.size() && run.end != End::Cut) {
    fail("a run ended before the end of its prefix");
  }
  const Position known = std::min(branch_, static_cast<Position>(run.steps.size()));
  scene_.messages.follow(run.steps, known);
  scene_.trace.follow(scene_.messages.steps(), known);
  if (census_) census_->count(scene_.messages.steps(), known);
  behaviours_.learn(scene_.messages, scene_.trace, known);

  std::size_t kept = run.steps.size();
  if (kept < plan_.prefix.size()) ++kept;
  while (tree_.places.size() > kept) {
    tree_.free_all(tree_.places.back().left);
    tree_.places.pop_back();
  }
  const std::size_t leaf = plan_.prefix.size();
  tree_.places.resize(std::max(kept, tree_.places.size()));
  if (leaf < tree_.places.size()) tree_.places[leaf].is_leaf = true;
  put_to_sleep(known);

  while (!races_.empty() && races_.back().second >= known) races_.pop_back();
  noted_.clear();
  for (const Race& race : races_) note_race(race);
  for (Position i = known; i < scene_.trace.size(); ++i) {
    note_new(i);
    if (scene_.trace[i].choices > 1) note_choices(i);
  }
  for (const Pending& pending : run.pending) {
    if (pending.is_enabled && run.end != End::Cut) continue;
    const Handler handler = scene_.messages.waits_for(pending);
    if (handler != kNoHandler) {
      note_waiting(pending, handler);
    } else {
      note_pending(pending);
    }
  }
}

// What sleeps at the positions after `from`: what sleeps before and is independent of the step.
void EventDpor::put_to_sleep(Position from) {
  for (Position i = from; i + 1 < tree_.places.size(); ++i) {
    auto& next = tree_.places[i + 1].asleep;
    next.clear();
    for (const Done& d : tree_.places[i].asleep) {
      if (d.begins == kNoHandler && dpor::is_independent(d.move, known_move(scene_.trace[i]))) {
        next.push_back(d);
      }
    }
  }
}

void EventDpor::note(const dpor::Reversal& reversal, Position enabler, Handler begins) {
  Word word;
  word.last = reversal.last();
  word.begins = begins;
  word.enabler = enabler;
  std::size_t agents = word.last.move.agent.index() + 1;
  for (Position i = 0; i < scene_.trace.size(); ++i) {
    agents = std::max(agents, scene_.trace[i].agent.index() + 1);
  }
  for (std::size_t b = 0; b < agents; ++b) {
    const AgentId agent{b};
    std::uint32_t n = scene_.trace.steps_of(agent);
    while (n > 0 && !reversal.keeps(scene_.trace.step_of(agent, n - 1))) --n;
    word.cut.push_back(n);
  }
  note_word(std::move(word));
}

// Any choice will do: once a run takes it there, note_choices() adds the others. But if it is
// asleep there will be no such run.
void EventDpor::note_word(Word word) {
  // Many races of a run have the same reversal.
  for (const Word& other : noted_) {
    if (other.cut == word.cut && other.last.move == word.last.move) return;
  }
  noted_.push_back(word);
  for (;;) {
    insertion_.insert(scene_, word, scene_.trace.size());
    if (word.last.move.choice + 1 >= insertion_.choices_asleep()) return;
    ++word.last.move.choice;
  }
}

void EventDpor::note_race(const Race& race) {
  if (race.first == race.second) {
    KnownMove last = known_move(scene_.trace[race.second]);
    last.move.choice = race.choice;
    reversal_.start(last, race.second, scene_.trace.size());
    reversal_.remove(race.first);
  } else {
    finder_.find(race.second);
    finder_.reverse(race.first, scene_.trace.size(), reversal_);
  }
  note(reversal_, needs_enabler(scene_.trace[race.second].op.kind)
                      ? scene_.trace[race.second].enabler
                      : kNowhere);
}

void EventDpor::note_new(Position step) {
  finder_.find(step);
  for (std::size_t r = 0; r < finder_.count(); ++r) {
    races_.push_back(Race{finder_.first(r), step, 0});
  }
  const std::size_t count = finder_.count();
  for (std::size_t r = races_.size() - count; r < races_.size(); ++r) note_race(races_[r]);
}

void EventDpor::note_choices(Position step) {
  for (std::uint32_t c = 0; c < scene_.trace[step].choices; ++c) {
    if (c == scene_.trace[step].choice) continue;
    races_.push_back(Race{step, step, c});
    note_race(races_.back());
  }
}

void EventDpor::note_pending(const Pending& pending) {
  finder_.find(pending);
  for (std::size_t r = 0; r < finder_.count(); ++r) {
    finder_.reverse(finder_.first(r), scene_.trace.size(), reversal_);
    note(reversal_, needs_enabler(pending.op.kind) ? pending.enabler.value : kNowhere);
  }
}

// A message that waits for its handler, which runs one that cannot go on.
void EventDpor::note_waiting(const Pending& pending, Handler handler) {
  if (pending.enabler.is_none()) return;
  for (const event::Message& m : scene_.messages.all()) {
    if (m.handler != handler || m.end != kNowhere) continue;
    const KnownMove start{Move{pending.agent, 0}, event::Messages::start_of(pending.op), 0};
    reversal_.start(start, kNowhere, scene_.trace.size());
    reversal_.remove(m.begin);
    note(reversal_, pending.enabler.value, handler);
  }
}

void EventDpor::fail(const char* what) const {
  std::string text = std::string(name()) + ": " + what + "; plan:";
  for (const Move& m : plan_.prefix) {
    text += ' ' + std::to_string(m.agent.value);
    if (m.choice != 0) text += '/' + std::to_string(m.choice);
  }
  throw InternalError(text);
}

}  // namespace skein
