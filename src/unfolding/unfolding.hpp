// The unfolding U: every event seen that is still needed, each once.
//
// Events are hash-consed: the same operation after the same history is the same EventId, whatever
// the run [QPOR Def.1]. An event also keeps its reversals: pairs of an event d of its history and
// an event that has the same label, but happens instead of d (Extensions finds them).
//
// Events that are no longer needed leave U [QPOR Alg.1 l.13] by collect(), which renumbers those
// that stay. So that `seen()` still counts every distinct event once, the fingerprints of those
// that left are remembered (8 bytes each).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/random.hpp"
#include "unfolding/event.hpp"
#include "unfolding/fingerprints.hpp"

namespace skein {

// Where events have gone in a collection; none for those that left.
class Relocation {
 public:
  explicit Relocation(std::vector<EventId> to) : to_(std::move(to)) {}
  [[nodiscard]] EventId operator()(EventId old) const {
    return old.is_none() ? old : to_[old.index()];
  }

 private:
  std::vector<EventId> to_;
};

class Unfolding {
 public:
  // What identifies an event. `preds` in canonical order, none of the event's own agent.
  struct Key {
    Label label;
    EventId parent;
    std::span<const EventId> preds;
    std::uint32_t rank_first = 0;
    std::uint32_t rank_second = 0;
  };

  Unfolding();

  EventId intern(const Key& key);

  [[nodiscard]] const Event& operator[](EventId e) const { return events_[e.index()]; }
  [[nodiscard]] Event& operator[](EventId e) { return events_[e.index()]; }

  [[nodiscard]] std::span<const EventId> preds(const Event& e) const {
    return {preds_.data() + e.preds, e.pred_count};
  }

  // Notes that `instead` has the label of e and is in immediate conflict with d, a cause of e.
  void add_reversal(EventId e, EventId d, EventId instead) {
    links_.push_back(Link{d, instead, (*this)[e].reversals});
    (*this)[e].reversals = static_cast<std::uint32_t>(links_.size() - 1);
  }

  // Calls visit(d, instead) for all reversals of e.
  template <class Visit>
  void for_reversals(EventId e, Visit visit) const {
    for (std::uint32_t i = (*this)[e].reversals; i != 0; i = links_[i].next) {
      visit(links_[i].reversed, links_[i].instead);
    }
  }

  // Removes what is not needed [QPOR Alg.1 l.13]: keeps the roots and their histories. The
  // reversals and is_reversed of `kept_whole` stay, and what they mention is kept too.
  Relocation collect(std::span<const EventId> roots, std::span<const EventId> kept_whole);

  [[nodiscard]] std::size_t size() const { return events_.size(); }
  [[nodiscard]] std::uint64_t seen() const { return seen_; }
  [[nodiscard]] std::uint64_t collections() const { return collections_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Link {
    EventId reversed;
    EventId instead;
    std::uint32_t next = 0;
  };

  // A slot has the upper half of the fingerprint beside the event, so that a look at another
  // event's slot ends there: most of the cost of interning is waiting for memory.
  struct Slot {
    std::uint32_t tag = 0;
    EventId event;
  };

  [[nodiscard]] std::uint64_t fingerprint(const Key& key) const;
  [[nodiscard]] bool matches(const Event& e, const Key& key) const;
  void grow_table();
  void place(EventId e);

  std::vector<Event> events_;
  std::vector<EventId> preds_;
  std::vector<Link> links_;  // links_[0] is unused: 0 ends a list
  std::vector<Slot> table_;  // open addressing, a power of two
  Fingerprints left_;        // of the events that left U
  std::uint64_t seen_ = 0;
  std::uint64_t collections_ = 0;
};

}  // namespace skein
