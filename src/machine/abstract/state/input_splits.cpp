// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/state/input_splits.hpp"

#include <algorithm>

#include "machine/ir/program/arithmetic.hpp"

namespace skein::abstract {

namespace {

// By level: up to kMostSingle values are taken one by one, more are divided into kMostCuts parts.
constexpr std::size_t kMostSingle[] = {0, 16, 64, 256};
constexpr std::size_t kMostCuts[] = {0, 8, 16, 32};

std::uint64_t frame_key(const ir::Frame& frame) {
  return (std::uint64_t{frame.function.value} << 32U) | frame.pc;
}

// At most this many of them, evenly.
std::vector<std::int64_t> some_of(const std::set<std::int64_t>& cuts, std::size_t most) {
  std::vector<std::int64_t> all(cuts.begin(), cuts.end());
  if (all.size() <= most) return all;
  std::vector<std::int64_t> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

}  // namespace

InputSplits::Place InputSplits::place_of(const ir::Thread& t) {
  Place place;
  for (const ir::Frame& frame : t.frames) place.push_back(frame_key(frame));
  return place;
}

bool InputSplits::divide_one_of(const std::vector<Place>& places) {
  for (unsigned level = 0; level < kMostLevels; ++level) {
    for (const Place& place : places) {
      if (levels_[place] != level) continue;
      ++levels_[place];
      tops_.insert(place.back());
      return true;
    }
  }
  return false;
}

unsigned InputSplits::level_at(const ir::Thread& t) const {
  if (divides_all_) return 1;
  if (tops_.empty() || !tops_.contains(frame_key(t.frames.back()))) return 0;
  const auto found = levels_.find(place_of(t));
  return found == levels_.end() ? 0 : found->second;
}

std::vector<NumberId> InputSplits::parts_of(Numbers& numbers, NumberId number, unsigned bits,
                                            unsigned level) const {
  std::vector<NumberId> parts;
  for (const std::uint64_t one : numbers.elements(number, kMostSingle[level])) {
    parts.push_back(numbers.constant(one));
  }
  if (!parts.empty()) return parts;
  // A part begins at each cut.
  std::set<std::int64_t> cuts;
  const auto is_inside = [&](std::int64_t cut) {
    const NumberId at = numbers.constant(ir::cut_to(static_cast<std::uint64_t>(cut), bits));
    return !numbers.filter(ir::Compare::SLT, bits, number, at).is_none() &&
           !numbers.filter(ir::Compare::SGE, bits, number, at).is_none();
  };
  for (const std::uint64_t constant : constants_) {
    const std::int64_t cut = ir::signed_of(ir::cut_to(constant, bits), bits);
    if (is_inside(cut)) cuts.insert(cut);
  }
  // Then in the middle of what is left, once for each further level.
  const auto [least, most] = numbers.signed_bounds(number);
  for (unsigned round = cuts.empty() ? 0 : 1; round < level; ++round) {
    std::vector<std::int64_t> ends{least};
    ends.insert(ends.end(), cuts.begin(), cuts.end());
    ends.push_back(most);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      const std::int64_t middle = ends[i] / 2 + ends[i + 1] / 2;
      if (is_inside(middle)) cuts.insert(middle);
    }
  }
  NumberId rest = number;
  for (const std::int64_t cut : some_of(cuts, kMostCuts[level])) {
    const NumberId at = numbers.constant(ir::cut_to(static_cast<std::uint64_t>(cut), bits));
    const NumberId below = numbers.filter(ir::Compare::SLT, bits, rest, at);
    if (!below.is_none()) parts.push_back(below);
    rest = numbers.filter(ir::Compare::SGE, bits, rest, at);
    if (rest.is_none()) return parts;
  }
  parts.push_back(rest);
  return parts;
}

}  // namespace skein::abstract
