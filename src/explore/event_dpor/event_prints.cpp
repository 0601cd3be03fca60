// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_prints.hpp"

#include "core/random.hpp"

namespace skein::event {

namespace {

void combine(Print& print, std::uint64_t high, std::uint64_t low) {
  print.high = mix64((print.high ^ 0x9e3779b97f4a7c15ULL) * 0xd6e8feb86659fd93ULL + high);
  print.low = mix64((print.low ^ 0xc2b2ae3d27d4eb4fULL) * 0x9fb21c651e98df25ULL + low);
}

void combine(Print& print, const Print& other) { combine(print, other.high, other.low); }
void combine(Print& print, std::uint64_t number) { combine(print, number, number); }

}  // namespace

Print Print::term() const { return {mix64(high), mix64(low ^ 0x165667b19e3779f9ULL)}; }

// `before`: the last touch of each object before the operation. If there is a word, only its steps
// count.
Print Prints::make(const Trace& trace, const KnownMove& move,
                   const std::array<dpor::Touch, 2>& before, const std::array<Access, 2>& access,
                   const Word* word) const {
  Print print;
  combine(print, move.move.agent.value);
  combine(print,
          (std::uint64_t{move.move.choice} << 8U) + static_cast<std::uint64_t>(move.op.kind));
  if (move.index > 0) combine(print, prints_[trace.step_of(move.move.agent, move.index - 1)]);
  for (std::size_t slot = 0; slot < 2; ++slot) {
    if (access[slot] == Access::None) continue;
    combine(print, slot == 0 ? move.op.first.value : move.op.second.value);
    Print reads;
    dpor::Touch t = before[slot];
    if (access[slot] == Access::Read) t = trace.write_at_or_before(t);
    while (t != dpor::kNoTouch) {
      const dpor::Item& item = trace[dpor::position(t)];
      if (word == nullptr || word->contains(item)) {
        if (trace.access_of(t) == Access::Write) break;
        reads.add(terms_[dpor::position(t)]);
      }
      t = access[slot] == Access::Read ? trace.last_write(t) : trace.previous(t);
    }
    if (t != dpor::kNoTouch) combine(print, prints_[dpor::position(t)]);
    combine(print, reads);
  }
  return print;
}

void Prints::follow(const Trace& trace, Position shared) {
  prints_.resize(shared);
  terms_.resize(shared);
  for (Position i = shared; i < trace.size(); ++i) {
    const dpor::Item& item = trace[i];
    prints_.push_back(make(trace, dpor::known_move(item), item.previous, item.access, nullptr));
    terms_.push_back(prints_.back().term());
  }
}

Print Prints::of_last(const Trace& trace, const Word& word) const {
  return make(trace, word.last,
              {trace.last_touch(word.last.op.first), trace.last_touch(word.last.op.second)},
              dpor::accesses(word.last.op), &word);
}

Print Prints::of_word(const Trace& trace, const Word& word) const {
  Print print;
  combine(print, word.last.move.agent.value, word.last.move.choice);
  // The last step of an agent has all before it in its history.
  for (std::size_t b = 0; b < word.cut.size(); ++b) {
    if (word.cut[b] > 0) print.add(terms_[trace.step_of(AgentId{b}, word.cut[b] - 1)]);
  }
  return print;
}

}  // namespace skein::event
