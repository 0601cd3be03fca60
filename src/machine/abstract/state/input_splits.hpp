// SPDX-License-Identifier: Apache-2.0
// Inputs that are divided: a thread that asks for such an input stops, and the step that takes the
// input has one outcome for each part of its values.
//
// So everything that follows is analysed for each part separately, whatever becomes of the input: a
// partition of traces. The parts have all values of the input, so nothing is lost. The session
// decides which inputs are worth it (session/prove/prove_round.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/program/thread.hpp"

namespace skein::abstract {

class InputSplits {
 public:
  // The call stack at which the program asks: function and instruction of each frame.
  using Place = std::vector<std::uint64_t>;
  static constexpr unsigned kMostLevels = 3;

  InputSplits() = default;
  // `constants`: those that the program compares with.
  explicit InputSplits(std::vector<std::uint64_t> constants) : constants_(std::move(constants)) {}

  [[nodiscard]] static Place place_of(const ir::Thread& t);

  // Divides the input of one of these places once more: the first of those that are divided least.
  // False if no input can be divided further.
  bool divide_one_of(const std::vector<Place>& places);
  // For tests: every input, once.
  void divide_all() { divides_all_ = true; }
  // How finely the input that the thread asks for is divided; 0: it is not.
  [[nodiscard]] unsigned level_at(const ir::Thread& t) const;

  // The parts of a signed number of `bits` bits; together they are the whole number.
  [[nodiscard]] std::vector<NumberId> parts_of(Numbers& numbers, NumberId number, unsigned bits,
                                               unsigned level) const;

 private:
  std::vector<std::uint64_t> constants_;  // of the program: where to cut first
  std::map<Place, unsigned> levels_;
  bool divides_all_ = false;
  std::set<std::uint64_t> tops_;  // the last frames of the places
};

}  // namespace skein::abstract
