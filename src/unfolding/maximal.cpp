#include "unfolding/maximal.hpp"

#include <bit>
#include <unordered_map>

#include "unfolding/deadlocks.hpp"

namespace skein {

namespace {

using Bits = std::vector<std::uint64_t>;

class Cliques {
 public:
  Cliques(const Prefix& prefix, const std::function<bool()>& is_enough,
          const std::function<void(const std::vector<PrefixEventId>&)>& visit)
      : prefix_(prefix), is_enough_(is_enough), visit_(visit) {
    for (const PrefixEventId e : prefix.events()) {
      if (!prefix[e].is_cutoff) events_.push_back(e);
    }
    words_ = (events_.size() + 63) / 64;
  }

  [[nodiscard]] std::size_t size() const { return events_.size(); }

  std::optional<std::uint64_t> count() {
    if (!find_conflicts()) return std::nullopt;
    Bits all(words_, 0);
    for (std::size_t i = 0; i < events_.size(); ++i) all[i / 64] |= 1ULL << (i % 64);
    search(all, Bits(words_, 0));
    if (is_stopped_) return std::nullopt;
    return found_;
  }

 private:
  // Fills fits_. An event conflicts with what its causes conflict with, and with everything after
  // an event that saw the same write of something, one of the two writing it. Causes come first.
  bool find_conflicts() {
    std::unordered_map<std::uint32_t, std::size_t> index;
    for (std::size_t i = 0; i < events_.size(); ++i) index[events_[i].value] = i;
    const auto set = [](Bits& bits, std::size_t i) { bits[i / 64] |= 1ULL << (i % 64); };
    const auto has = [](const Bits& bits, std::size_t i) {
      return (bits[i / 64] >> (i % 64) & 1U) != 0;
    };
    std::vector<Bits> past(events_.size(), Bits(words_, 0));    // and the event itself
    std::vector<Bits> future(events_.size(), Bits(words_, 0));  // of those so far; and itself
    fits_.assign(events_.size(), Bits(words_, 0));              // first: conflicts
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (is_enough_ && is_enough_()) return false;
      const Prefix::Event& event = prefix_[events_[i]];
      Bits conflicts(words_, 0);
      const auto follow = [&](PrefixEventId cause) {
        if (cause.is_none()) return;
        const std::size_t j = index.at(cause.value);
        for (std::size_t w = 0; w < words_; ++w) {
          past[i][w] |= past[j][w];
          conflicts[w] |= fits_[j][w];
        }
      };
      for (const Prefix::Touched& t : event.touched) follow(prefix_.chains()[t.saw].event);
      for (const PrefixEventId r : event.seen_reads) follow(r);
      set(past[i], i);
      const auto exclude = [&](PrefixEventId other) {
        const auto j = index.find(other.value);
        if (j == index.end() || j->second >= i || has(past[i], j->second)) return;
        for (std::size_t w = 0; w < words_; ++w) conflicts[w] |= future[j->second][w];
      };
      for (const Prefix::Touched& t : event.touched) {
        const Chains::Node& saw = prefix_.chains()[t.saw];
        for (const Chains::Child& child : saw.children) {
          const PrefixEventId other = prefix_.chains()[child.node].event;
          // A write after this very read is no conflict if it has seen it; then it comes later.
          exclude(other);
        }
        if (t.access != Access::Write) continue;
        for (const PrefixEventId r : saw.readers) exclude(r);
      }
      for (std::size_t w = 0; w < words_; ++w) {
        for (std::uint64_t bits = past[i][w]; bits != 0; bits &= bits - 1) {
          set(future[64 * w + static_cast<std::size_t>(std::countr_zero(bits))], i);
        }
        for (std::uint64_t bits = conflicts[w]; bits != 0; bits &= bits - 1) {
          set(fits_[64 * w + static_cast<std::size_t>(std::countr_zero(bits))], i);
        }
      }
      fits_[i] = std::move(conflicts);
    }
    for (std::size_t i = 0; i < events_.size(); ++i) {
      for (std::uint64_t& bits : fits_[i]) bits = ~bits;
      fits_[i][i / 64] &= ~(1ULL << (i % 64));
      for (std::size_t j = events_.size(); j < 64 * words_; ++j) {
        fits_[i][j / 64] &= ~(1ULL << (j % 64));
      }
    }
    return true;
  }

