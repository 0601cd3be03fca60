// SPDX-License-Identifier: Apache-2.0
// The scanf family. What a format will match is not known in advance. So libc scans into memory of
// ours, through a list of arguments that points there. Then the results are reported and copied to
// the program's targets, in the order of the format.
#include <cstddef>
#include <cstdio>
#include <stdarg.h>

#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/libc/scan_format.hpp"
#include "runtime/intercept/libc/scratch.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

constexpr int kMaxTargets = 128;
// The longest text that %s without a width may find in a file; longer ones are refused.
constexpr std::size_t kLongestWord = 65535;
constexpr const char* kWidth = "65535";
constexpr std::size_t kWidthLength = 5;
// Marks a count that %n did not reach. No count is that large.
constexpr unsigned char kUntouched = 0x80;

using ScanText = int(const char*, const char*, va_list);
using ScanFile = int(FILE*, const char*, va_list);

// The three ways in which programs are compiled to call scanf: before C99 (%as allocates), C99, and
// C23 (0b101 is a number).
struct Dialect {
  bool has_old_a;
  NextSymbol<ScanText> text;
  NextSymbol<ScanFile> file;
};
Dialect old_dialect{true, NextSymbol<ScanText>("vsscanf"), NextSymbol<ScanFile>("vfscanf")};
Dialect c99{false, NextSymbol<ScanText>("__isoc99_vsscanf"),
            NextSymbol<ScanFile>("__isoc99_vfscanf")};
Dialect c23{false, NextSymbol<ScanText>("__isoc23_vsscanf"),
            NextSymbol<ScanFile>("__isoc23_vfscanf")};

// A list of arguments that are all pointers, by the calling convention of x86-64.
struct PointerList {
  unsigned integers_used = 48;  // all registers are used up: the rest is in memory
  unsigned reals_used = 176;
  void* rest = nullptr;
  void* registers = nullptr;
};
static_assert(sizeof(PointerList) == sizeof(va_list));

// The number of characters that the target of a Text or Chars must have room for.
std::size_t letters_of(const ScanTarget& t, std::size_t longest) {
  if (t.kind == ScanKind::Chars) return t.width;
  return (t.width == 0 ? longest : t.width) + 1;
}

bool is_text(const ScanTarget& t) { return t.kind == ScanKind::Text || t.kind == ScanKind::Chars; }

class Scan {
 public:
  // `longest`: an upper bound for texts without a width.
  Scan(const char* format, bool has_old_a, va_list arguments, std::size_t longest)
      : longest_(longest) {
    ScanFormat targets(format, has_old_a);
    int argument_count = 0;
    while (targets.next(targets_[count_])) {
      const ScanTarget& t = targets_[count_];
      if (t.argument >= kMaxTargets || ++count_ == kMaxTargets) {
        is_too_long_ = true;
        return;
      }
      if (t.argument >= argument_count) argument_count = t.argument + 1;
      room_ += room_of(t);
    }
    va_list rest;
    va_copy(rest, arguments);
    for (int i = 0; i < argument_count; ++i) real_[i] = va_arg(rest, void*);
    va_end(rest);
  }

  [[nodiscard]] bool is_too_long() const { return is_too_long_; }
  // The bytes of all targets together.
  [[nodiscard]] std::size_t room() const { return room_; }
  [[nodiscard]] std::size_t format_room(const char* format) const {
    return std::strlen(format) + 1 + static_cast<std::size_t>(count_) * kWidthLength;
  }

  // Writes the same format with a width for every text that has none.
  void limit_widths(const char* format, char* to) const {
    for (int i = 0; i < count_; ++i) {
      const ScanTarget& t = targets_[i];
      if (t.kind != ScanKind::Text || t.width != 0) continue;
      const std::size_t size = reported::bytes_between(format, t.width_at);
      std::memcpy(to, format, size);
      std::memcpy(to + size, kWidth, kWidthLength);
      to += size + kWidthLength;
      format = t.width_at;
    }
    std::memcpy(to, format, std::strlen(format) + 1);
  }

  // Gives every argument its place from `memory` on, filled so that writes can be recognised later.
  void prepare(char* memory) {
    for (int i = 0; i < count_; ++i) {
      const ScanTarget& t = targets_[i];
      const std::size_t room = room_of(t);
      if (t.kind == ScanKind::Chars) {
        // Fewer characters than asked for may come: the others stay as they are.
        std::memcpy(memory, real_[t.argument], t.width * t.size);
      } else {
        std::memset(memory, kUntouched, room);
      }
      places_[t.argument] = memory;
      memory += room;
    }
  }

  template <class Call>
  int call(Call real) {
    PointerList list;
    list.rest = static_cast<void*>(places_);
    va_list arguments;
    std::memcpy(arguments, &list, sizeof(list));
    return real(arguments);
  }

  // Refuses texts that were cut off.
  void check_lengths(int assigned, const void* pc) const {
    for (int i = 0; i < count_; ++i) {
      const ScanTarget& t = targets_[i];
      if (t.kind == ScanKind::Count || assigned-- <= 0) continue;
      if (t.kind == ScanKind::Text && t.width == 0 && size_of(t) > kLongestWord * t.size) {
        refuse("scanf with %s for a word of more than 65534 letters", pc);
      }
    }
  }

  void deliver(int assigned, const void* pc) const {
    for (int i = 0; i < count_; ++i) {
      const ScanTarget& t = targets_[i];
      const char* place = places_[t.argument];
      if (t.kind == ScanKind::Count) {
        if (!is_untouched(place, t.size)) reported::copy_out(real_[t.argument], place, t.size, pc);
      } else if (assigned-- > 0) {
        reported::copy_out(real_[t.argument], place, size_of(t), pc);
      }
    }
  }

