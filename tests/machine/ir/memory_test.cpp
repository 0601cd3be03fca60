// SPDX-License-Identifier: Apache-2.0
// The memory model: how accesses fall into cells, and what they find there.
#include "machine/ir/memory/memory.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "machine/ir/memory/small_locks.hpp"

namespace skein::ir {
namespace {

// struct { int a; char b; /* padding */ long c; } s = {1, 2, 3}; const int k = 7;
Program two_globals() {
  Program program;
  Layout layout;
  layout.size = 16;
  layout.cells = {{0, 4, CellKind::Bytes}, {4, 1, CellKind::Bytes}, {8, 8, CellKind::Bytes}};
  Layout constant;
  constant.size = 4;
  program.layouts = {layout, constant};
  Global s;
  s.name = "s";
  s.layout = 0;
  s.bytes = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0};
  Global k;
  k.name = "k";
  k.layout = 1;
  k.is_constant = true;
  k.bytes = {7, 0, 0, 0};
  program.globals = {s, k};
  return program;
}

class MemoryTest : public ::testing::Test {
 protected:
  std::vector<Part> parts_of(std::uint32_t offset, std::uint64_t length) {
    std::vector<Part> parts;
    memory_.split(pointer_to(block_of(GlobalId{0U}), offset), length, parts);
    return parts;
  }
  std::vector<ValueId> initial(const std::vector<Part>& parts) {
    std::vector<ValueId> values;
    for (const Part& part : parts) values.push_back(memory_.initial_value(part.object));
    return values;
  }

  Program program_ = two_globals();
  Memory memory_{program_};
  Thread thread_;
};

TEST_F(MemoryTest, ReadsWhatTheInitialiserSays) {
  const std::vector<Part> parts = parts_of(0, 16);
  ASSERT_EQ(parts.size(), 3U);
  std::uint8_t bytes[16] = {};
  ASSERT_FALSE(memory_.read(initial(parts), parts, bytes));
  EXPECT_EQ(std::memcmp(bytes, program_.globals[0].bytes.data(), 16), 0);
}

TEST_F(MemoryTest, AWriteChangesItsBytesAlone) {
  const std::vector<Part> parts = parts_of(2, 3);  // the upper half of a, and b
  ASSERT_EQ(parts.size(), 2U);
  std::vector<ValueId> values = initial(parts);
  const std::uint8_t from[] = {0xaa, 0xbb, 0xcc};
  ASSERT_FALSE(memory_.write(values, parts, from));
  std::uint8_t a[4] = {};
  const std::vector<Part> whole = parts_of(0, 4);
  ASSERT_FALSE(memory_.read(std::span(values).first(1), whole, a));
  const std::uint8_t expected[] = {1, 0, 0xaa, 0xbb};
  EXPECT_EQ(std::memcmp(a, expected, 4), 0);
}

TEST_F(MemoryTest, PaddingIsInNoCell) {
  EXPECT_TRUE(memory_.object_at(pointer_to(block_of(GlobalId{0U}), 5)).is_none());
  const Extent gap = memory_.extent_at(pointer_to(block_of(GlobalId{0U}), 6));
  EXPECT_FALSE(gap.is_cell);
  EXPECT_EQ(gap.begin, 5U);
  EXPECT_EQ(gap.end, 8U);
}

TEST_F(MemoryTest, FreedMemoryIsNoticed) {
  const std::vector<Part> parts = parts_of(0, 4);
  std::vector<ValueId> gone{ValueId{}};
  std::uint8_t bytes[4] = {};
  EXPECT_TRUE(memory_.read(gone, parts, bytes));
  EXPECT_TRUE(memory_.write(gone, parts, bytes));
}

TEST_F(MemoryTest, PointersAreChecked) {
  EXPECT_TRUE(
      memory_.pointer_error(thread_, pointer_to(block_of(GlobalId{0U}), 8), 8, true).is_none());
  EXPECT_FALSE(
      memory_.pointer_error(thread_, pointer_to(block_of(GlobalId{0U}), 9), 8, true).is_none());
  EXPECT_FALSE(memory_.pointer_error(thread_, 0, 1, false).is_none());
  EXPECT_TRUE(
      memory_.pointer_error(thread_, pointer_to(block_of(GlobalId{1U})), 4, false).is_none());
  EXPECT_FALSE(
      memory_.pointer_error(thread_, pointer_to(block_of(GlobalId{1U})), 4, true).is_none());
  EXPECT_TRUE(memory_.is_private(pointer_to(block_of(GlobalId{1U}))));
  EXPECT_FALSE(memory_.is_private(pointer_to(block_of(GlobalId{0U}))));
}

TEST_F(MemoryTest, ASmallLockSharesItsCell) {
  Cell word;
  word.kind = ValueKind::Bytes;
  word.a = 8;
  word.bits = 0x1122334400000000ULL;
  const auto fresh = small_lock_in(word, ValueKind::Mutex, 0);
  ASSERT_TRUE(fresh);
  EXPECT_FALSE(small_lock_in(word, ValueKind::Mutex, 4)) << "other bytes are there";
  Cell held = *fresh;
  held.b = 3;
  word = with_small_lock(word, 0, held);
  EXPECT_EQ(small_lock_in(word, ValueKind::Mutex, 0)->b, 3U);
  EXPECT_FALSE(small_lock_in(word, ValueKind::Once, 0)) << "another kind of lock";
  EXPECT_TRUE(overlaps_small_lock(word, 3, 1));
  EXPECT_FALSE(overlaps_small_lock(word, 4, 4));
  erase_small_locks(word, 0, 3);
  EXPECT_TRUE(overlaps_small_lock(word, 0, 4)) << "only a part of it was covered";
  erase_small_locks(word, 0, 4);
  EXPECT_FALSE(overlaps_small_lock(word, 0, 4));
}

}  // namespace
}  // namespace skein::ir
