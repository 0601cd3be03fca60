// SPDX-License-Identifier: Apache-2.0
// Builds short messages without libc, which may be in any state when the runtime reports something.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime {

template <std::size_t capacity>
class Text {
 public:
  Text& operator<<(const char* text) {
    while (text != nullptr && *text != '\0') put(*text++);
    return *this;
  }

  Text& operator<<(std::uint64_t number) {
    char digits[20];
    std::size_t n = 0;
    do {
      digits[n++] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    while (n > 0) put(digits[--n]);
    return *this;
  }

  Text& hex(std::uint64_t number) {
    *this << "0x";
    bool has_begun = false;
    for (int shift = 60; shift >= 0; shift -= 4) {
      const std::uint64_t digit = (number >> static_cast<unsigned>(shift)) & 15U;
      has_begun = has_begun || digit != 0 || shift == 0;
      if (has_begun) put("0123456789abcdef"[digit]);
    }
    return *this;
  }

  [[nodiscard]] const char* c_str() const { return buffer_; }

 private:
  void put(char c) {
    if (size_ + 1 < capacity) {
      buffer_[size_++] = c;
      buffer_[size_] = '\0';
    }
  }

  char buffer_[capacity] = {};
  std::size_t size_ = 0;
};

}  // namespace skein::runtime
