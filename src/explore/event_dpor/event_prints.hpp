// SPDX-License-Identifier: Apache-2.0
// What makes two steps of two runs the same event, as 128 bits.
//
// A step is an event with its history [QPOR Sec.2]: its agent and the event before in it, the
// operation and the choice taken, and for every object touched the last writing event and, if it
// writes itself, the reading events since. The print of a step is made from the prints of these.
// Equal events have equal prints. Different ones have different prints but for accident, among n
// events with probability below n^2 / 2^129: a hundred million events, one in 10^22.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/event_dpor/event_word.hpp"

namespace skein::event {

struct Print {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const Print&, const Print&) = default;
  // A sum: of a set, in no order. What is added are terms.
  void add(const Print& term) {
    high += term.high;
    low += term.low;
  }
  [[nodiscard]] Print term() const;
};

class Prints {
 public:
  // Prints of the trace's steps; the first `shared` are those of the call before.
  void follow(const Trace& trace, Position shared);

  [[nodiscard]] const Print& operator[](Position step) const { return prints_[step]; }
  // That of the word's last operation, executed after the word.
  [[nodiscard]] Print of_last(const Trace& trace, const Word& word) const;
  // That of the word: equal words, equal prints, whatever the run.
  [[nodiscard]] Print of_word(const Trace& trace, const Word& word) const;

 private:
  [[nodiscard]] Print make(const Trace& trace, const KnownMove& move,
                           const std::array<dpor::Touch, 2>& before,
                           const std::array<Access, 2>& access, const Word* word) const;

  std::vector<Print> prints_;
  std::vector<Print> terms_;  // of these
};

}  // namespace skein::event
