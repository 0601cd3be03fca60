// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/values/zone.hpp"

#include <algorithm>

namespace skein::abstract {

namespace {

// Beyond these, bounds say nothing about numbers of up to 64 bits, and sums of three fit.
constexpr std::int64_t kFarthest = std::int64_t{1} << 60U;

bool comes_before(const Difference& a, const Difference& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.sense < b.sense;
}

bool is_about_same(const Difference& a, const Difference& b) {
  return a.x == b.x && a.y == b.y && a.sense == b.sense;
}

}  // namespace

std::optional<std::int64_t> Zone::bound(ZoneVariable x, ZoneVariable y, Sense sense) const {
  if (x == y) return 0;
  const Difference wanted{x, y, sense, 0};
  const auto at = std::lower_bound(bounds_.begin(), bounds_.end(), wanted, comes_before);
  if (at == bounds_.end() || !is_about_same(*at, wanted)) return std::nullopt;
  return at->most;
}

bool Zone::tighten(const Difference& bound) {
  if (bound.most > kFarthest || bound.most < -kFarthest) return false;
  const auto at = std::lower_bound(bounds_.begin(), bounds_.end(), bound, comes_before);
  if (at != bounds_.end() && is_about_same(*at, bound)) {
    if (at->most <= bound.most) return false;
    at->most = bound.most;
    return true;
  }
  bounds_.insert(at, bound);
  return true;
}

bool Zone::add(const Difference& bound) {
  if (bound.x == bound.y) return bound.most >= 0;
  const auto back = this->bound(bound.y, bound.x, bound.sense);
  if (back && *back + bound.most < 0) return false;
  if (!tighten(bound)) return true;
  // u - x <= p and y - v <= q: u - v <= p + most + q.
  std::vector<Difference> before = {{bound.x, bound.x, bound.sense, 0}};
  std::vector<Difference> after = {{bound.y, bound.y, bound.sense, 0}};
  for (const Difference& other : bounds_) {
    if (other.sense != bound.sense) continue;
    if (other.y == bound.x && other.x != bound.y) before.push_back(other);
    if (other.x == bound.y && other.y != bound.x) after.push_back(other);
  }
  for (const Difference& first : before) {
    for (const Difference& last : after) {
      const std::int64_t sum = first.most + bound.most + last.most;
      if (first.x == last.y) {
        if (sum < 0) return false;
      } else {
        tighten({first.x, last.y, bound.sense, sum});
      }
    }
  }
  // Too many: without those of the first slot.
  while (bounds_.size() > kMostBounds) forget(bounds_.front().x);
  return true;
}

void Zone::add_facts(const std::vector<Difference>& facts) {
  Zone given = *this;
  bool has_ghosts = false;
  for (const Difference& fact : facts) {
    has_ghosts |= is_ghost(fact.x.object()) || is_ghost(fact.y.object());
    given.put(fact);
    static_cast<void>(add(fact));
  }
  if (!has_ghosts) return;
  keep([&](const Difference& bound) {
    if (!is_ghost(bound.x.object()) && !is_ghost(bound.y.object())) return true;
    return given.bound(bound.x, bound.y, bound.sense).has_value();
  });
}

void Zone::assign(ZoneVariable x, ZoneVariable y, Sense sense, std::int64_t offset) {
  static_cast<void>(add({x, y, sense, offset}));
  static_cast<void>(add({y, x, sense, -offset}));
}

void Zone::forget(ZoneVariable x) {
  if (bounds_.empty()) return;
  std::erase_if(bounds_, [&](const Difference& bound) { return bound.x == x || bound.y == x; });
}

Zone Zone::join(const Zone& a, const Otherwise& a_otherwise, const Zone& b,
                const Otherwise& b_otherwise, bool widens) {
  Zone result;
  const auto add_common = [&](const Difference& like) {
    std::optional<std::int64_t> in_a = a.bound(like.x, like.y, like.sense);
    if (!in_a) in_a = a_otherwise(like.x, like.y, like.sense);
    std::optional<std::int64_t> in_b = b.bound(like.x, like.y, like.sense);
    if (!in_b) in_b = b_otherwise(like.x, like.y, like.sense);
    if (!in_a || !in_b) return;
    std::int64_t most = std::max(*in_a, *in_b);
    if (widens && most > *in_a) {
      if (most > 1) return;
      most = most <= -1 ? -1 : most;
    }
    result.tighten({like.x, like.y, like.sense, most});
  };
  for (const Difference& bound : a.bounds_) add_common(bound);
  if (widens) return result;  // what the first does not know by itself has grown
  for (const Difference& bound : b.bounds_) add_common(bound);
  return result;
}

bool Zone::covers(const Zone& small, const Otherwise& otherwise) const {
  return std::all_of(bounds_.begin(), bounds_.end(), [&](const Difference& bound) {
    std::optional<std::int64_t> theirs = small.bound(bound.x, bound.y, bound.sense);
    if (!theirs || *theirs > bound.most) {
      const auto other = otherwise(bound.x, bound.y, bound.sense);
      if (other && (!theirs || *other < *theirs)) theirs = other;
    }
    return theirs && *theirs <= bound.most;
  });
}

}  // namespace skein::abstract
