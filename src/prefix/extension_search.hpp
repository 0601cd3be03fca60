// SPDX-License-Identifier: Apache-2.0
// The possible extensions of a prefix: which events a new event e makes possible.
//
// An event is an agent at a node p of its chain (which determines its next step) and, for every
// object it touches, the write it sees and, if it writes, the reads since then that it has seen.
// Its history K is the union of the histories of all these. An event is new if e is among these:
//
// - e is p itself (or the creation of an agent whose first operation it is): all writes and all
//   sets of reads that fit [e];
// - e is a write that is seen, or a read that is seen by a writer: all p, of every other agent,
//   that fit e and whose operation clashes with e.
//
// A walk down the chains (fitting_walk.hpp) finds these p, and the writes and reads that can be
// chosen. Where the walk gets too long, an index (pending_index.hpp) finds the p, and all later
// writes are tried: if a node fits, so do those above it, so a whole branch is skipped at its first
// node that does not fit.
//
// The sets of reads of one write can be exponentially many [POET Ex.7]; each is a different trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "prefix/fitting_walk.hpp"
#include "prefix/pending_index.hpp"
#include "prefix/prefix.hpp"

namespace skein {

class ExtensionSearch {
 public:
  ExtensionSearch(Prefix& prefix, const PrefixOptions& options)
      : prefix_(prefix), walk_(prefix, options), index_(prefix) {}

  // The first events, those of main.
  void begin();
  // REQUIRES: e and all other events of its size are attached and entered.
  void extend(PrefixEventId e);
  void enter(PrefixEventId e) { walk_.enter(e); }

  // New events, by the size of their histories: stored in the prefix, but not yet added to it.
  // Extending may move the lists.
  [[nodiscard]] std::vector<std::vector<PrefixEventId>>& found() { return found_; }

 private:
  void extend_at(ChainId p, PrefixEventId e);
  void choose_writes(const View& K, std::size_t i);
  void choose_write(const View& K, std::size_t i, ChainId w);
  void try_write(const View& K, std::size_t i, ChainId w);
  void choose_reads(const View& K);
  void choose_read(const View& K, std::size_t i);
  void list_readers(const View& K, const Prefix::Touched& t);
  void emit(const View& K);
  void add_events(const View& K, std::uint32_t choices);
  [[nodiscard]] bool join(const View& K, const View& with, View& joined) const;
  [[nodiscard]] std::uint32_t size_of(const View& K) const;
  [[nodiscard]] std::uint32_t level_of_causes() const;
  // The record of what the events have written that the current operation comes after.
  [[nodiscard]] CarriedId carried_before();

  Prefix& prefix_;
  FittingWalk walk_;
  PendingIndex index_;
  std::vector<std::vector<PrefixEventId>> found_;  // by size

  // State of the current search.
  bool is_walk_complete_ = false;
  const View* walked_view_ = nullptr;  // of a complete walk: everything found fits it
  EventKey key_;                       // the agent, and what its operation touches and sees
  std::vector<PrefixEventId> readers_;
  std::vector<PrefixEventId> left_out_;  // readers left out
  std::deque<View> views_;               // a stack; views_in_use_ of them are in use
  std::size_t views_in_use_ = 0;
  std::vector<ValueId> values_;
  std::vector<CarriedId> records_;
  CarriedId carried_ = kNothingCarried;
};

}  // namespace skein
