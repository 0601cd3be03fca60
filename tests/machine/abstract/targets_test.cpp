// SPDX-License-Identifier: Apache-2.0
// Where pointers lead, with and without folded arrays, compared with one pointer at a time.
#include "machine/abstract/local/targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "machine/abstract/values/numbers.hpp"

namespace skein::test {

namespace {

using abstract::Strided;
using abstract::Target;
using abstract::Targets;
using abstract::TargetSearch;

// Block 1: twelve records of an int, a short and padding, between two ints. Block 2: 20 ints.
ir::Program program_with_arrays() {
  ir::Program program;
  ir::Layout records{104, {{0, 4, ir::CellKind::Bytes}}};
  for (std::uint32_t i = 0; i < 12; ++i) {
    records.cells.push_back({4 + 8 * i, 4, ir::CellKind::Bytes});
    records.cells.push_back({8 + 8 * i, 2, ir::CellKind::Bytes});
  }
  records.cells.push_back({100, 4, ir::CellKind::Bytes});
  ir::Layout ints{80, {}};
  for (std::uint32_t i = 0; i < 20; ++i) ints.cells.push_back({4 * i, 4, ir::CellKind::Bytes});
  ir::Layout locks{160, {}};
  for (std::uint32_t i = 0; i < 4; ++i) locks.cells.push_back({40 * i, 40, ir::CellKind::Mutex});
  program.layouts = {records, ints, locks};
  for (std::uint32_t i = 0; i < 3; ++i) {
    ir::Global global;
    global.name = "g" + std::to_string(i);
    global.layout = i;
    global.bytes.resize(program.layouts[i].size);
    program.globals.push_back(global);
  }
  program.functions.resize(1);
  program.functions.front().code.resize(1);
  program.functions.front().live.resize(1);
  program.main = ir::FunctionId{0U};
  program.sites.resize(1);
  return program;
}

std::set<ObjectId> cells_at(ir::Memory& memory, std::uint64_t pointer, std::uint32_t bytes) {
  std::vector<ir::Part> parts;
  memory.split(pointer, bytes, parts);
  std::set<ObjectId> cells;
  for (const ir::Part& part : parts) cells.insert(part.object);
  return cells;
}

void compare_with_single_pointers(ir::Context& context, const Targets& found,
                                  const Strided& pointers, std::uint32_t bytes) {
  const ir::Thread thread;
  bool has_error = false;
  for (std::uint64_t i = 0; i <= pointers.steps(); ++i) {
    const std::uint64_t pointer = pointers.lo + i * pointers.stride;
    const bool is_wrong = !context.memory.pointer_error(thread, pointer, bytes, true).is_none();
    has_error |= is_wrong;
    std::size_t leads = 0;
    for (const Target& target : found.places) {
      if (!abstract::contain(target.pointers, Strided::constant(pointer))) continue;
      ++leads;
      EXPECT_EQ(cells_at(context.memory, target.place, bytes),
                cells_at(context.memory, pointer, bytes));
      EXPECT_EQ(context.memory.place_in_cell(target.place), context.memory.place_in_cell(pointer));
    }
    EXPECT_EQ(leads, is_wrong ? 0U : 1U) << pointer << " of " << bytes << " bytes";
  }
  EXPECT_EQ(!found.error.is_none(), has_error);
}

TEST(TargetsTest, EveryPointerLeadsWhereItLeadsAlone) {
  std::mt19937_64 random(1);
  const auto pick = [&](std::uint64_t most) {
    return std::uniform_int_distribution<std::uint64_t>(0, most)(random);
  };
  std::uint64_t folded = 0;
  for (int round = 0; round < 300; ++round) {
    ir::Context context(program_with_arrays(), {});
    TargetSearch search(context, 1 + pick(5));
    for (int access = 0; access < 8; ++access) {
      const BlockId block{static_cast<std::uint32_t>(1 + pick(1))};
      const std::uint64_t stride = 1 + pick(15);
      const std::uint64_t lo = ir::pointer_to(block, 0) + pick(60) - pick(8);
      const Strided pointers = Strided::up_to(lo, lo + pick(120), stride);
      const auto bytes = static_cast<std::uint32_t>(1U << pick(2));
      const Targets found = search.find(ir::Thread{}, {pointers}, bytes, true);
      if (found.will_be_folded) {
        search.begin_again();
        ++folded;
        continue;
      }
      compare_with_single_pointers(context, found, pointers, bytes);
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(folded, 0U);
}

TEST(TargetsTest, AnIndexOutsideOfItsArrayIsAnErrorAndNoRefusal) {
  ir::Context context(program_with_arrays(), {});
  TargetSearch search(context, 4096);
  const std::uint64_t base = ir::pointer_to(BlockId{2U}, 0);
  const std::uint64_t far = 4ULL << 31U;
  const Targets found = search.find(ir::Thread{}, {Strided{base - far, base + far, 4}}, 4, true);
  EXPECT_FALSE(found.are_too_many);
  EXPECT_FALSE(found.error.is_none());
  EXPECT_TRUE(std::any_of(found.places.begin(), found.places.end(),
                          [&](const Target& target) { return target.place == base + 76; }));
}

TEST(TargetsTest, LocksAreNotFolded) {
  ir::Context context(program_with_arrays(), {});
  EXPECT_FALSE(
      context.memory.fold(ir::pointer_to(BlockId{3U}, 0), ir::pointer_to(BlockId{3U}, 120), 40));
  EXPECT_TRUE(
      context.memory.fold(ir::pointer_to(BlockId{2U}, 0), ir::pointer_to(BlockId{2U}, 76), 4));
  EXPECT_FALSE(context.memory.fold(ir::pointer_to(BlockId{2U}, 0), ir::pointer_to(BlockId{2U}, 76),
                                   4));  // it is
}

TEST(TargetsTest, AccessesThatReachIntoSeveralElementsCoverOne) {
  ir::Context context(program_with_arrays(), {});
  const std::uint64_t base = ir::pointer_to(BlockId{1U}, 0);
  ASSERT_TRUE(context.memory.fold(base + 4, base + 92, 8));
  const auto folded = [&](std::uint64_t offset, std::uint64_t length) {
    MemoryAccess access;
    access.address = base + offset;
    access.length = length;
    context.memory.fold_access(access);
    return std::pair{access.address - base, access.length};
  };
  EXPECT_EQ(folded(0, 4), (std::pair<std::uint64_t, std::uint64_t>(0, 4)));
  EXPECT_EQ(folded(20, 4), (std::pair<std::uint64_t, std::uint64_t>(4, 4)));
  EXPECT_EQ(folded(24, 2), (std::pair<std::uint64_t, std::uint64_t>(8, 2)));
  // From the second field of one to the first of the next: that is both.
  EXPECT_EQ(folded(24, 8).first, 4U);
  EXPECT_GE(folded(24, 8).second, 8U);
  EXPECT_EQ(folded(100, 4), (std::pair<std::uint64_t, std::uint64_t>(100, 4)));
}

}  // namespace

}  // namespace skein::test
