// SPDX-License-Identifier: Apache-2.0
// What is still to be explored: cuts, each with an order in which it can be executed.
//
// A stack, so that the next run resembles the last one and most of its steps need not be looked at
// again. There may be hundreds of thousands of entries, so all are packed into one vector of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/step.hpp"
#include "core/varint.hpp"
#include "explore/event_dpor/event_archive.hpp"

namespace skein::event {

class Backlog {
 public:
  // What the run must contain.
  struct Goal {
    std::vector<KnownEvent> events;  // the maximal ones among the cut's steps
    WideFingerprint last;            // that of the cut's last operation
  };
  struct Entry {
    Goal goal;
    std::vector<Move> moves;  // the cut's steps and its last operation
  };

  [[nodiscard]] bool is_empty() const { return sizes_.empty(); }
  [[nodiscard]] std::size_t size() const { return sizes_.size(); }
  void clear() {
    bytes_.clear();
    sizes_.clear();
  }

  void push(const Entry& entry) {
    Sizes sizes;
    sizes.at = bytes_.size();
    sizes.events = static_cast<std::uint32_t>(entry.goal.events.size());
    for (const KnownEvent event : entry.goal.events) append_varint(bytes_, event.value);
    for (const std::uint64_t lane : entry.goal.last.lanes) append_varint(bytes_, lane);
    sizes.goal = static_cast<std::uint32_t>(bytes_.size() - sizes.at);
    sizes.moves = static_cast<std::uint32_t>(entry.moves.size());
    for (const Move& m : entry.moves) {
      append_varint(bytes_, m.agent.value);
      append_varint(bytes_, m.choice);
    }
    sizes_.push_back(sizes);
  }

  // The next functions concern the entry pushed last. REQUIRES: the backlog is not empty.
  void read_goal(Goal& goal) const {
    const Sizes& sizes = sizes_.back();
    std::size_t at = sizes.at;
    goal.events.clear();
    for (std::uint32_t i = 0; i < sizes.events; ++i) goal.events.emplace_back(read(at));
    for (std::uint64_t& lane : goal.last.lanes) lane = take_varint(bytes_, at);
  }
  void read_moves(std::vector<Move>& moves) const {
    const Sizes& sizes = sizes_.back();
    std::size_t at = sizes.at + sizes.goal;
    moves.clear();
    for (std::uint32_t i = 0; i < sizes.moves; ++i) moves.push_back(read_move(at));
  }
  void pop() {
    bytes_.resize(sizes_.back().at);
    sizes_.pop_back();
  }

  // The number of leading moves that the entry pushed last shares with these; 0 if there is no
  // entry.
  [[nodiscard]] std::uint32_t shared_moves(std::span<const Move> moves) const {
    if (is_empty()) return 0;
    const Sizes& sizes = sizes_.back();
    std::size_t at = sizes.at + sizes.goal;
    std::uint32_t n = 0;
    while (n < sizes.moves && n < moves.size() && moves[n] == read_move(at)) ++n;
    return n;
  }

 private:
  struct Sizes {
    std::size_t at = 0;      // where the entry begins
    std::uint32_t goal = 0;  // the size of its goal in bytes; its moves follow
    std::uint32_t events = 0;
    std::uint32_t moves = 0;
  };

  [[nodiscard]] std::uint32_t read(std::size_t& at) const {
    return static_cast<std::uint32_t>(take_varint(bytes_, at));
  }
  [[nodiscard]] Move read_move(std::size_t& at) const {
    const AgentId agent{read(at)};
    return Move{agent, read(at)};
  }

  std::vector<std::uint8_t> bytes_;
  std::vector<Sizes> sizes_;
};

}  // namespace skein::event
