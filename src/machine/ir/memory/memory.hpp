// SPDX-License-Identifier: Apache-2.0
// The memory model: which cells an access covers, their contents, and errors of pointers.
//
// Private memory (frames, thread-local variables, constants) belongs to a thread or never changes,
// so accesses to it are local. All other memory is divided into cells, which are objects of the
// model. This class knows where the cells are; their values are passed in, since they belong to a
// state.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/memory/block_names.hpp"
#include "machine/ir/memory/cells.hpp"
#include "machine/ir/memory/folds.hpp"
#include "machine/ir/memory/misuse.hpp"
#include "machine/ir/memory/objects.hpp"
#include "machine/ir/memory/unsized_blocks.hpp"
#include "machine/ir/program/program.hpp"
#include "machine/ir/program/thread.hpp"

namespace skein::ir {

// The part of an access that falls into one cell.
struct Part {
  ObjectId object;
  std::uint32_t in_cell = 0;    // where it starts in the cell
  std::uint32_t in_access = 0;  // where it starts in the access
  std::uint32_t count = 0;      // bytes
};

// A cell, or the padding between two: where it begins and ends in its block.
struct Extent {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool is_cell = true;
};

class Memory {
 public:
  explicit Memory(const Program& program) : program_(program) {}

  [[nodiscard]] Cells& cells() { return cells_; }
  [[nodiscard]] const Cells& cells() const { return cells_; }
  [[nodiscard]] BlockNames& blocks() { return blocks_; }
  [[nodiscard]] const BlockNames& blocks() const { return blocks_; }
  [[nodiscard]] Objects& objects() { return objects_; }
  [[nodiscard]] const Objects& objects() const { return objects_; }

  [[nodiscard]] bool is_private(std::uint64_t pointer) const;
  // What is wrong with an access, as far as the pointer alone shows; empty if nothing is. Whether a
  // heap block still exists is known only when the access is executed. Of a block of unknown size,
  // an access beyond its header is wrong: code that knows the size does not ask.
  [[nodiscard]] ViolationFacts pointer_error(const Thread& t, std::uint64_t pointer,
                                             std::uint64_t length, bool is_write) const;

  // Private memory. REQUIRES: is_private, and no pointer_error.
  void read_private(const Thread& t, std::uint64_t pointer, std::uint8_t* to,
                    std::size_t count) const;
  void write_private(Thread& t, std::uint64_t pointer, const std::uint8_t* from,
                     std::size_t count) const;
  // Text in private memory, for messages; "?" if it lies elsewhere.
  [[nodiscard]] std::string text_at(const Thread& t, std::uint64_t pointer) const;

  // Where cells are. REQUIRES: not private, and no pointer_error.
  [[nodiscard]] std::uint32_t cells_of(BlockId block) const;
  void split(std::uint64_t pointer, std::uint64_t length, std::vector<Part>& parts);
  [[nodiscard]] ObjectId object_at(std::uint64_t pointer);  // none: padding
  [[nodiscard]] Extent extent_at(std::uint64_t pointer) const;
  [[nodiscard]] std::uint32_t place_in_cell(std::uint64_t pointer) const;
  // Whether this is a heap block, allocated or freed, and not a number that the program made up.
  // `agents`: the number of agents.
  [[nodiscard]] bool is_heap_name(BlockId block, std::size_t agents) const {
    return is_heap(block) && blocks_.is_name(block) && blocks_.words_of(block) > 0 &&
           blocks_.agent_of(block).index() < agents;
  }

