// SPDX-License-Identifier: Apache-2.0
// Difference bounds: what is known about x - y for two variables of an abstract state.
//
// A variable is a slot of a frame or a cell of shared memory. Its value is taken as a mathematical
// integer, signed or unsigned, and each bound says which; so nothing wraps around here, and the
// code that adds a bound has made sure that the operation it comes from does not. A zone is closed:
// what follows from two bounds is a bound of its own, so that a variable can be forgotten by
// leaving out its bounds. It is sparse, and has few bounds, since only variables that meet have
// any.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/states.hpp"

namespace skein::abstract {

// Cells from this number on are not objects of the program (ghost_cells.hpp).
inline constexpr std::uint32_t kFirstGhost = 0x80000000U;
[[nodiscard]] constexpr bool is_ghost(ObjectId cell) { return cell.value >= kFirstGhost; }

struct ZoneVariable {
  static constexpr std::uint32_t kCell = 0xffffffffU;

  std::uint32_t frame = kCell;  // kCell: a cell
  std::uint32_t place = 0;      // a slot, or the number of the object

  static ZoneVariable slot(std::size_t frame, std::size_t slot) {
    return {static_cast<std::uint32_t>(frame), static_cast<std::uint32_t>(slot)};
  }
  static ZoneVariable cell(ObjectId object) { return {kCell, object.value}; }

  [[nodiscard]] bool is_cell() const { return frame == kCell; }
  [[nodiscard]] ObjectId object() const { return ObjectId{place}; }

  friend auto operator<=>(const ZoneVariable&, const ZoneVariable&) = default;
};

// As what the bits of a variable are read.
struct Sense {
  std::uint8_t bits = 32;
  bool is_signed = true;

  friend auto operator<=>(const Sense&, const Sense&) = default;
};

// x - y <= most, both in this sense.
struct Difference {
  ZoneVariable x;
  ZoneVariable y;
  Sense sense;
  std::int64_t most = 0;

  friend auto operator<=>(const Difference&, const Difference&) = default;
};

class Zone {
 public:
  // The bound on x - y in some other domain, such as intervals; empty: none.
  using Otherwise =
      std::function<std::optional<std::int64_t>(ZoneVariable x, ZoneVariable y, Sense sense)>;

  [[nodiscard]] bool is_empty() const { return bounds_.empty(); }
  [[nodiscard]] const std::vector<Difference>& bounds() const { return bounds_; }  // sorted
  [[nodiscard]] std::optional<std::int64_t> bound(ZoneVariable x, ZoneVariable y,
                                                  Sense sense) const;

  // Adds a bound, and what follows from it. False: no values are left.
  [[nodiscard]] bool add(const Difference& bound);
  // x = y + offset. REQUIRES: x has no bounds in this sense.
  void assign(ZoneVariable x, ZoneVariable y, Sense sense, std::int64_t offset);
  // Adds a bound, and nothing that follows from it.
  void put(const Difference& bound) { static_cast<void>(tighten(bound)); }
  void forget(ZoneVariable x);
  // Keeps the bounds that are wanted.
  template <class Wanted>
  void keep(const Wanted& wanted) {
    std::erase_if(bounds_, [&](const Difference& bound) { return !wanted(bound); });
  }

  // Adds bounds and what follows from them, but of ghost cells nothing else: with many threads
  // that would be most. REQUIRES: all are about cells.
  void add_facts(const std::vector<Difference>& facts);

  // The bounds that hold in both; what a zone does not say its `otherwise` may. If it widens,
  // bounds that have grown since are left out, but for growth up to -1, 0 or 1.
  [[nodiscard]] static Zone join(const Zone& a, const Otherwise& a_otherwise, const Zone& b,
                                 const Otherwise& b_otherwise, bool widens);
  // Whether every bound of this zone holds in the other.
  [[nodiscard]] bool covers(const Zone& small, const Otherwise& otherwise) const;

  friend bool operator==(const Zone&, const Zone&) = default;

 private:
  static constexpr std::size_t kMostBounds = 192;

  // Makes one bound as small as this. False: it was.
  bool tighten(const Difference& bound);

  std::vector<Difference> bounds_;
};

}  // namespace skein::abstract
