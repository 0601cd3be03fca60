// SPDX-License-Identifier: Apache-2.0
#include "unfolding/comb.hpp"

#include <algorithm>

#include "core/ensure.hpp"

namespace skein {

namespace {

std::uint64_t bit(std::uint32_t number) { return std::uint64_t{1} << (number % 64); }

// One bit for the agent, one for each object: events without a common bit are independent.
std::uint64_t footprint(const Event& e) {
  const OpTraits& t = traits(e.kind);
  return bit(e.agent.value) | (t.first == Access::None ? 0 : bit(e.first.value * 7 + 32)) |
         (t.second == Access::None ? 0 : bit(e.second.value * 7 + 32));
}

}  // namespace

// REQUIRES: x extends the configuration, and the tooth fits it. They fit each other iff x is in the
// tooth's history or no missing event of that history clashes with x.
bool Comb::fits_with(const Tooth& tooth, EventId x) const {
  const Event& e = unfolding_[x];
  const std::uint64_t own = footprint(e);
  if ((own & tooth.touched) == 0) return true;
  const Operation op = e.op();
  bool has_clash = false;
  for (std::size_t i = tooth.begin; i < tooth.end; ++i) {
    if ((own & footprints_[i]) == 0) continue;  // neither x nor in its way
    const EventId h = histories_[i];
    if (h == x) return true;
    const Event& other = unfolding_[h];
    if (!has_clash && (other.agent == e.agent || depends(other.op(), op))) {
      has_clash = !configuration_.contains(h);
    }
  }
  return !has_clash;
}

void Comb::push(EventId x) {
  path_.push_back(here_);
  const std::size_t begin = here_.spikes_begin;
  const std::size_t end = here_.spikes_end;
  here_.spikes_begin = here_.spikes_end;
  if (begin == end) return;
  const Phases::Scope phase(phases_, Phase::Building);
  const Event& e = unfolding_[x];
  for (std::size_t i = begin; i < end; ++i) {
    const Spike spike = spikes_[i];
    const Event& d = unfolding_[spike.avoided];
    if (d.agent == e.agent || depends(d.op(), e.op())) continue;  // avoided by x
    const std::size_t start = picks_.size();
    for (std::size_t p = spike.begin; p < spike.end; ++p) {
      if (fits_with(teeth_[picks_[p]], x)) picks_.push_back(picks_[p]);
    }
    spikes_.push_back(Spike{spike.avoided, start, picks_.size()});
  }
  here_.spikes_end = spikes_.size();
  here_.picks = picks_.size();
}

void Comb::pop() {
  here_ = path_.back();
  path_.pop_back();
  spikes_.resize(here_.spikes_end);
  picks_.resize(here_.picks);
  teeth_.resize(here_.teeth);
  histories_.resize(here_.histories);
  footprints_.resize(here_.histories);
  while (all_avoided_.size() > here_.all_avoided) {
    unfolding_[all_avoided_.back()].is_disabled = false;
    all_avoided_.pop_back();
  }
}

// Appends to histories_ the missing part of e's history, and e, causes first. False if it does not
// fit the configuration or contains an event to be avoided.
bool Comb::walk_history(EventId root) {
  const std::size_t size = configuration_.size();
  bool fits = true;
  todo_.clear();
  todo_.push_back(root);
  while (!todo_.empty() && fits) {
    const EventId id = todo_.back();
    if (configuration_.contains(id)) {
      todo_.pop_back();
      continue;
    }
    const Event& e = unfolding_[id];
    if (e.is_disabled || configuration_.surely_conflicts(e)) {
      fits = false;
      break;
    }
    const std::size_t before = todo_.size();
    if (!e.parent.is_none() && !configuration_.contains(e.parent)) todo_.push_back(e.parent);
    for (const EventId p : unfolding_.preds(e)) {
      if (!configuration_.contains(p)) todo_.push_back(p);
    }
    if (todo_.size() > before) continue;
    fits = configuration_.admits(id);
    if (fits) {
      configuration_.push(id);
      todo_.pop_back();
    }
  }
  const auto trail = configuration_.trail();
  histories_.insert(histories_.end(), trail.begin() + static_cast<std::ptrdiff_t>(size),
                    trail.end());
  pop_to(size);
  return fits;
}

void Comb::build_tooth(EventId e) {
  const std::size_t begin = histories_.size();
  const bool fits = walk_history(e);
  if (relations_ != nullptr) check_answer(e, configuration_.size(), fits);
  if (!fits) {
    histories_.resize(begin);
    return;
  }
  picks_.push_back(static_cast<std::uint32_t>(teeth_.size()));
  Tooth tooth{e, begin, histories_.size()};
  for (const EventId h : history(tooth)) {
    footprints_.push_back(footprint(unfolding_[h]));
    tooth.touched |= footprints_.back();
  }
  teeth_.push_back(tooth);
}

void Comb::avoid(EventId e, std::span<const EventId> conflicts) {
  const Phases::Scope phase(phases_, Phase::Building);
  unfolding_[e].is_disabled = true;
  all_avoided_.push_back(e);
  // Teeth that need e are useless from now on.
  for (std::size_t i = here_.spikes_begin; i < here_.spikes_end; ++i) {
    Spike& spike = spikes_[i];
    std::size_t kept = spike.begin;
    for (std::size_t p = spike.begin; p < spike.end; ++p) {
      const auto needed = history(teeth_[picks_[p]]);
      if (std::ranges::find(needed, e) == needed.end()) picks_[kept++] = picks_[p];
    }
    spike.end = kept;
  }
  Spike spike{e, picks_.size(), 0};
  for (const EventId f : conflicts) build_tooth(f);
  spike.end = picks_.size();
  spikes_.push_back(spike);
  here_.spikes_end = spikes_.size();
  here_.picks = picks_.size();
  here_.teeth = teeth_.size();
  here_.histories = histories_.size();
  here_.all_avoided = all_avoided_.size();
}

void Comb::pop_to(std::size_t size) {
  while (configuration_.size() > size) configuration_.pop();
}

bool Comb::push_history(const Tooth& tooth) {
  for (const EventId e : history(tooth)) {
    if (configuration_.contains(e)) continue;
    if (!configuration_.admits(e)) return false;
    configuration_.push(e);
  }
  return true;
}

// By definition: e fits the first `size` events iff it conflicts with none of them and none of its
// causes must be avoided.
void Comb::check_answer(EventId e, std::size_t size, bool fits) {
  const auto before = configuration_.trail().first(size);
  const bool has_conflict =
      std::ranges::any_of(before, [&](EventId c) { return relations_->in_conflict(c, e); });
  ensure(!fits || !has_conflict, "walking and trees disagree about conflict");
  const bool has_avoided = std::ranges::any_of(
      all_avoided_, [&](EventId d) { return relations_->happens_before(d, e); });
  ensure(fits != (has_conflict || has_avoided), "walking and trees disagree about what fits");
}

bool Comb::try_tooth(const Tooth& tooth, EventId to_cover) {
  const std::size_t size = configuration_.size();
  const bool fits = push_history(tooth);
  if (relations_ != nullptr) check_answer(tooth.event, size, fits);
  if (fits && !configuration_.admits(to_cover) && search()) return true;
  pop_to(size);
  return false;
}

// Covers the first spike that is not covered yet, then the others.
bool Comb::search() {
  const auto spike =
      std::ranges::find_if(open_, [&](const Spike& s) { return configuration_.admits(s.avoided); });
  if (spike == open_.end()) return true;
  for (std::size_t p = spike->begin; p < spike->end; ++p) {
    if (try_tooth(teeth_[picks_[p]], spike->avoided)) return true;
  }
  for (const Spike& other : spikes()) {
    if (other.avoided == spike->avoided) continue;
    for (std::size_t p = other.begin; p < other.end; ++p) {
      const Tooth& tooth = teeth_[picks_[p]];
      if (!fits_with(tooth, spike->avoided) && try_tooth(tooth, spike->avoided)) return true;
    }
  }
  return false;
}

bool Comb::solve(std::size_t k) {
  const Phases::Scope phase(phases_, Phase::Searching);
  const auto all = spikes();
  const std::size_t size = k == 0 ? all.size() : std::min(k, all.size());
  open_.assign(all.end() - static_cast<std::ptrdiff_t>(size), all.end());
  const auto size_of = [](const Spike& s) { return s.end - s.begin; };
  for (auto i = open_.begin(); i != open_.end(); ++i) {  // only a few: no need for a buffer
    std::rotate(std::ranges::upper_bound(open_.begin(), i, size_of(*i), {}, size_of), i, i + 1);
  }
  if (!search()) return false;
  return true;
}

void Comb::relocate(const Relocation& to) {
  for (Spike& s : spikes_) s.avoided = to(s.avoided);
  for (Tooth& t : teeth_) t.event = to(t.event);
  for (EventId& e : histories_) e = to(e);
  for (EventId& e : all_avoided_) e = to(e);
}

}  // namespace skein
