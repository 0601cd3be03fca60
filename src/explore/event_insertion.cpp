#include "explore/event_insertion.hpp"

#include <algorithm>

#include "model/check.hpp"

namespace skein::event {

// The last position of the run, before all that the word lacks and before the begins of the
// messages whose ends it lacks, where no message is running: what can be executed at all can be
// executed from there.
Position Insertion::start(const Word& word, Position path) const {
  const Trace& trace = scene_->trace;
  Position limit = path;
  for (std::size_t b = 0; b < word.cut.size(); ++b) {
    const Position x = trace.step_of(AgentId{b}, word.cut[b]);
    if (x < limit) limit = x;
  }
  const auto messages = scene_->messages.all();
  for (const Message& m : messages) {
    const bool is_complete = m.end != kNowhere && word.contains(trace[m.end]);
    if (word.count(m.agent) > 0 && !is_complete) limit = std::min(limit, m.begin);
  }
  for (std::size_t i = messages.size(); i > 0; --i) {
    const Message& m = messages[i - 1];
    if (m.begin < limit && (m.end == kNowhere || m.end >= limit)) limit = m.begin;
  }
  return limit;
}

void Insertion::insert(const Scene& scene, const Word& word, Position path) {
  scene_ = &scene;
  is_distrustful_ = false;
  go(scene, word, start(word, path), path);
}

void Insertion::insert_at(const Scene& scene, const Word& word, Position path,
                          bool is_distrustful) {
  is_distrustful_ = is_distrustful;
  go(scene, word, path, path);
}

void Insertion::go(const Scene& scene, const Word& word, Position from, Position path) {
  scene_ = &scene;
  choices_asleep_ = 1;
  seen_.clear();
  front_.place(scene, word.cut.size(), from);
  todo_ = families_.find(scene, word, front_);
  for (const Word& w : todo_) seen_.push_back(w.cut);
  while (!todo_.empty()) {
    const Word next = std::move(todo_.back());
    todo_.pop_back();
    walk(next, from, path);
  }
}

void Insertion::walk(const Word& word, Position from, Position path) {
  front_.place(*scene_, word.cut.size(), from);
  is_parked_ = false;
  has_left_word_ = false;
  for (Position i = from;; ++i) {
    KnownMove move;
    Handler begins = kNoHandler;
    Fit fit = Fit::No;
    if (i < path) {
      move = known_move(scene_->trace[i]);
      begins = scene_->messages.begun_by(i);
      fit = fits(word, move, begins);
    }
    if (fit == Fit::No || fit == Fit::Part) {
      if (is_redundant(word, i)) return;
      if (fit == Fit::Part) spawn_parts(word, move, begins);
      static_cast<void>(down_the_tree(word, tree_->places[i].left, Tree::kNone));
      return;
    }
    if (fit == Fit::Assumed) assume(word, true, i);
    advance(word, move, begins);
  }
}

// Goes on among planned moves. The list is that of a place of the run or, with a parent, that of
// its children.
bool Insertion::down_the_tree(const Word& word, Tree::Node& list, Tree::Node parent) {
  if (front_.has_done(word)) return false;
  for (Tree::Node n = list; n != Tree::kNone; n = tree_->next(n)) {
    const KnownMove move = tree_->planned(n).move;
    const Handler begins = tree_->planned(n).begins;
    const Fit fit = fits(word, move, begins);
    if (fit == Fit::Part) spawn_parts(word, move, begins);
    if (fit == Fit::No || fit == Fit::Part) continue;
    if (fit == Fit::Assumed) assume(word, false, n);
    if (tree_->child(n) == Tree::kNone) return false;  // what will be explored there contains it
    advance(word, move, begins);
    Tree::Node children = tree_->child(n);
    return down_the_tree(word, children, n);
  }
  branch(word, list, parent);
  return true;
}

void Insertion::advance(const Word& word, const KnownMove& move, Handler begins) {
  const bool is_last = move.move.agent == word.last.move.agent && move.index == word.last.index;
  if (!is_last && move.index >= word.count(move.move.agent)) has_left_word_ = true;
  Handler ends = kNoHandler;
  if (move.op.kind == OpKind::ThreadExit) {
    for (std::size_t h = 0; h < front_.active.size(); ++h) {
      if (front_.active[h] == move.move.agent) ends = static_cast<Handler>(h);
    }
  }
  front_.advance(move.move.agent, begins, ends);
}

// Whether a move depends on a step of the word that has not been executed.
bool Insertion::depends_on_rest(const Word& word, const KnownMove& move) const {
  const Trace& trace = scene_->trace;
  if (!front_.has_done(word.last) && depends(move.op, word.last.op)) return true;
  const std::array<Access, 2> access = dpor::accesses(move.op);
  for (std::size_t slot = 0; slot < 2; ++slot) {
    if (access[slot] == Access::None) continue;
    for (dpor::Touch t = trace.last_touch(slot == 0 ? move.op.first : move.op.second);
         t != dpor::kNoTouch; t = trace.previous(t)) {
      const dpor::Item& item = trace[dpor::position(t)];
      if (word.contains(item) && item.index >= front_.count(item.agent) &&
          clash(access[slot], trace.access_of(t))) {
        return true;
      }
    }
  }
  return false;
}

// Whether a move that is possible at the front is a weak initial of what is left of the word.
Insertion::Fit Insertion::fits(const Word& word, const KnownMove& move, Handler begins) {
  const Trace& trace = scene_->trace;
  const AgentId agent = move.move.agent;
  const bool is_last = agent == word.last.move.agent && move.index == word.last.index;
  if (is_last) {
    if (move.move.choice != word.last.move.choice || move.op != word.last.op) return Fit::No;
    for (std::size_t b = 0; b < word.cut.size(); ++b) {
      for (std::uint32_t n = front_.count(AgentId{b}); n < word.cut[b]; ++n) {
        if (depends(trace[trace.step_of(AgentId{b}, n)].op, move.op)) return Fit::No;
      }
    }
    return fits_first(word, front_, move, begins, true);
  }
  if (move.index < word.count(agent)) {
    const Position x = trace.step_of(agent, move.index);
    if (trace[x].choice != move.move.choice || trace[x].op != move.op) return Fit::No;
    for (std::size_t b = 0; b < word.cut.size(); ++b) {
      const AgentId other{b};
      if (other != agent && front_.count(other) < trace.known_steps(x, other)) return Fit::No;
    }
    return fits_first(word, front_, move, begins, true);
  }
  if (agent == word.last.move.agent && !front_.has_done(word.last)) return Fit::No;
  if (depends_on_rest(word, move)) return Fit::No;
  return fits_first(word, front_, move, begins, false);
}

// Whether a message happens after another one of its handler, in the word or by what it may still
// do: then it cannot come first [EDPOR A.3, Happens-Before Check, without saturation].
bool Insertion::happens_after(const Word& word, const Front& front, AgentId agent,
                              Handler handler) {
  const Trace& trace = scene_->trace;
  const KnownMove& last = word.last;
  const std::uint32_t own = word.count(agent);
  const Position tip = own > 0 ? trace.step_of(agent, own - 1) : kNowhere;
  const Position before_last =
      last.index > 0 ? trace.step_of(last.move.agent, last.index - 1) : kNowhere;
  // The last operation is not in the trace as it is in the word, so nothing is said of its agent.
  const bool looks_ahead = agent != last.move.agent;
  Behaviours::Rest rest;
  if (looks_ahead) {
    rest = behaviours_->rest(agent, trace, std::max({own, front.count(agent), 1U}));
  }
  for (const Message& m : scene_->messages.all()) {
    if (m.handler != handler || m.agent == agent || front.count(m.agent) > 0) continue;
    if (word.count(m.agent) == 0) continue;
    if (tip != kNowhere && trace.is_before(m.begin, tip)) return true;
    const bool is_last_after = m.agent == last.move.agent ||
                               (before_last != kNowhere && trace.is_before(m.begin, before_last));
    for (const Operation& op : rest.operations) {
      if (is_last_after && !front.has_done(last) && depends(op, last.op)) return true;
      const std::array<Access, 2> access = dpor::accesses(op);
      for (std::size_t slot = 0; slot < 2; ++slot) {
        if (access[slot] == Access::None) continue;
        for (dpor::Touch t = trace.last_touch(slot == 0 ? op.first : op.second);
             t != dpor::kNoTouch; t = trace.previous(t)) {
          const Position x = dpor::position(t);
          if (x < m.begin) break;
          if (word.contains(trace[x]) && clash(access[slot], trace.access_of(t)) &&
              trace.is_before(m.begin, x) && trace[x].agent != agent) {
            return true;
          }
        }
      }
    }
  }
  return false;
}

// The same, when nothing but the handlers can be in the way.
Insertion::Fit Insertion::fits_first(const Word& word, const Front& front, const KnownMove& move,
                                     Handler begins, bool is_in_word) {
  if (begins == kNoHandler) return Fit::Yes;
  const AgentId agent = move.move.agent;
  bool is_alone =
      word.begins != begins || word.last.move.agent == agent || front.has_done(word.last);
  for (const Message& m : scene_->messages.all()) {
    if (m.handler != begins || m.agent == agent || front.count(m.agent) > 0) continue;
    if (word.count(m.agent) > 0) is_alone = false;
  }
  if (is_alone) {
    ++counts_.simple;
    return Fit::Yes;
  }
  if (happens_after(word, front, agent, begins)) {
    ++counts_.happens_before;
    return is_in_word ? Fit::Part : Fit::No;
  }
  Front after = front;
  after.advance(agent, begins, kNoHandler);
  const bool is_last = agent == word.last.move.agent && word.last.index == 0;
  if (is_last) return Fit::No;  // what it does after its begin is not known
  const bool is_possible = serializer_.run(*scene_, word, after, Serializer::Completion::Any);
  ++(serializer_.has_chosen() ? counts_.decision : counts_.witness);
  if (!is_possible) return is_in_word ? Fit::Part : Fit::No;
  return serializer_.has_assumed() ? Fit::Assumed : Fit::Yes;
}

// Whether something explored on the way to a position can come first. What was asleep when the
// last planned sequence on that way was inserted is not asked again: it was found unable to come
// before that sequence, so it cannot come before a word that contains it. (It may look as if it
// could, where a message did not do what was assumed then; but what is below the end of a planned
// sequence is explored for itself alone.)
bool Insertion::is_redundant(const Word& word, Position at) {
  Position first = at;
  while (first > 0 && !tree_->places[first].is_leaf) --first;
  for (const Done& d : tree_->places[at].asleep) {
    if (d.origin < first || d.begins != kNoHandler) continue;
    if (d.move.index != front_.count(d.move.move.agent)) continue;
    if (fits(word, d.move, kNoHandler) == Fit::Yes) {
      if (d.move.move.agent == word.last.move.agent && d.move.index == word.last.index) {
        choices_asleep_ = d.choices;
      }
      return true;
    }
  }
  for (Position o = first; o <= at; ++o) {
    for (const Done& d : tree_->places[o].done) {
      if (d.begins != kNoHandler && is_redundant_begin(word, d, o)) return true;
    }
  }
  return false;
}

// The same for one message's begin, explored at an earlier position of the run.
bool Insertion::is_redundant_begin(const Word& word, const Done& done, Position origin) {
  Word whole = word;
  for (std::size_t b = 0; b < whole.cut.size(); ++b) {
    whole.cut[b] = std::max(whole.cut[b], front_.count(AgentId{b}));
  }
  Front front;
  front.place(*scene_, whole.cut.size(), origin);
  const bool is_in_word = whole.count(done.move.move.agent) > 0;
  const Fit fit = fits_first(whole, front, done.move, done.begins, is_in_word);
  return fit == Fit::Yes || (fit == Fit::Assumed && !is_distrustful_);
}

// The parts of the word that the move can come first in are words of their own.
void Insertion::spawn_parts(const Word& word, const KnownMove& move, Handler begins) {
  if (has_left_word_) return;
  Front after = front_;
  after.advance(move.move.agent, begins, kNoHandler);
  for (const Word& part : families_.find(*scene_, word, after)) {
    if (std::find(seen_.begin(), seen_.end(), part.cut) != seen_.end()) continue;
    seen_.push_back(part.cut);
    todo_.push_back(part);
    ++counts_.parts;
  }
}

void Insertion::branch(const Word& word, Tree::Node& list, Tree::Node parent) {
  check(serializer_.run(*scene_, word, front_, Serializer::Completion::Active) ||
            serializer_.run(*scene_, word, front_, Serializer::Completion::Any),
        "event: a word that was possible is not");
  std::vector<Planned> moves;
  for (const Serializer::Entry& e : serializer_.order()) {
    Planned p;
    p.is_assumed = e.is_assumed;
    if (e.step != kNowhere) {
      p.move = known_move(scene_->trace[e.step]);
      p.begins = scene_->messages.begun_by(e.step);
    } else {
      p.move = e.move;
      if (!e.is_assumed) p.begins = word.begins;
    }
    moves.push_back(p);
  }
  const Tree::Node chain = tree_->make_chain(moves);
  if (parent == Tree::kNone) {
    tree_->append(list, chain);
  } else {
    tree_->append_child(parent, chain);
  }
}

// The word goes down with a message's begin because of what messages are assumed to do.
void Insertion::assume(const Word& word, bool is_place, std::uint32_t where) {
  const std::vector<AgentId> assumed = serializer_.assumed();
  if (!is_parked_) {
    is_parked_ = true;
    is_parked_at_place_ = is_place;
    parked_where_ = where;
    parked_at(is_place, where).push_back(park(word));
  }
  Parked& parked = parked_at(is_parked_at_place_, parked_where_).back();
  for (const AgentId agent : assumed) {
    parked.assumptions.push_back({agent, behaviours_->ways(agent)});
  }
}

Parked Insertion::park(const Word& word) {
  ++counts_.parked;
  check(serializer_.run(*scene_, word, front_, Serializer::Completion::Never),
        "event: a word that was possible is not");
  Parked parked;
  std::vector<Serializer::Entry> order = serializer_.order();
  const auto last =
      std::find_if(order.begin(), order.end(), [](const auto& e) { return e.step == kNowhere; });
  parked.has_last = last != order.end();
  if (parked.has_last) std::rotate(last, last + 1, order.end());  // nothing depends on it
  for (const Serializer::Entry& e : order) {
    Step s;
    Handler begins = kNoHandler;
    if (e.step != kNowhere) {
      s = scene_->messages.steps()[e.step];
      begins = scene_->messages.begun_by(e.step);
    } else {
      s.agent = e.move.move.agent;
      s.choice = e.move.move.choice;
      s.op = e.move.op;
      begins = word.begins;
    }
    s.enabler = StepIndex{};
    parked.steps.push_back(s);
    parked.handlers.push_back(begins);
  }
  return parked;
}

}  // namespace skein::event