  // All maximal cliques that contain the picked events, some of `open`, and none of `closed`.
  void search(Bits open, Bits closed) {
    if (is_stopped_ || (is_enough_ && is_enough_())) {
      is_stopped_ = true;
      return;
    }
    // The pivot: most of what is open fits it, so few others have to be tried.
    std::size_t best = 0;
    std::size_t most = 0;
    bool is_empty = true;
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t bits = open[w] | closed[w]; bits != 0; bits &= bits - 1) {
        const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(bits));
        std::size_t count = 0;
        for (std::size_t v = 0; v < words_; ++v) {
          count += static_cast<std::size_t>(std::popcount(open[v] & fits_[i][v]));
        }
        if (is_empty || count > most) {
          best = i;
          most = count;
        }
        is_empty = false;
      }
    }
    if (is_empty) {
      ++found_;
      if (visit_) visit_(picked_);
      return;
    }
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t bits = open[w] & ~fits_[best][w]; bits != 0; bits &= bits - 1) {
        const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(bits));
        Bits next_open(words_);
        Bits next_closed(words_);
        for (std::size_t v = 0; v < words_; ++v) {
          next_open[v] = open[v] & fits_[i][v];
          next_closed[v] = closed[v] & fits_[i][v];
        }
        picked_.push_back(events_[i]);
        search(std::move(next_open), std::move(next_closed));
        picked_.pop_back();
        open[w] &= ~(1ULL << (i % 64));
        closed[w] |= 1ULL << (i % 64);
      }
    }
  }

  const Prefix& prefix_;
  const std::function<bool()>& is_enough_;
  const std::function<void(const std::vector<PrefixEventId>&)>& visit_;
  std::vector<PrefixEventId> events_;
  std::size_t words_ = 0;
  std::vector<Bits> fits_;
  std::vector<PrefixEventId> picked_;
  std::uint64_t found_ = 0;
  bool is_stopped_ = false;
};

// If nothing is cut off and whenever main ends all others have ended before, a maximal
// configuration is the history of main's end, or else somebody got stuck. So if nobody can get
// stuck and every event is in the history of such an end, these are all. (The second does not imply
// the first: two events of different ends may make a deadlock together, as in
// tests/prefix/maximal_test.cpp.)
std::optional<std::uint64_t> count_ends(Prefix& prefix, const std::function<bool()>& is_enough) {
  if (prefix.figures().cutoffs > 0 || prefix.figures().faults > 0) return std::nullopt;
  std::vector<char> is_needed;
  std::vector<PrefixEventId> todo;
  std::uint64_t ends = 0;
  const auto need = [&](PrefixEventId e) {
    if (e.is_none()) return;
    if (is_needed.size() <= e.index()) is_needed.resize(e.index() + 1);
    if (is_needed[e.index()] != 0) return;
    is_needed[e.index()] = 1;
    todo.push_back(e);
  };
  for (const PrefixEventId e : prefix.events()) {
    const Prefix::Event& event = prefix[e];
    if (event.agent != kMainAgent || event.kind != OpKind::ThreadExit) continue;
    ++ends;
    for (std::uint32_t c = 0; c < event.view.last.size(); ++c) {
      if (prefix.agent_of(ComponentId{c}).is_none()) continue;
      const ValueId local = prefix.value(event.view, ComponentId{c});
      if (local != 0 && prefix.agent_of(ComponentId{c}) != kMainAgent) return std::nullopt;
    }
    need(e);
  }
  std::size_t needed = 0;
  while (!todo.empty()) {
    const PrefixEventId e = todo.back();
    todo.pop_back();
    ++needed;
    for (const Prefix::Touched& t : prefix[e].touched) need(prefix.chains()[t.saw].event);
    for (const PrefixEventId r : prefix[e].seen_reads) need(r);
  }
  if (needed != prefix.events().size()) return std::nullopt;
  const StandstillSearch stuck = find_deadlocks(prefix, is_enough);
  return stuck.is_complete && stuck.found.empty() ? std::optional(ends) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> count_maximal_configurations(
    Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough,
    const std::function<void(const std::vector<PrefixEventId>&)>& visit) {
  if (const auto ends = visit ? std::nullopt : count_ends(prefix, is_enough)) return ends;
  Cliques cliques(prefix, is_enough, visit);
  if (cliques.size() > most) return std::nullopt;
  return cliques.count();
}

}  // namespace skein
