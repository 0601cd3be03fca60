// SPDX-License-Identifier: Apache-2.0
// Variable-length numbers: what is written is read again, and damage is noticed.
#include "core/varint.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace skein {
namespace {

const std::vector<std::uint64_t> kNumbers{0,
                                          1,
                                          127,
                                          128,
                                          255,
                                          16'383,
                                          16'384,
                                          0xffffffff,
                                          std::uint64_t{1} << 63U,
                                          std::numeric_limits<std::uint64_t>::max()};

TEST(Varint, ReadsWhatWasWritten) {
  std::string text;
  std::vector<std::uint8_t> bytes;
  for (const std::uint64_t n : kNumbers) {
    append_varint(text, n);
    append_varint(bytes, n);
  }
  std::size_t in_text = 0;
  std::size_t in_bytes = 0;
  for (const std::uint64_t n : kNumbers) {
    std::uint64_t read = 0;
    ASSERT_EQ(read_varint(text, in_text, read), Varint::Good);
    EXPECT_EQ(read, n);
    EXPECT_EQ(take_varint(bytes, in_bytes), n);
  }
  EXPECT_EQ(in_text, text.size());
  EXPECT_EQ(in_bytes, bytes.size());
}

// Checkpoints are files: their form must not change. 300 = 2 * 128 + 44.
TEST(Varint, FormIsFixed) {
  std::string text;
  append_varint(text, 127);
  append_varint(text, 300);
  EXPECT_EQ(text, std::string("\x7f\xac\x02"));
}

TEST(Varint, DamageIsNoticed) {
  std::uint64_t number = 0;
  std::size_t at = 0;
  EXPECT_EQ(read_varint(std::string("\x80\x80"), at, number), Varint::EndsTooEarly);
  at = 0;
  EXPECT_EQ(read_varint(std::string(11, '\x80'), at, number), Varint::TooLong);
}

}  // namespace
}  // namespace skein
