// SPDX-License-Identifier: Apache-2.0
// Where a pointer with several values may lead.
//
// In an array that is folded (ir/memory/folds.hpp), a place in the first element stands for the
// same place in all elements. If an array is not folded and has more places than can be followed,
// the search asks for it to be folded: it gives no answer for this access, and the unfolding is
// built again with the array folded from the beginning.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/memory/misuse.hpp"

namespace skein::abstract {

// How many bytes a block of unknown size has, at least and at most. The default: enough.
struct SizeBounds {
  std::uint64_t least = ir::kUnsizedBytes;
  std::uint64_t most = ir::kUnsizedBytes;
};
using BlockSizes = std::function<SizeBounds(BlockId)>;

struct Target {
  std::uint64_t place = 0;
  Parts pointers;  // that lead there
};

struct Targets {
  std::vector<Target> places;  // by place
  ViolationFacts error;        // the first of the pointers that are wrong; none: all are right
  bool are_too_many = false;
  bool will_be_folded = false;  // by the next unfolding; until then the places are not known

  // The pointers that are right.
  [[nodiscard]] Parts pointers() const;
};

class TargetSearch {
 public:
  // The number of blocks that an index outside of its array may lead into.
  static constexpr std::uint64_t kMostBlocks = 64;

  // An access may go to at most this many places.
  static constexpr std::uint64_t kMost = 4096;

  // `most`: places before arrays are folded.
  TargetSearch(ir::Context& context, std::uint64_t most) : context_(context), most_(most) {}

  // `sizes`: of blocks of unknown size; empty: their bounds need not be looked at.
  [[nodiscard]] Targets find(const ir::Thread& t, const Parts& pointers, std::uint32_t bytes,
                             bool is_write, const BlockSizes& sizes = {});
  // Asks for the array that a cell is in to be folded; does nothing if the cell is not in an array.
  void fold_around(ObjectId object);
  // Whether `begin_again` will fold an array.
  [[nodiscard]] bool has_learnt() const { return !wanted_.empty(); }
  void begin_again();

 private:
  struct Question {
    const ir::Thread& thread;
    std::uint32_t bytes;
    bool is_write;
    const BlockSizes& sizes;
  };

  struct WantedFold {
    std::uint64_t first;
    std::uint64_t last;
    std::uint64_t stride;
  };

  [[nodiscard]] Targets collect(const Question& question, const Parts& pointers);
  // Asks for an array to be folded. False if that is not possible.
  bool want(const WantedFold& fold);
  bool fold_largest(const Targets& found);
  void add(const Question& question, const Strided& pointers, Targets& found);
  // REQUIRES: the pointers lead into one block and are right.
  void add_right(const Question& question, const Strided& pointers, Targets& found);
  void add_folded(const ir::Fold& fold, const Strided& pointers, Targets& found);
  void add_one(std::uint64_t pointer, Targets& found);
  // What is wrong with a pointer, whatever the size of a block whose size is unknown.
  [[nodiscard]] ViolationFacts error_at(const Question& question, std::uint64_t pointer) const;

  ir::Context& context_;
  std::uint64_t most_;
  std::vector<WantedFold> wanted_;
};

}  // namespace skein::abstract
