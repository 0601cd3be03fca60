// SPDX-License-Identifier: Apache-2.0
// Locals between two visible operations, interned: the thread's packed form and its unknowns. The
// numbers are local states of the model (core/states.hpp).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/ir/program/thread.hpp"

namespace skein::abstract {

class Locals {
 public:
  Locals(const ir::Program& program, ir::Threads& threads, StateLattice& lattice)
      : program_(program), threads_(threads), lattice_(lattice) {
    entries_.emplace_back();
  }

  [[nodiscard]] ValueId intern(const State& state);
  [[nodiscard]] State unpack(ValueId local) const;
  [[nodiscard]] ir::Status status(ValueId local) const {
    return threads_.status(entries_[local.index()].packed);
  }
  [[nodiscard]] ValueId packed(ValueId local) const { return entries_[local.index()].packed; }
  // A thread without unknowns.
  [[nodiscard]] ValueId known(ValueId packed);

  // Locals that differ in numbers alone have the same shape, and only they can be compared.
  [[nodiscard]] std::uint64_t shape(ValueId local) const { return entries_[local.index()].shape; }
  [[nodiscard]] bool covers(ValueId large, ValueId small);
  // A local that covers both, widened; `after` itself if they differ in more than numbers.
  [[nodiscard]] ValueId widen(ValueId before, ValueId after,
                              const std::vector<std::uint64_t>& thresholds);

 private:
  struct Unknown {
    std::uint32_t frame = 0;  // kOwn: the thread-local variables
    std::uint32_t place = 0;  // a slot, or kMemory + an offset
    std::uint32_t size = 0;
    NumberId number;

    friend auto operator<=>(const Unknown&, const Unknown&) = default;
  };
  struct Entry {
    ValueId packed;
    std::vector<Unknown> unknowns;
    std::uint64_t shape = 0;
  };
  static constexpr std::uint32_t kOwn = 0xffffffffU;
  static constexpr std::uint32_t kMemory = 0x80000000U;

  const ir::Program& program_;
  ir::Threads& threads_;
  StateLattice& lattice_;
  std::vector<Entry> entries_;
  std::map<std::pair<ValueId, std::vector<Unknown>>, ValueId> ids_;
  std::map<std::pair<ValueId, ValueId>, bool> covers_;
  std::map<std::pair<ValueId, ValueId>, ValueId> wide_;
};

}  // namespace skein::abstract