 private:
  [[nodiscard]] std::size_t room_of(const ScanTarget& t) const {
    const std::size_t size = is_text(t) ? letters_of(t, longest_) * t.size : sizeof(long double);
    return (size + 15) / 16 * 16;
  }

  static bool is_untouched(const char* place, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      if (static_cast<unsigned char>(place[i]) != kUntouched) return false;
    }
    return true;
  }

  // The size of what was found, in bytes. A text ends with the last zero; a text from a file may
  // contain others.
  [[nodiscard]] std::size_t size_of(const ScanTarget& t) const {
    if (t.kind == ScanKind::Chars) return t.width * t.size;
    if (t.kind != ScanKind::Text) return t.size;
    const char* place = places_[t.argument];
    if (t.size == sizeof(wchar_t)) {
      return (std::wcslen(reinterpret_cast<const wchar_t*>(place)) + 1) * sizeof(wchar_t);
    }
    return reported::bytes_between(place, memrchr(place, '\0', room_of(t))) + 1;
  }

  std::size_t longest_;
  std::size_t room_ = 0;
  int count_ = 0;
  bool is_too_long_ = false;
  ScanTarget targets_[kMaxTargets];
  void* real_[kMaxTargets] = {};
  char* places_[kMaxTargets] = {};
};

constexpr const char* kTooLong = "a scanf with that many targets";

int scan_text(Dialect& dialect, const char* text, const char* format, va_list arguments,
              const void* pc) {
  if (!is_running()) return dialect.text(text, format, arguments);
  reported::read_text(text, pc);
  reported::read_text(format, pc);
  Scan scan(format, dialect.has_old_a, arguments, std::strlen(text));
  const Scratch scratch(scan.room());
  if (scan.is_too_long() || scratch.data() == nullptr) refuse(kTooLong, pc);
  scan.prepare(scratch.data());
  const int assigned =
      scan.call([&](va_list places) { return dialect.text(text, format, places); });
  scan.deliver(assigned, pc);
  return assigned;
}

int scan_file(Dialect& dialect, FILE* file, const char* format, va_list arguments, const void* pc) {
  if (!is_running()) return dialect.file(file, format, arguments);
  reported::read_text(format, pc);
  Scan scan(format, dialect.has_old_a, arguments, kLongestWord);
  const std::size_t format_room = (scan.format_room(format) + 15) / 16 * 16;
  const Scratch scratch(format_room + scan.room());
  if (scan.is_too_long() || scratch.data() == nullptr) refuse(kTooLong, pc);
  scan.limit_widths(format, scratch.data());
  scan.prepare(scratch.data() + format_room);
  shared_state::read_file(file, pc);
  const int assigned =
      scan.call([&](va_list places) { return dialect.file(file, scratch.data(), places); });
  if (assigned != EOF) spins::note_change();  // the file position has moved
  scan.check_lengths(assigned, pc);
  scan.deliver(assigned, pc);
  return assigned;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int __wrap_vsscanf(const char* text, const char* format, va_list arguments) {
  return rt::scan_text(rt::old_dialect, text, format, arguments, __builtin_return_address(0));
}
int __wrap___isoc99_vsscanf(const char* text, const char* format, va_list arguments) {
  return rt::scan_text(rt::c99, text, format, arguments, __builtin_return_address(0));
}
int __wrap___isoc23_vsscanf(const char* text, const char* format, va_list arguments) {
  return rt::scan_text(rt::c23, text, format, arguments, __builtin_return_address(0));
}
int __wrap_vfscanf(FILE* file, const char* format, va_list arguments) {
  return rt::scan_file(rt::old_dialect, file, format, arguments, __builtin_return_address(0));
}
int __wrap___isoc99_vfscanf(FILE* file, const char* format, va_list arguments) {
  return rt::scan_file(rt::c99, file, format, arguments, __builtin_return_address(0));
}
int __wrap___isoc23_vfscanf(FILE* file, const char* format, va_list arguments) {
  return rt::scan_file(rt::c23, file, format, arguments, __builtin_return_address(0));
}
int __wrap_vscanf(const char* format, va_list arguments) {
  return rt::scan_file(rt::old_dialect, stdin, format, arguments, __builtin_return_address(0));
}
int __wrap___isoc99_vscanf(const char* format, va_list arguments) {
  return rt::scan_file(rt::c99, stdin, format, arguments, __builtin_return_address(0));
}
int __wrap___isoc23_vscanf(const char* format, va_list arguments) {
  return rt::scan_file(rt::c23, stdin, format, arguments, __builtin_return_address(0));
}

int __wrap_sscanf(const char* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n =
      rt::scan_text(rt::old_dialect, text, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}
int __wrap___isoc99_sscanf(const char* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt::scan_text(rt::c99, text, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}
int __wrap___isoc23_sscanf(const char* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt::scan_text(rt::c23, text, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}
int __wrap_fscanf(FILE* file, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n =
      rt::scan_file(rt::old_dialect, file, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}
int __wrap___isoc99_fscanf(FILE* file, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt::scan_file(rt::c99, file, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}
int __wrap___isoc23_fscanf(FILE* file, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt::scan_file(rt::c23, file, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}
int __wrap_scanf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n =
      rt::scan_file(rt::old_dialect, stdin, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}
int __wrap___isoc99_scanf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt::scan_file(rt::c99, stdin, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}
int __wrap___isoc23_scanf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt::scan_file(rt::c23, stdin, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return n;
}

}  // extern "C"
