// SPDX-License-Identifier: Apache-2.0
// The unfolding U: every event seen that is still needed, each once.
//
// Events are hash-consed: the same operation after the same history is the same EventId in every
// run [QPOR Def.1]. An event also keeps its reversals: pairs of an event d of its history and an
// event that has the same label, but happens instead of d (Extensions finds them).
//
// collect() removes events that are no longer needed [QPOR Alg.1 l.13] and renumbers the others.
// The fingerprints of all events are kept (8 bytes each), so that `seen()` still counts every
// distinct event once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/fingerprints.hpp"
#include "core/flat_table.hpp"
#include "core/random.hpp"
#include "unfolding/event.hpp"

namespace skein {

// Maps old event numbers to new ones; none for removed events. Valid until the next collection.
class Relocation {
 public:
  explicit Relocation(std::span<const EventId> to) : to_(to) {}
  [[nodiscard]] EventId operator()(EventId old) const {
    return old.is_none() ? old : to_[old.index()];
  }

 private:
  std::span<const EventId> to_;
};

class Unfolding {
 public:
  // What identifies an event. `preds` is in canonical order, without events of the event's own
  // agent.
  struct Key {
    Label label;
    EventId parent;
    std::span<const EventId> preds;
    std::uint32_t rank_first = 0;
    std::uint32_t rank_second = 0;
  };

  Unfolding();

  // The event with this key, new if necessary. Most of the cost is waiting for memory, so the table
  // is asked last: if the parent has no children, the event is new, and the parent's newest child
  // is often the event sought. New events enter the table a little later.
  EventId intern(const Key& key);

  [[nodiscard]] const Event& operator[](EventId e) const { return store_.events[e.index()]; }
  [[nodiscard]] Event& operator[](EventId e) { return store_.events[e.index()]; }

  [[nodiscard]] std::span<const EventId> preds(const Event& e) const {
    return {store_.preds.data() + e.preds, e.pred_count};
  }

  // Records that `instead` has the label of e and is in immediate conflict with d, a cause of e.
  void add_reversal(EventId e, EventId d, EventId instead) {
    store_.links.push_back(Link{d, instead, (*this)[e].reversals});
    (*this)[e].reversals = static_cast<std::uint32_t>(store_.links.size() - 1);
  }

  // Calls visit(d, instead) for all reversals of e.
  template <class Visit>
  void for_reversals(EventId e, Visit visit) const {
    for (std::uint32_t i = (*this)[e].reversals; i != 0; i = store_.links[i].next) {
      visit(store_.links[i].reversed, store_.links[i].instead);
    }
  }

  // Removes what is not needed [QPOR Alg.1 l.13]: keeps the roots and their histories. The events
  // of `kept_whole` also keep their reversals and is_reversed, and what those mention.
  Relocation collect(std::span<const EventId> roots, std::span<const EventId> kept_whole);

  [[nodiscard]] std::size_t size() const { return store_.events.size(); }
  [[nodiscard]] std::uint64_t seen() const { return distinct_.size(); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Link {
    EventId reversed;
    EventId instead;
    std::uint32_t next = 0;
  };

  // A slot has the upper half of the fingerprint next to the event, so that most lookups reject
  // another event's slot without reading the event.
  struct Slot {
    std::uint32_t tag = 0;
    EventId event;

    [[nodiscard]] bool is_free() const { return event.is_none(); }
  };

  // The parts that grow with the number of events.
  struct Store {
    std::vector<Event> events;
    std::vector<EventId> preds;
    std::vector<Link> links;  // links[0] is unused: 0 ends a list

    void clear();
  };

  [[nodiscard]] std::uint64_t fingerprint(const Key& key) const;
  [[nodiscard]] bool matches(EventId e, const Key& key) const;
  [[nodiscard]] EventId find(std::uint64_t fingerprint, const Key& key);
  EventId add(std::uint64_t fingerprint, const Key& key);
  void mark_needed(std::span<const EventId> roots, std::span<const EventId> kept_whole);
  void move_marked();
  void link_child(EventId e);
  void enter_new();
  void fill_table(std::size_t slots);
  void enter(EventId e);

  Store store_;
  Store spare_;  // for the next collection: freshly obtained memory is slow
  FlatTable<Slot> table_;
  std::size_t entered_ = 0;  // the number of events in the table; the rest enter soon
  std::vector<std::uint8_t> marks_;
  std::vector<EventId> to_;
  std::vector<EventId> todo_;
  Fingerprints distinct_;  // of all events ever seen
};

}  // namespace skein
