// SPDX-License-Identifier: Apache-2.0
// When two steps of two runs are the same event.
//
// An event is a step with its history [QPOR Def.1]. By induction that comes down to the step's
// agent, operation and choice, and to its direct causes:
//   - the previous event of the same agent;
//   - for each touched object, the last event that clashes with the step; if it reads the object or
//     adds to it, also the other reads or adds since the last event that clashes with these.
// Two steps are the same event iff all of these agree. (The events that touch an object fall into
// phases: one write, or reads that follow each other, or adds that do. Each phase happens before
// the next, so the causes are a phase. Those of the step's own agent, earlier ones of another
// agent, and earlier phases are implied. An identity may include them or leave them out.)
//
// We decide this in three ways, on purpose:
//
//   fast         unfolding/unfolding.hpp. Events are interned: the same event has the same EventId,
//                compared field by field, so there is no collision. For qpor, which works on events
//                themselves and needs their histories.
//
//   fingerprint  EventHasher, below. An event is known by a hash of the hashes of its causes; no
//                event is kept. For counting events (EventCounter, 64 bits) and for Event-DPOR,
//                which remembers every event of every run (128 bits).
//
//   oracle       findings/event_table.hpp. The definition above, spelled out as a string and looked
//                up in a map. Slow and exact. For `skein graph` and for --paranoid, which compares
//                the counts of the other two with it.
//
// The three share no code, and none may be built on another: --paranoid and the property tests
// compare them, and a mistake that two of them share would go unnoticed. All three use the table in
// core/operation.hpp, which has tests of its own.
//
// The oracle for classes of whole runs, explore/oracle/classes.hpp, uses no events at all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"
#include "core/random.hpp"

namespace skein {

// A hash of 64 bits per lane. Different events have different fingerprints except by accident:
// among n events with probability below n^2 / 2^(64 lanes + 1). For a hundred million events that
// is one in 3,600 with one lane, and one in 10^22 with two.
template <std::size_t Lanes>
struct BasicFingerprint {
  std::array<std::uint64_t, Lanes> lanes{};

  friend bool operator==(const BasicFingerprint&, const BasicFingerprint&) = default;

  // Appends to a sequence.
  void combine(const BasicFingerprint& next) {
    for (std::size_t i = 0; i < Lanes; ++i) mix_in(i, next.lanes[i]);
  }
  void combine(std::uint64_t next) {
    for (std::size_t i = 0; i < Lanes; ++i) mix_in(i, next);
  }
  // Adds to a set, where order does not matter. The argument must be a term().
  void add(const BasicFingerprint& term) {
    for (std::size_t i = 0; i < Lanes; ++i) lanes[i] += term.lanes[i];
  }
  [[nodiscard]] BasicFingerprint term() const {
    BasicFingerprint t;
    for (std::size_t i = 0; i < Lanes; ++i) t.lanes[i] = mix64(lanes[i] ^ kTerm[i]);
    return t;
  }

 private:
  static_assert(Lanes == 1 || Lanes == 2);
  static constexpr std::array<std::uint64_t, 2> kXor{0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL};
  static constexpr std::array<std::uint64_t, 2> kFactor{0xd6e8feb86659fd93ULL,
                                                        0x9fb21c651e98df25ULL};
  static constexpr std::array<std::uint64_t, 2> kTerm{0, 0x165667b19e3779f9ULL};

  void mix_in(std::size_t i, std::uint64_t next) {
    lanes[i] = mix64((lanes[i] ^ kXor[i]) * kFactor[i] + next);
  }
};

using Fingerprint = BasicFingerprint<1>;
using WideFingerprint = BasicFingerprint<2>;

// Computes the fingerprint of an event from those of its causes. The caller finds the causes, calls
// after_object() for each touched object in the order of the operation, and takes the result.
template <class AnyFingerprint>
class EventHasher {
 public:
  // `parent`: the previous event of the same agent; null if there is none.
  EventHasher(AgentId agent, OpKind kind, std::uint32_t choice, const AnyFingerprint* parent) {
    fingerprint_.combine((std::uint64_t{agent.value} << 32U) + (std::uint64_t{choice} << 8U) +
                         static_cast<std::uint64_t>(kind));
    fingerprint_.combine(parent == nullptr ? AnyFingerprint{} : *parent);
  }

  // The causes: either a write of the object (`write`, else null), or the sum of the terms of
  // several reads or adds.
  void after_object(ObjectId object, const AnyFingerprint* write, const AnyFingerprint& several) {
    fingerprint_.combine((std::uint64_t{object.value} << 1U) + (write != nullptr ? 1 : 0));
    fingerprint_.combine(write != nullptr ? *write : several);
  }

  [[nodiscard]] const AnyFingerprint& result() const { return fingerprint_; }

 private:
  AnyFingerprint fingerprint_;
};

}  // namespace skein
