// SPDX-License-Identifier: Apache-2.0
// Loads and stores of abstract states, to private and to shared memory.
//
// A pointer with several values is followed to all of them: a load is the join of what is there, a
// store is weak. A store to a folded array (targets.hpp) is always weak.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/abstract/local/refiner.hpp"
#include "machine/abstract/local/registers.hpp"
#include "machine/abstract/local/shared_cells.hpp"
#include "machine/abstract/local/targets.hpp"
#include "machine/abstract/local/unknown_sizes.hpp"
#include "machine/abstract/state/function_facts.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"

namespace skein::abstract {

class Accesses {
 public:
  Accesses(ir::Context& context, Numbers& numbers, StateLattice& lattice, Registers& registers,
           SharedCells& shared, Refiner& refiner, TargetSearch& search, UnknownSizes& sizes,
           const std::vector<FunctionFacts>& facts)
      : context_(context),
        numbers_(numbers),
        lattice_(lattice),
        registers_(registers),
        shared_(shared),
        refiner_(refiner),
        search_(search),
        sizes_(sizes),
        facts_(facts) {}

  // A load, a store or a read-modify-write.
  [[nodiscard]] Flow access(State& s, const ir::Instruction& in, Segment& segment,
                            std::vector<State>& more);

  // At most 8 bytes. None, and the facts, if the access is wrong.
  [[nodiscard]] NumberId read(const State& s, std::uint64_t pointer, std::uint32_t bytes,
                              Segment& segment, ir::MaybeMisuse& misuse);
  [[nodiscard]] ir::MaybeMisuse write(State& s, std::uint64_t pointer, std::uint32_t bytes,
                                      NumberId number, Segment& segment);
  // The machine has written to private memory: what was unknown there is known.
  void now_known(State& s, std::uint64_t pointer, std::uint32_t bytes);

  // Slots that were loaded from these bytes, or any, no longer hold what is there.
  static void forget_private_loads(State& s, std::uint64_t pointer, std::uint64_t bytes);
  static void forget_private_loads(State& s) {
    std::erase_if(s.loaded,
                  [](const Loaded& loaded) { return loaded.bytes != 0 || loaded.is_element(); });
  }

 private:
  [[nodiscard]] std::vector<Target> targets(State& s, ir::Operand pointer, std::uint32_t bytes,
                                            bool is_write, Segment& segment,
                                            std::vector<State>& more);
  // One state for each place.
  [[nodiscard]] Flow split(State& s, ir::Operand pointer, const std::vector<Target>& places,
                           const char* what, std::vector<State>& more);
  [[nodiscard]] Flow compare_exchange(State& s, const ir::Instruction& in,
                                      const std::vector<Target>& places, Segment& segment,
                                      std::vector<State>& more);
  // For the zone: the cell has the value of the operand.
  void note_count(const State& s, ir::Operand operand, std::uint64_t pointer, std::uint32_t bytes);
  void remember_store(State& s, ir::Operand operand, std::uint64_t pointer, std::uint32_t bytes);
  void relate_compared(State& s, std::uint64_t pointer, std::uint32_t bytes, Segment& segment);
  void remember_load(State& s, std::uint32_t slot, std::uint64_t pointer, std::uint32_t bytes,
                     Segment& segment);
  // A slot that was just loaded is at most what the zone says.
  void narrow_by_zone(State& s, std::uint32_t slot, Segment& segment);
  // The element of an array which a load is about to get, if it is one of several.
  [[nodiscard]] std::optional<Loaded> element_at(const State& s, const ir::Instruction& in,
                                                 const std::vector<Target>& places);
  [[nodiscard]] NumberId value_of_element(const State& s, const Loaded& element, NumberId found);
  static void remember_element(State& s, Loaded element);

  ir::Context& context_;
  Numbers& numbers_;
  StateLattice& lattice_;
  Registers& registers_;
  SharedCells& shared_;
  Refiner& refiner_;
  TargetSearch& search_;
  UnknownSizes& sizes_;
  const std::vector<FunctionFacts>& facts_;
};

}  // namespace skein::abstract
