// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/local_analysis.hpp"

#include <algorithm>
#include <utility>

#include "machine/ir/program/builtins.hpp"

namespace skein::abstract {

namespace {

// A deterministic computation of this many instructions is no longer followed one iteration at a
// time.
constexpr std::uint64_t kMostKnownSteps = 1'000'000;
constexpr std::uint64_t kMostSteps = 10'000'000;
// The most states of a widened loop that are compared each with all others: more take too long.
constexpr std::uint32_t kMostStatesApart = 2'000;

// `anything`: what dead slots hold, which does not count.
bool has_unknowns(const State& s, NumberId anything) {
  if (!s.own.empty()) return true;
  return std::any_of(s.frames.begin(), s.frames.end(), [&](const FrameUnknowns& frame) {
    return !frame.memory.empty() ||
           std::any_of(frame.slots.begin(), frame.slots.end(),
                       [&](NumberId n) { return !n.is_none() && n != anything; });
  });
}

}  // namespace

LocalAnalysis::Place LocalAnalysis::place_of(const State& s) {
  Place place;
  place.reserve(s.thread.frames.size() + 1);
  // The position in the calling function decides first.
  for (const ir::Frame& f : s.thread.frames) {
    place.push_back((std::uint64_t{f.pc} << 32U) + f.function.value);
  }
  place.push_back((static_cast<std::uint64_t>(s.thread.status) << 32U) +
                  (s.thread.frames.empty() ? 0 : s.thread.frames.back().phase));
  return place;
}

LocalAnalysis::Partition LocalAnalysis::partition_of(const State& s) const {
  Partition partition;
  for (std::size_t i = 0; i < s.thread.frames.size(); ++i) {
    const ir::Frame& f = s.thread.frames[i];
    const bool is_top = i + 1 == s.thread.frames.size();
    const std::vector<bool>& is_flag = facts_[f.function.index()].is_flag;
    for (const std::uint32_t slot : ir::live_slots(context_.program, f, is_top)) {
      if (!is_flag[slot]) continue;
      partition.push_back((static_cast<std::uint64_t>(i) << 32U) + slot);
      const bool is_known = s.frames[i].slots[slot].is_none();
      partition.push_back(is_known ? f.slots[slot] : ~0ULL);
    }
  }
  // What was decided by comparing two unknowns, if both may be looked at again.
  const auto is_live = [&](const Relation& r, ir::Operand slot) {
    const bool is_top = r.frame + 1 == s.thread.frames.size();
    return ir::is_live(context_.program, s.thread.frames[r.frame], is_top,
                       static_cast<std::size_t>(slot));
  };
  for (const Relation& r : s.relations) {
    if (r.is_copy || !is_live(r, r.left) || !is_live(r, r.right)) continue;
    partition.push_back((1ULL << 63U) + (static_cast<std::uint64_t>(r.left) << 32U) +
                        static_cast<std::uint64_t>(r.right));
    partition.push_back(r.may_be + (static_cast<std::uint64_t>(r.frame) << 8U));
  }
  return partition;
}

// Flags in shared memory; in a section every constant, since the next section may ask for it.
LocalAnalysis::Partition LocalAnalysis::fine_partition_of(const State& s) {
  Partition partition = partition_of(s);
  for (const auto& [object, value] : s.written) {
    const NumberId number = lattice_.number_in(value);
    if (number.is_none() || lattice_.is_unknown(value)) continue;
    if (segment_->section == nullptr && !lattice_.is_flag(value)) continue;
    partition.push_back((1ULL << 62U) + object.value);
    partition.push_back(value.value);
  }
  return partition;
}

void LocalAnalysis::add_operands(const State& s, Partition& partition) const {
  const ir::Instruction& in = context_.control.here(s.thread);
  if (in.code == ir::Code::Builtin) {
    for (std::uint32_t i = 0; i < in.argument_count; ++i) {
      partition.push_back(context_.control.argument(s.thread, in, i));
    }
  } else {
    partition.push_back(context_.control.get(s.thread.frames.back(), in.a));
  }
}

LocalAnalysis::Partition LocalAnalysis::partition_at_end(const State& s) const {
  if (s.thread.status != ir::Status::Running) return {};
  Partition partition = partition_of(s);
  add_operands(s, partition);
  return partition;
}

// Keeps apart no more than can be, first the flags of the thread itself.
void LocalAnalysis::coarsen(Partitions& partitions) const {
  const std::size_t most =
      segment_->section == nullptr ? options_.most_partitions : options_.most_in_sections;
  for (const bool keeps_flags : {true, false}) {
    if (partitions.size() <= most) return;
    Partitions fewer;
    for (auto& [partition, states] : partitions) {
      auto& into = fewer[keeps_flags ? partition_of(states.front()) : Partition{}];
      for (State& s : states) into.push_back(std::move(s));
    }
    partitions = std::move(fewer);
  }
}

// Compares with a state that is replaced after 1, 2, 4, 8... iterations.
bool LocalAnalysis::repeats(const State& s) {
  if (remembered_ && lattice_.covers(*remembered_, s, segment_->base)) return true;
  if ((known_iterations_ & (known_iterations_ + 1)) == 0) remembered_ = s;
  ++known_iterations_;
  return false;
}

bool LocalAnalysis::is_loop_head(const State& s) const {
  const ir::Frame& f = s.thread.frames.back();
  return facts_[f.function.index()].is_loop_head[f.pc];
}

bool LocalAnalysis::is_meeting_place(const State& s) const {
  const ir::Frame& f = s.thread.frames.back();
  return facts_[f.function.index()].is_merge[f.pc] || facts_[f.function.index()].is_loop_head[f.pc];
}

std::vector<State> LocalAnalysis::run(State start, Segment& segment) {
  segment_ = &segment;
  steps_ = 0;
  waiting_.clear();
  loops_.clear();
  ended_.clear();
  faults_.clear();
  remembered_.reset();
  known_iterations_ = 0;
  run_from(std::move(start));
  while (!waiting_.empty()) {
    auto first = waiting_.extract(waiting_.begin());
    const Place& place = first.key();
    auto partitions = std::move(first.mapped());
    coarsen(partitions);
    for (auto& [partition, states] : partitions) {
      // What cannot be joined goes on by itself.
      std::vector<State> joined;
      for (State& s : states) {
        const bool is_joined = std::any_of(joined.begin(), joined.end(), [&](State& into) {
          return lattice_.join(into, s, segment.base);
        });
        if (!is_joined) joined.push_back(std::move(s));
      }
      for (State& s : joined) {
        if (!is_loop_head(s) || enters(s, place)) run_from(std::move(s));
      }
    }
  }
  std::vector<State> result = std::move(faults_);
  for (auto& [place, partitions] : ended_) {
    for (auto& [partition, states] : partitions) {
      for (State& s : states) result.push_back(std::move(s));
    }
  }
  return result;
}

bool LocalAnalysis::enters(State& s, const Place& place) {
  Loop& loop = loops_[place][partition_of(s)];
  for (const State& before : loop.seen) {
    if (lattice_.covers(before, s, segment_->base)) return false;
  }
  // The loops inside begin anew with each iteration of this one.
  const ir::Frame& f = s.thread.frames.back();
  const std::uint32_t last = facts_[f.function.index()].loop_end[f.pc];
  const std::size_t depth = s.thread.frames.size();
  for (auto it = loops_.upper_bound(place); it != loops_.end();) {
    const std::uint64_t there = it->first.size() >= depth + 1 ? it->first[depth - 1] : ~0ULL;
    const bool is_inside =
        std::equal(place.begin(), place.begin() + static_cast<std::ptrdiff_t>(depth) - 1,
                   it->first.begin()) &&
        it->first.size() >= depth + 1 && static_cast<std::uint32_t>(there) == f.function.value &&
        (there >> 32U) <= last;
    if (!is_inside) break;
    it = loops_.erase(it);
  }
  if (++loop.iterations > options_.widen_after && !loop.seen.empty()) {
    State wide = std::move(loop.seen.back());
    loop.seen.pop_back();
    if (lattice_.join(wide, s, segment_->base, &thresholds_)) {
      s = wide;
      loop.seen.push_back(std::move(wide));
      return true;
    }
    loop.seen.push_back(std::move(wide));
    // States that cannot be joined are apart for ever: each iteration has made blocks of its own.
    if (++loop.apart >= kMostStatesApart) {
      context_.control.refuse(s.thread, "a loop that makes blocks without end is not supported");
    }
  }
  loop.seen.push_back(s);
  return true;
}

// A look costs microseconds, as much as a few instructions.
void LocalAnalysis::look_at_budget() {
  constexpr std::uint64_t kBetweenLooks = 256;
  if (++since_look_ < kBetweenLooks) return;
  since_look_ = 0;
  if (options_.is_over && options_.is_over()) throw OutOfBudget();
}

void LocalAnalysis::wait(State s) {
  auto& states = waiting_[place_of(s)][fine_partition_of(s)];
  states.push_back(std::move(s));
}

void LocalAnalysis::end(State s) {
  if (s.fault) {
    // One of each kind at each place.
    const bool is_known = std::any_of(faults_.begin(), faults_.end(), [&](const State& other) {
      return other.fault->site == s.fault->site && other.fault->facts.code == s.fault->facts.code;
    });
    if (!is_known) faults_.push_back(std::move(s));
    return;
  }
  Partition partition;
  if (s.thread.status == ir::Status::Running) {
    const bool is_crowded = ended_[place_of(s)].size() >= options_.most_in_sections;
    partition = is_crowded ? partition_of(s) : fine_partition_of(s);
    // In a section, it has just left it.
    if (segment_->section == nullptr) add_operands(s, partition);
  }
  std::vector<State>& states = ended_[place_of(s)][std::move(partition)];
  for (State& other : states) {
    if (lattice_.join(other, s, segment_->base)) return;
  }
  states.push_back(std::move(s));
}

void LocalAnalysis::run_from(State s) {
  std::vector<State> more;
  std::vector<State> todo;
  todo.push_back(std::move(s));
  bool is_first = true;
  while (!todo.empty()) {
    State now = std::move(todo.back());
    todo.pop_back();
    while (true) {
      if (now.thread.status != ir::Status::Running || now.fault) {
        end(std::move(now));
        break;
      }
      // A thread that is alone on its way need not wait for others.
      const bool may_wait = !is_first && is_meeting_place(now);
      const bool is_alone =
          waiting_.empty() && todo.empty() && faults_.empty() && ended_.empty() && loops_.empty();
      // Nor does a loop of which everything is known have to end by widening, if it ends soon.
      const auto may_widen = [&] {
        return steps_ > kMostKnownSteps || has_unknowns(now, lattice_.anything());
      };
      if (may_wait && (!is_alone || (is_loop_head(now) && may_widen()))) {
        wait(std::move(now));
        break;
      }
      if (may_wait && is_loop_head(now) && repeats(now)) break;
      is_first = false;
      look_at_budget();
      if (++steps_ > kMostSteps) {
        context_.control.refuse(now.thread, "local code that does not end");
      }
      more.clear();
      const std::size_t depth = now.thread.frames.size();
      const Flow flow = transfer_.step(now, *segment_, more);
      for (State& other : more) {
        if (other.fault || other.thread.status != ir::Status::Running) {
          end(std::move(other));
        } else {
          todo.push_back(std::move(other));
        }
      }
      if (flow == Flow::Vanishes) break;
      if (flow == Flow::Ends || flow == Flow::Waits) {
        end(std::move(now));
        break;
      }
      // Paths through a function meet where it returns.
      if (now.thread.frames.size() < depth && !is_alone) {
        wait(std::move(now));
        break;
      }
    }
  }
}

}  // namespace skein::abstract
