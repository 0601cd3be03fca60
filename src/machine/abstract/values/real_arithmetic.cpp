// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/values/real_arithmetic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "machine/ir/program/arithmetic.hpp"

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Instruction;

// A format of 32 or 64 bits.
struct RealFormat {
  explicit RealFormat(unsigned width)
      : bits(width),
        sign(1ULL << (width - 1)),
        infinity(width == 32 ? 0x7f800000U : 0x7ffULL << 52U) {}

  [[nodiscard]] bool is_nan(std::uint64_t x) const { return (x & ~sign) > infinity; }
  // In the order of the numbers, -0 before +0.
  [[nodiscard]] std::uint64_t rank(std::uint64_t x) const {
    return (x & sign) != 0 ? sign - 1 - (x & ~sign) : sign + x;
  }

  unsigned bits;
  std::uint64_t sign;
  std::uint64_t infinity;  // positive; NaN is above
};

enum class RealKind : std::uint8_t { Zero, Finite, Infinite, NaN };

// Elements of one kind and sign. The ends are bits.
struct Piece {
  RealKind kind;
  bool is_negative;
  std::uint64_t least;  // as a magnitude
  std::uint64_t most;
};

std::vector<Piece> pieces_of(const RealFormat& f, const Parts& parts) {
  std::vector<Piece> pieces;
  for (const bool is_negative : {false, true}) {
    const std::uint64_t from = is_negative ? f.sign : 0;
    const auto add = [&](RealKind kind, std::uint64_t lo, std::uint64_t hi) {
      for (const Strided& part : parts) {
        if (const auto kept = clipped(part, from + lo, from + hi)) {
          pieces.push_back({kind, is_negative, kept->lo, kept->hi});
        }
      }
    };
    add(RealKind::Zero, 0, 0);
    add(RealKind::Finite, 1, f.infinity - 1);
    add(RealKind::Infinite, f.infinity, f.infinity);
    add(RealKind::NaN, f.infinity + 1, f.sign - 1);
  }
  return pieces;
}

void add_interval(Parts& parts, std::uint64_t lo, std::uint64_t hi) {
  parts.push_back({lo, hi, lo == hi ? 0U : 1U});
}

void add_nan(const RealFormat& f, Parts& parts) {
  add_interval(parts, f.infinity + 1, f.sign - 1);
  add_interval(parts, f.sign + f.infinity + 1, f.sign + f.sign - 1);
}

// All numbers from the least of these to the greatest. REQUIRES: none is NaN.
void add_between(const RealFormat& f, Parts& parts, std::initializer_list<std::uint64_t> corners) {
  std::uint64_t lo = *corners.begin();
  std::uint64_t hi = lo;
  for (const std::uint64_t corner : corners) {
    if (f.rank(corner) < f.rank(lo)) lo = corner;
    if (f.rank(corner) > f.rank(hi)) hi = corner;
  }
  const bool is_lo_negative = (lo & f.sign) != 0;
  const bool is_hi_negative = (hi & f.sign) != 0;
  if (is_lo_negative) add_interval(parts, is_hi_negative ? hi : f.sign, lo);
  if (!is_hi_negative) add_interval(parts, is_lo_negative ? 0 : lo, hi);
}

std::uint64_t machine(const Instruction& in, std::uint64_t a, std::uint64_t b) {
  ir::Trouble ignored = ir::Trouble::None;
  return ir::compute(in, a, b, ignored);
}

// The rest of a division has the sign of the dividend and is smaller than both.
void add_rest(const RealFormat& f, const Piece& a, const Piece& b, Parts& parts) {
  if (a.kind == RealKind::Infinite || b.kind == RealKind::Zero) return add_nan(f, parts);
  if (a.kind == RealKind::Zero || b.kind == RealKind::Infinite) {
    return add_interval(parts, a.least, a.most);
  }
  const std::uint64_t sign = a.is_negative ? f.sign : 0;
  add_interval(parts, sign, sign + std::min(a.most & ~f.sign, b.most & ~f.sign));
}

void add_pair(const RealFormat& f, const Instruction& in, const Piece& a, const Piece& b,
              Parts& parts) {
  if (a.kind == RealKind::NaN || b.kind == RealKind::NaN) return add_nan(f, parts);
  if (in.code == Code::FRem) return add_rest(f, a, b, parts);
  const std::uint64_t first = machine(in, a.least, b.least);
  if (f.is_nan(first)) return add_nan(f, parts);
  add_between(f, parts,
              {first, machine(in, a.least, b.most), machine(in, a.most, b.least),
               machine(in, a.most, b.most)});
}

