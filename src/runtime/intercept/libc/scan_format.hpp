// SPDX-License-Identifier: Apache-2.0
// The targets that a function of the scanf family writes, in the order of the format.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime {

enum class ScanKind : std::uint8_t {
  Number,
  Text,   // with a zero at the end
  Chars,  // %c: exactly as many as the width
  Block,  // newly allocated: the target is a pointer
  Count   // %n: not counted as an assignment
};

struct ScanTarget {
  ScanKind kind = ScanKind::Number;
  int argument = 0;                // from 0
  std::size_t size = 0;            // in bytes; for a Text or Chars, of one character
  std::size_t width = 0;           // of a Text or Chars; 0: not limited
  const char* width_at = nullptr;  // where the format has, or could have, a width
};

// Reads a format, target by target. `has_old_a`: %as means what %ms means today.
class ScanFormat {
 public:
  ScanFormat(const char* text, bool has_old_a) : at_(text), has_old_a_(has_old_a) {}

  // Returns false at the end, or where the format is not understood.
  bool next(ScanTarget& found);

 private:
  struct Modifiers {
    std::size_t integer = sizeof(int);
    std::size_t real = sizeof(float);
    bool is_wide = false;
    bool is_new = false;
  };

  std::size_t read_number();
  void read_modifiers(Modifiers& m);
  bool read_letter(const Modifiers& m, ScanTarget& target);
  void skip_set();

  const char* at_;
  bool has_old_a_;
  int taken_ = 0;
};

}  // namespace skein::runtime
