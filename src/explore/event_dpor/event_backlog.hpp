// SPDX-License-Identifier: Apache-2.0
// What is still to be explored: words, each with an order in which it can be executed.
//
// A stack, so that the next run is like the last one and most of its steps need not be looked at
// again. There may be hundreds of thousands, so everything is packed into one row of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/step.hpp"
#include "explore/event_dpor/event_archive.hpp"

namespace skein::event {

class Backlog {
 public:
  // What the run must contain.
  struct Goal {
    std::vector<Known> events;  // the maximal ones of the word's steps
    Print last;                 // that of its last operation
  };
  struct Entry {
    Goal goal;
    std::vector<Move> moves;  // the word's steps and its last operation
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
    for (const Known event : entry.goal.events) number(event);
    number(entry.goal.last.high >> 32U);
    number(entry.goal.last.high & 0xffffffffU);
    number(entry.goal.last.low >> 32U);
    number(entry.goal.last.low & 0xffffffffU);
    sizes.goal = static_cast<std::uint32_t>(bytes_.size() - sizes.at);
    sizes.moves = static_cast<std::uint32_t>(entry.moves.size());
    for (const Move& m : entry.moves) {
      number(m.agent.value);
      number(m.choice);
    }
    sizes_.push_back(sizes);
  }

  // About the entry pushed last. REQUIRES: there is one.
  void read_goal(Goal& goal) const {
    const Sizes& sizes = sizes_.back();
    std::size_t at = sizes.at;
    goal.events.clear();
    for (std::uint32_t i = 0; i < sizes.events; ++i) goal.events.push_back(read(at));
    goal.last.high = std::uint64_t{read(at)} << 32U;
    goal.last.high |= read(at);
    goal.last.low = std::uint64_t{read(at)} << 32U;
    goal.last.low |= read(at);
  }
  void read_moves(std::vector<Move>& moves) const {
    const Sizes& sizes = sizes_.back();
    std::size_t at = sizes.at + sizes.goal;
    moves.clear();
    for (std::uint32_t i = 0; i < sizes.moves; ++i) {
      const AgentId agent{read(at)};
      moves.push_back(Move{agent, read(at)});
    }
  }
  void pop() {
    bytes_.resize(sizes_.back().at);
    sizes_.pop_back();
  }

  // How many moves the entry pushed last begins with that are the first ones of these.
  [[nodiscard]] std::uint32_t shared_moves(std::span<const Move> moves) const {
    if (is_empty()) return 0;
    const Sizes& sizes = sizes_.back();
    std::size_t at = sizes.at + sizes.goal;
    std::uint32_t n = 0;
    for (; n < sizes.moves && n < moves.size(); ++n) {
      const std::uint32_t agent = read(at);
      const std::uint32_t choice = read(at);
      if (moves[n] != Move{AgentId{agent}, choice}) break;
    }
    return n;
  }

 private:
  struct Sizes {
    std::size_t at = 0;      // where it begins
    std::uint32_t goal = 0;  // the bytes of its goal; its moves are behind
    std::uint32_t events = 0;
    std::uint32_t moves = 0;
  };

  // Seven bits a byte, the lowest first; a set top bit says that more follow.
  void number(std::uint64_t value) {
    while (value >= 0x80U) {
      bytes_.push_back(static_cast<std::uint8_t>(value | 0x80U));
      value >>= 7U;
    }
    bytes_.push_back(static_cast<std::uint8_t>(value));
  }
  [[nodiscard]] std::uint32_t read(std::size_t& at) const {
    std::uint32_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint32_t byte = bytes_[at++];
      value |= (byte & 0x7fU) << shift;
      if (byte < 0x80U) return value;
    }
  }

  std::vector<std::uint8_t> bytes_;
  std::vector<Sizes> sizes_;
};

}  // namespace skein::event