// From a real to an integer: toward zero.
void add_integer(const Instruction& in, const Piece& a, Parts& parts) {
  const bool is_signed = in.code == Code::FPToSI;
  const std::uint64_t top = ir::cut_to(kLargest, in.bits);
  const double lowest = is_signed ? -std::ldexp(1.0, static_cast<int>(in.bits) - 1) : 0;
  const double beyond = std::ldexp(1.0, static_cast<int>(in.bits) - (is_signed ? 1 : 0));
  if (a.kind == RealKind::NaN) return add_interval(parts, 0, top);
  const double x = std::trunc(ir::real_of(a.least, in.bits2));
  const double y = std::trunc(ir::real_of(a.most, in.bits2));
  const auto [lo, hi] = std::minmax(x, y);
  // The machine has no result for the lowest of 64 bits either.
  const bool is_too_low = in.bits == 64 && is_signed ? lo <= lowest : lo < lowest;
  if (is_too_low || hi >= beyond) return add_interval(parts, 0, top);
  const auto whole = [&](double z) {
    return is_signed ? ir::cut_to(static_cast<std::uint64_t>(static_cast<std::int64_t>(z)), in.bits)
                     : static_cast<std::uint64_t>(z);
  };
  // A piece has one sign, so nothing wraps around; but -0.5 becomes 0.
  if (hi == 0 && lo < 0) {
    parts.push_back(Strided::constant(0));
    return add_interval(parts, whole(lo), top);
  }
  add_interval(parts, whole(lo), whole(hi));
}

// From an integer to a real.
void add_real(const RealFormat& f, const Instruction& in, const Strided& part, Parts& parts) {
  const std::uint64_t sign = 1ULL << (in.bits2 - 1U);
  const auto add = [&](const std::optional<Strided>& kept) {
    if (kept) add_between(f, parts, {machine(in, kept->lo, 0), machine(in, kept->hi, 0)});
  };
  if (in.code == Code::UIToFP) return add(part);
  add(clipped(part, 0, sign - 1));
  add(clipped(part, sign, kLargest));
}

// Where -0 and +0 are the same.
std::int64_t value_rank(const RealFormat& f, std::uint64_t x) {
  const auto magnitude = static_cast<std::int64_t>(x & ~f.sign);
  return (x & f.sign) != 0 ? -magnitude : magnitude;
}

struct RankInterval {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
};

RankInterval ranks_of(const RealFormat& f, const Piece& piece) {
  const std::int64_t x = value_rank(f, piece.least);
  const std::int64_t y = value_rank(f, piece.most);
  return {std::min(x, y), std::max(x, y)};
}

constexpr unsigned kEqual = 1;
constexpr unsigned kGreater = 2;
constexpr unsigned kLess = 4;
constexpr unsigned kUnordered = 8;

// How elements of the two may compare, as a set of the bits above.
unsigned comparisons(const RealFormat& f, const Piece& a, const Piece& b) {
  if (a.kind == RealKind::NaN || b.kind == RealKind::NaN) return kUnordered;
  const RankInterval x = ranks_of(f, a);
  const RankInterval y = ranks_of(f, b);
  return (x.lo <= y.hi && y.lo <= x.hi ? kEqual : 0U) | (x.hi > y.lo ? kGreater : 0U) |
         (x.lo < y.hi ? kLess : 0U);
}

// The elements of a piece of `part` whose values lie between these.
void add_ranks(const RealFormat& f, const Parts& from, const Piece& piece, RankInterval to,
               Parts& parts) {
  const RankInterval all = ranks_of(f, piece);
  const std::int64_t lo = std::max(all.lo, to.lo);
  const std::int64_t hi = std::min(all.hi, to.hi);
  if (lo > hi) return;
  const std::uint64_t first =
      piece.is_negative ? f.sign + static_cast<std::uint64_t>(-hi) : static_cast<std::uint64_t>(lo);
  const std::uint64_t last =
      piece.is_negative ? f.sign + static_cast<std::uint64_t>(-lo) : static_cast<std::uint64_t>(hi);
  const Parts kept = clipped(from, std::max(first, piece.least), std::min(last, piece.most));
  parts.insert(parts.end(), kept.begin(), kept.end());
}

}  // namespace

bool is_real_arithmetic(Code code) {
  switch (code) {
    case Code::FAdd:
    case Code::FSub:
    case Code::FMul:
    case Code::FDiv:
    case Code::FRem:
    case Code::FNeg:
    case Code::FCmp:
    case Code::FPToUI:
    case Code::FPToSI:
    case Code::UIToFP:
    case Code::SIToFP:
    case Code::FPTrunc:
    case Code::FPExt: return true;
    default: return false;
  }
}

