// SPDX-License-Identifier: Apache-2.0
#include "cliques.hpp"

#include <bit>
#include <unordered_map>
#include <utility>
#include <vector>

namespace skein::testing {

namespace {

using Bits = std::vector<std::uint64_t>;

class Cliques {
 public:
  explicit Cliques(const Prefix& prefix) : prefix_(prefix) {
    for (const PrefixEventId e : prefix.events()) {
      if (!prefix[e].is_cutoff) events_.push_back(e);
    }
    words_ = (events_.size() + 63) / 64;
  }

  std::uint64_t count() {
    find_conflicts();
    Bits all(words_, 0);
    for (std::size_t i = 0; i < events_.size(); ++i) all[i / 64] |= 1ULL << (i % 64);
    search(all, Bits(words_, 0));
    return found_;
  }

 private:
  // Fills fits_. An event conflicts with what its causes conflict with, and with everything after
  // an event that saw the same write of something, one of the two writing it. Causes come first.
  void find_conflicts() {
    std::unordered_map<std::uint32_t, std::size_t> index;
    for (std::size_t i = 0; i < events_.size(); ++i) index[events_[i].value] = i;
    const auto set = [](Bits& bits, std::size_t i) { bits[i / 64] |= 1ULL << (i % 64); };
    const auto has = [](const Bits& bits, std::size_t i) {
      return (bits[i / 64] >> (i % 64) & 1U) != 0;
    };
    std::vector<Bits> past(events_.size(), Bits(words_, 0));    // and the event itself
    std::vector<Bits> future(events_.size(), Bits(words_, 0));  // of those so far; and itself
    fits_.assign(events_.size(), Bits(words_, 0));              // first: conflicts
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Prefix::Event& event = prefix_[events_[i]];
      Bits conflicts(words_, 0);
      const auto follow = [&](PrefixEventId cause) {
        if (cause.is_none()) return;
        const std::size_t j = index.at(cause.value);
        for (std::size_t w = 0; w < words_; ++w) {
          past[i][w] |= past[j][w];
          conflicts[w] |= fits_[j][w];
        }
      };
      for (const Prefix::Touched& t : event.touched) follow(prefix_.chains()[t.saw].event);
      for (const PrefixEventId r : event.seen_reads) follow(r);
      set(past[i], i);
      const auto exclude = [&](PrefixEventId other) {
        const auto j = index.find(other.value);
        if (j == index.end() || j->second >= i || has(past[i], j->second)) return;
        for (std::size_t w = 0; w < words_; ++w) conflicts[w] |= future[j->second][w];
      };
      for (const Prefix::Touched& t : event.touched) {
        const Chains::Node& saw = prefix_.chains()[t.saw];
        for (const Chains::Child& child : saw.children) {
          const PrefixEventId other = prefix_.chains()[child.node].event;
          // A write after this very read is not a conflict if it has seen it; then it comes later.
          exclude(other);
        }
        if (t.access != Access::Write) continue;
        for (const PrefixEventId r : saw.readers) exclude(r);
      }
      for (std::size_t w = 0; w < words_; ++w) {
        for (std::uint64_t bits = past[i][w]; bits != 0; bits &= bits - 1) {
          set(future[64 * w + static_cast<std::size_t>(std::countr_zero(bits))], i);
        }
        for (std::uint64_t bits = conflicts[w]; bits != 0; bits &= bits - 1) {
          set(fits_[64 * w + static_cast<std::size_t>(std::countr_zero(bits))], i);
        }
      }
      fits_[i] = std::move(conflicts);
    }
    for (std::size_t i = 0; i < events_.size(); ++i) {
      for (std::uint64_t& bits : fits_[i]) bits = ~bits;
      fits_[i][i / 64] &= ~(1ULL << (i % 64));
      for (std::size_t j = events_.size(); j < 64 * words_; ++j) {
        fits_[i][j / 64] &= ~(1ULL << (j % 64));
      }
    }
  }

  // All maximal cliques that contain what was picked, some of `open`, and none of `closed`.
  void search(Bits open, Bits closed) {
    // The pivot: most of what is open fits it, so few others have to be tried.
    std::size_t best = 0;
    std::size_t most = 0;
    bool is_empty = true;
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t bits = open[w] | closed[w]; bits != 0; bits &= bits - 1) {
        const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(bits));
        std::size_t count = 0;
        for (std::size_t v = 0; v < words_; ++v) {
          count += static_cast<std::size_t>(std::popcount(open[v] & fits_[i][v]));
        }
        if (is_empty || count > most) {
          best = i;
          most = count;
        }
        is_empty = false;
      }
    }
    if (is_empty) {
      ++found_;
      return;
    }
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t bits = open[w] & ~fits_[best][w]; bits != 0; bits &= bits - 1) {
        const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(bits));
        Bits next_open(words_);
        Bits next_closed(words_);
        for (std::size_t v = 0; v < words_; ++v) {
          next_open[v] = open[v] & fits_[i][v];
          next_closed[v] = closed[v] & fits_[i][v];
        }
        search(std::move(next_open), std::move(next_closed));
        open[w] &= ~(1ULL << (i % 64));
        closed[w] |= 1ULL << (i % 64);
      }
    }
  }

  const Prefix& prefix_;
  std::vector<PrefixEventId> events_;
  std::size_t words_ = 0;
  std::vector<Bits> fits_;
  std::uint64_t found_ = 0;
};

}  // namespace

std::uint64_t count_maximal_cliques(const Prefix& prefix) { return Cliques(prefix).count(); }

}  // namespace skein::testing