  // Blocks of unknown size (unsized_blocks.hpp). Shapes are numbered; blocks of a shape are folded.
  std::uint32_t add_unsized(const UnsizedShape& shape);
  [[nodiscard]] bool is_unsized(BlockId block) const {
    return !unsized_.is_empty() && blocks_.is_unsized(block);
  }
  // REQUIRES is_unsized(block).
  [[nodiscard]] const UnsizedShape& unsized_shape(BlockId block) const {
    return unsized_[blocks_.unsized_shape(block)];
  }
  [[nodiscard]] ObjectId count_cell(BlockId block) { return objects_.cell(block, kCountCell); }
  [[nodiscard]] bool is_count_cell(ObjectId x) const;
  // How many cells the block has; of one of unknown size, without those that others stand for.
  [[nodiscard]] std::uint32_t own_cells_of(BlockId block) const;

  // Arrays whose elements share cells (folds.hpp). `fold` folds the array from `first` to `last`,
  // two pointers into one block, with elements `stride` bytes apart or a multiple of that. Returns
  // false, and does nothing, if the array is folded already, or its elements are not alike or have
  // locks. REQUIRES: no pointer_error.
  bool fold(std::uint64_t first, std::uint64_t last, std::uint64_t stride);
  // The fold that `fold` would make; none where it returns false.
  [[nodiscard]] std::optional<Fold> foldable(std::uint64_t first, std::uint64_t last,
                                             std::uint64_t stride) const;
  [[nodiscard]] const std::vector<Fold>& folds_of(BlockId block) const {
    return folds_.of(shape_of(block));
  }
  [[nodiscard]] const Fold* fold_at(BlockId block, std::uint32_t offset) const {
    return folds_.find(shape_of(block), offset);
  }
  // Whether the cell stands for others too, and whether another one stands for it.
  [[nodiscard]] bool is_folded(ObjectId x) const;
  [[nodiscard]] bool is_folded_away(BlockId block, std::uint32_t cell) const;
  // The place in the first element that stands for this one.
  [[nodiscard]] std::uint64_t folded(std::uint64_t pointer) const;
  // Moves an access to the first element; it may reach into several elements.
  void fold_access(MemoryAccess& access) const;
  [[nodiscard]] std::uint32_t offset_of_cell(BlockId block, std::uint32_t cell) const;

  // Reads the parts of an access from these values, one for each part. `is_use`: memory that was
  // never written must not be read.
  [[nodiscard]] MaybeMisuse read(std::span<const ValueId> values, std::span<const Part> parts,
                                 std::uint8_t* to, bool is_use = true) const;
  // Replaces the values by those after the write.
  [[nodiscard]] MaybeMisuse write(std::span<ValueId> values, std::span<const Part> parts,
                                  const std::uint8_t* from);

  // The value before the first step of the program.
  [[nodiscard]] ValueId initial_value(ObjectId x);
  // The initial values of a global's cells that are `stride` bytes apart and alike, each once.
  [[nodiscard]] std::vector<ValueId> initial_values(BlockId block, std::uint32_t begin,
                                                    std::uint32_t end, std::uint32_t stride);
  // Word i of a new block with this many bytes. The first word always exists, so that a second free
  // is noticed. `is_defined`: it may be read before it is written.
  [[nodiscard]] ValueId new_word(std::uint64_t bytes, std::size_t i, bool is_defined);

 private:
  [[nodiscard]] const Layout& layout_of(BlockId block) const {
    return program_
        .layouts[is_agents(block) ? blocks_.layout_of(block) : program_.global(block).layout];
  }
  [[nodiscard]] Folds::Shape shape_of(BlockId block) const;
  [[nodiscard]] std::uint32_t full_words(BlockId block) const;
  [[nodiscard]] bool is_periodic(BlockId block, std::uint32_t begin, std::uint32_t end,
                                 std::uint32_t stride) const;
  [[nodiscard]] std::uint32_t folded_cell(BlockId block, std::uint32_t cell) const;
  [[nodiscard]] MaybeMisuse write_part(ValueId& value, const Part& part, const std::uint8_t* from);

  const Program& program_;
  BlockNames blocks_;
  Cells cells_;
  Objects objects_;
  Folds folds_;
  UnsizedShapes unsized_;
};

}  // namespace skein::ir