Parts compute_reals(const Instruction& in, const Parts& a, const Parts& b) {
  Parts parts;
  const bool is_from_integer = in.code == Code::UIToFP || in.code == Code::SIToFP;
  const bool is_conversion = in.code == Code::FPToUI || in.code == Code::FPToSI ||
                             in.code == Code::FPTrunc || in.code == Code::FPExt;
  if (is_from_integer) {
    for (const Strided& part : a) add_real(RealFormat(in.bits), in, part, parts);
    return parts;
  }
  if (in.code == Code::FNeg) return with_flipped_sign(a, in.bits);
  const RealFormat f(is_conversion ? in.bits2 : in.bits);
  const std::vector<Piece> left = pieces_of(f, a);
  if (is_conversion) {
    const bool is_real = in.code == Code::FPTrunc || in.code == Code::FPExt;
    const RealFormat to(is_real ? in.bits : 64);
    for (const Piece& piece : left) {
      if (!is_real) {
        add_integer(in, piece, parts);
      } else if (piece.kind == RealKind::NaN) {
        add_nan(to, parts);
      } else {
        add_between(to, parts, {machine(in, piece.least, 0), machine(in, piece.most, 0)});
      }
    }
    return parts;
  }
  unsigned seen = 0;
  for (const Piece& x : left) {
    for (const Piece& y : pieces_of(f, b)) {
      if (in.code == Code::FCmp) {
        seen |= comparisons(f, x, y);
      } else {
        add_pair(f, in, x, y, parts);
      }
    }
  }
  if ((seen & ~in.sub) != 0) parts.push_back(Strided::constant(0));
  if ((seen & in.sub) != 0) parts.push_back(Strided::constant(1));
  return parts;
}

Parts filtered_reals(unsigned predicate, unsigned bits, const Parts& a, const Parts& b) {
  const RealFormat f(bits);
  Parts parts;
  const std::vector<Piece> right = pieces_of(f, b);
  for (const Piece& x : pieces_of(f, a)) {
    for (const Piece& y : right) {
      constexpr std::int64_t kMost = INT64_MAX;
      const RankInterval all{-kMost, kMost};
      if (x.kind == RealKind::NaN || y.kind == RealKind::NaN) {
        if ((predicate & kUnordered) == 0) continue;
        const Parts kept = clipped(a, x.least, x.most);
        parts.insert(parts.end(), kept.begin(), kept.end());
        continue;
      }
      const RankInterval other = ranks_of(f, y);
      if ((predicate & kEqual) != 0) add_ranks(f, a, x, other, parts);
      if ((predicate & kLess) != 0) add_ranks(f, a, x, {all.lo, other.hi - 1}, parts);
      if ((predicate & kGreater) != 0) add_ranks(f, a, x, {other.lo + 1, all.hi}, parts);
    }
  }
  return parts;
}

Parts magnitudes_of(unsigned bits, const Parts& a) {
  const RealFormat f(bits);
  Parts parts = clipped(a, 0, f.sign - 1);
  for (const Strided& part : clipped(a, f.sign, kLargest)) {
    parts.push_back({part.lo - f.sign, part.hi - f.sign, part.stride});
  }
  // A signalling NaN becomes a quiet one on its way.
  if (!clipped(parts, f.infinity + 1, f.sign - 1).empty()) add_nan(f, parts);
  return parts;
}

// ---- Functions of math.h -------------------------------------------------------------------

namespace {

using RealFunction = double (*)(double);

// Monotone, exact for floats too, and without errors.
RealFunction rounding_of(std::string_view name) {
  struct Row {
    std::string_view name;
    RealFunction function;
  };
  static constexpr std::array<Row, 7> kRows = {{{"ceil", ::ceil},
                                                {"floor", ::floor},
                                                {"nearbyint", ::nearbyint},
                                                {"rint", ::rint},
                                                {"round", ::round},
                                                {"roundeven", ::roundeven},
                                                {"trunc", ::trunc}}};
  const auto* const found =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.name == name; });
  return found == kRows.end() ? nullptr : found->function;
}

std::uint64_t root_of(std::uint64_t x, unsigned bits) {
  // The root of a float, rounded as a double, is that of the float function after rounding again.
  if (bits == 64) return ir::bits_of(std::sqrt(ir::real_of(x, 64)), 64);
  return ir::bits_of(std::sqrt(static_cast<float>(ir::real_of(x, 32))), 32);
}

