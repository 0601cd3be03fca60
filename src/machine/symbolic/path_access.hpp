// SPDX-License-Identifier: Apache-2.0
// Loads and stores of paths, through pointers that may have several values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "machine/ir/local/context.hpp"
#include "machine/symbolic/feasibility.hpp"
#include "machine/symbolic/path.hpp"
#include "machine/symbolic/path_registers.hpp"

namespace skein::symbolic {

class PathMemory {
 public:
  PathMemory(ir::Context& context, Terms& terms, Feasibility& feasibility, const World& world,
             PathRegisters& registers)
      : context_(context),
        terms_(terms),
        feasibility_(feasibility),
        world_(world),
        registers_(registers) {}

  // A load, a store or a read-modify-write.
  [[nodiscard]] Flow access(Path& p, const ir::Instruction& in, std::vector<Path>& more);

  [[nodiscard]] ir::MaybeMisuse read(Path& p, std::uint64_t pointer, std::span<Byte> to);
  [[nodiscard]] ir::MaybeMisuse write(Path& p, std::uint64_t pointer, std::span<const Byte> from);
  [[nodiscard]] SharedCell& cell(Path& p, ObjectId object);
  // The values of the cells that a transition touches.
  [[nodiscard]] std::vector<ValueId> values_of(Path& p, const Transition& what);
  [[nodiscard]] UnknownBytes* private_bytes(ThreadState& t, std::uint64_t pointer,
                                            std::uint32_t& offset) const;
  [[nodiscard]] bool touches_watched(std::uint64_t pointer, std::uint64_t bytes);

 private:
  // A value with the condition under which a term has it.
  struct Target {
    std::uint64_t pointer = 0;
    TermId condition;
  };

  [[nodiscard]] std::vector<Target> targets(Path& p, ir::Operand pointer, std::uint64_t bytes,
                                            bool is_write, std::vector<Path>& more);
  // The pointers of a term that lead into one block without an error.
  void add_targets(Path& p, TermId pointer, std::uint64_t lo, std::uint64_t hi, std::uint64_t bytes,
                   std::vector<Target>& found);
  [[nodiscard]] bool is_visible(const ir::Instruction& in, const std::vector<Target>& places);
  [[nodiscard]] Flow split(Path& p, ir::Operand pointer, const std::vector<Target>& places,
                           std::vector<Path>& more);
  [[nodiscard]] Flow access_one(Path& p, const ir::Instruction& in, std::uint64_t pointer);
  [[nodiscard]] Flow access_several(Path& p, const ir::Instruction& in,
                                    const std::vector<Target>& places, std::vector<Path>& more);
  [[nodiscard]] bool is_plain(Path& p, std::uint64_t pointer, std::uint64_t bytes);
  // The value to store, and the results.
  [[nodiscard]] TermId stored(Path& p, const ir::Instruction& in, TermId old);

  ir::Context& context_;
  Terms& terms_;
  Feasibility& feasibility_;
  const World& world_;
  PathRegisters& registers_;
};

}  // namespace skein::symbolic
