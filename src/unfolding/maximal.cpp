#include "unfolding/maximal.hpp"

#include <bit>

namespace skein {

namespace {

using Bits = std::vector<std::uint64_t>;

class Cliques {
 public:
  Cliques(const Prefix& prefix, const std::function<bool()>& is_enough,
          const std::function<void(const std::vector<PrefixEventId>&)>& visit)
      : prefix_(prefix), is_enough_(is_enough), visit_(visit) {
    for (const PrefixEventId e : prefix.events()) {
      if (!prefix[e].is_cutoff) events_.push_back(e);
    }
    words_ = (events_.size() + 63) / 64;
  }

  [[nodiscard]] std::size_t size() const { return events_.size(); }

  std::optional<std::uint64_t> count() {
    fits_.assign(events_.size(), Bits(words_, 0));
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (is_enough_ && is_enough_()) return std::nullopt;
      for (std::size_t j = 0; j < i; ++j) {
        if (!prefix_.fit(prefix_[events_[i]].view, prefix_[events_[j]].view)) continue;
        fits_[i][j / 64] |= 1ULL << (j % 64);
        fits_[j][i / 64] |= 1ULL << (i % 64);
      }
    }
    Bits all(words_, 0);
    for (std::size_t i = 0; i < events_.size(); ++i) all[i / 64] |= 1ULL << (i % 64);
    search(all, Bits(words_, 0));
    if (is_stopped_) return std::nullopt;
    return found_;
  }

 private:
  // All maximal cliques that contain the picked events, some of `open`, and none of `closed`.
  void search(Bits open, Bits closed) {
    if (is_stopped_ || (is_enough_ && is_enough_())) {
      is_stopped_ = true;
      return;
    }
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
      if (visit_) visit_(picked_);
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
        picked_.push_back(events_[i]);
        search(std::move(next_open), std::move(next_closed));
        picked_.pop_back();
        open[w] &= ~(1ULL << (i % 64));
        closed[w] |= 1ULL << (i % 64);
      }
    }
  }

  const Prefix& prefix_;
  const std::function<bool()>& is_enough_;
  const std::function<void(const std::vector<PrefixEventId>&)>& visit_;
  std::vector<PrefixEventId> events_;
  std::size_t words_ = 0;
  std::vector<Bits> fits_;
  std::vector<PrefixEventId> picked_;
  std::uint64_t found_ = 0;
  bool is_stopped_ = false;
};

}  // namespace

std::optional<std::uint64_t> count_maximal_configurations(
    const Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough,
    const std::function<void(const std::vector<PrefixEventId>&)>& visit) {
  Cliques cliques(prefix, is_enough, visit);
  if (cliques.size() > most) return std::nullopt;
  return cliques.count();
}

}  // namespace skein