// fmin or fmax of two pieces: one of the operands.
void add_extreme(const RealFormat& f, bool is_least, const Piece& a, const Piece& b, Parts& parts) {
  if (a.kind == RealKind::NaN || b.kind == RealKind::NaN) {
    // The other one; but of a signalling NaN, NaN.
    add_nan(f, parts);
    if (a.kind != RealKind::NaN) add_interval(parts, a.least, a.most);
    if (b.kind != RealKind::NaN) add_interval(parts, b.least, b.most);
    return;
  }
  const auto ends = [&](const Piece& p) {
    return p.is_negative ? std::pair{p.most, p.least} : std::pair{p.least, p.most};
  };
  const auto pick = [&](std::uint64_t x, std::uint64_t y) {
    return (f.rank(x) < f.rank(y)) == is_least ? x : y;
  };
  const auto [alo, ahi] = ends(a);
  const auto [blo, bhi] = ends(b);
  if (a.kind == RealKind::Zero && b.kind == RealKind::Zero)
    return add_between(f, parts, {alo, blo});
  add_between(f, parts, {pick(alo, blo), pick(ahi, bhi)});
}

std::optional<Parts> compute_one(std::string_view name, const RealFormat& f, const Parts& a) {
  Parts parts;
  if (name == "fabs") return magnitudes_of(f.bits, a);
  const RealFunction rounding = rounding_of(name);
  const bool is_root = name == "sqrt";
  if (rounding == nullptr && !is_root) return std::nullopt;
  const auto apply = [&](std::uint64_t x) {
    return is_root ? root_of(x, f.bits) : ir::bits_of(rounding(ir::real_of(x, f.bits)), f.bits);
  };
  for (const Piece& piece : pieces_of(f, a)) {
    const bool is_wrong = is_root && piece.is_negative && piece.kind != RealKind::Zero;
    if (piece.kind == RealKind::NaN || is_wrong) {
      add_nan(f, parts);
    } else {
      add_between(f, parts, {apply(piece.least), apply(piece.most)});
    }
  }
  return parts;
}

}  // namespace

std::optional<Parts> compute_math(std::string_view name, unsigned bits, const Parts& a,
                                  const Parts& b) {
  const RealFormat f(bits);
  if (name == "fmin" || name == "fmax") {
    Parts parts;
    for (const Piece& x : pieces_of(f, a)) {
      for (const Piece& y : pieces_of(f, b)) add_extreme(f, name == "fmin", x, y, parts);
    }
    return parts;
  }
  if (name == "fmod") {
    Instruction in;
    in.code = Code::FRem;
    in.bits = static_cast<std::uint8_t>(bits);
    return compute_reals(in, a, b);
  }
  if (name == "copysign") {
    Parts parts;
    for (const Strided& part : clipped(magnitudes_of(bits, a), 0, f.sign - 1)) {
      if (!clipped(b, 0, f.sign - 1).empty()) parts.push_back(part);
      if (clipped(b, f.sign, kLargest).empty()) continue;
      parts.push_back({part.lo + f.sign, part.hi + f.sign, part.stride});
    }
    return parts;
  }
  return compute_one(name, f, a);
}

Parts reals_of_class(unsigned classes, unsigned bits, const Parts& a) {
  const RealFormat f(bits);
  const std::uint64_t quiet = bits == 32 ? 1ULL << 22U : 1ULL << 51U;
  const std::uint64_t normal = bits == 32 ? 1ULL << 23U : 1ULL << 52U;
  struct Row {
    unsigned positive;
    unsigned negative;
    std::uint64_t lo;
    std::uint64_t hi;
  };
  const Row rows[] = {{0x1, 0x1, f.infinity + 1, f.infinity + quiet - 1},
                      {0x2, 0x2, f.infinity + quiet, f.sign - 1},
                      {0x200, 0x4, f.infinity, f.infinity},
                      {0x100, 0x8, normal, f.infinity - 1},
                      {0x80, 0x10, 1, normal - 1},
                      {0x40, 0x20, 0, 0}};
  Parts parts;
  for (const Row& row : rows) {
    for (const bool is_negative : {false, true}) {
      if ((classes & (is_negative ? row.negative : row.positive)) == 0) continue;
      const std::uint64_t from = is_negative ? f.sign : 0;
      const Parts kept = clipped(a, from + row.lo, from + row.hi);
      parts.insert(parts.end(), kept.begin(), kept.end());
    }
  }
  return parts;
}

}  // namespace skein::abstract
