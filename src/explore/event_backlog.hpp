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

#include "explore/event_archive.hpp"
#include "model/step.hpp"

namespace skein::event {

class Backlog {
 public:
  struct Entry {
    std::vector<Move> moves;    // the word's steps and its last operation
    std::vector<Known> events;  // the maximal ones of its steps
    Print last;                 // that of its last operation
  };

  [[nodiscard]] bool is_empty() const { return sizes_.empty(); }
  [[nodiscard]] std::size_t size() const { return sizes_.size(); }
  void clear() {
    bytes_.clear();
    sizes_.clear();
    written_ = 0;
  }

  void push(const Entry& entry) {
    for (const Move& m : entry.moves) {
      number(m.agent.value);
      number(m.choice);
    }
    for (const Known event : entry.events) number(event);
    number(entry.last.high >> 32U);
    number(entry.last.high & 0xffffffffU);
    number(entry.last.low >> 32U);
    number(entry.last.low & 0xffffffffU);
    sizes_.push_back({static_cast<std::uint32_t>(entry.moves.size()),
                      static_cast<std::uint32_t>(entry.events.size()), bytes_.size() - written_});
    written_ = bytes_.size();
  }

  // How many moves the entry to be popped next begins with that are the first ones of these.
  [[nodiscard]] std::uint32_t shared_moves(std::span<const Move> moves) const {
    if (is_empty()) return 0;
    const Sizes& sizes = sizes_.back();
    std::size_t at = written_ - sizes.bytes;
    std::uint32_t n = 0;
    for (; n < sizes.moves && n < moves.size(); ++n) {
      const std::uint32_t agent = read(at);
      const std::uint32_t choice = read(at);
      if (moves[n] != Move{AgentId{agent}, choice}) break;
    }
    return n;
  }

  // REQUIRES: it is not empty.
  void pop(Entry& entry) {
    const Sizes sizes = sizes_.back();
    sizes_.pop_back();
    written_ -= sizes.bytes;
    std::size_t at = written_;
    entry.moves.clear();
    entry.events.clear();
    for (std::uint32_t i = 0; i < sizes.moves; ++i) {
      const AgentId agent{read(at)};
      entry.moves.push_back(Move{agent, read(at)});
    }
    for (std::uint32_t i = 0; i < sizes.events; ++i) entry.events.push_back(read(at));
    entry.last.high = std::uint64_t{read(at)} << 32U;
    entry.last.high |= read(at);
    entry.last.low = std::uint64_t{read(at)} << 32U;
    entry.last.low |= read(at);
    bytes_.resize(written_);
  }

 private:
  struct Sizes {
    std::uint32_t moves = 0;
    std::uint32_t events = 0;
    std::size_t bytes = 0;
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
  std::size_t written_ = 0;
  std::vector<Sizes> sizes_;
};

}  // namespace skein::event
