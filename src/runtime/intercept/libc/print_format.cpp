// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/libc/print_format.hpp"

#include <cstddef>
#include <cstdint>

#include "runtime/intercept/libc/reported.hpp"

namespace skein::runtime {

namespace {

constexpr int kMaxArguments = 128;
constexpr int kNone = -1;

enum class Type : std::uint8_t { Unused, Int, Long, Double, LongDouble, Pointer };

struct Conversion {
  char letter = '\0';
  std::size_t size = sizeof(int);  // of the number, by the length modifiers
  int argument = kNone;
  int width = kNone;  // the index of the argument that holds it
  int precision = kNone;
  long fixed_precision = -1;
};

// Reads a format, conversion by conversion. Arguments are numbered from 0.
class Format {
 public:
  explicit Format(const char* text) : at_(text) {}

  // Returns false at the end, or where the format is not understood: libc prints the rest as it is.
  bool next(Conversion& found) {
    while (*at_ != '\0') {
      if (*at_++ != '%') continue;
      found = Conversion();
      const int position = position_of_argument();
      while (*at_ != '\0' && std::strchr("-+ #0'I", *at_) != nullptr) ++at_;
      read_amount(found.width);
      if (*at_ == '.') {
        ++at_;
        const long amount = read_amount(found.precision);
        if (found.precision == kNone) found.fixed_precision = amount;
      }
      found.size = read_size();
      if (*at_ == '\0') return false;
      found.letter = *at_++;
      if (found.letter == '%' || found.letter == 'm') {
        if (found.width == kNone && found.precision == kNone) continue;
        return true;
      }
      found.argument = position != kNone ? position : taken_++;
      return true;
    }
    return false;
  }

 private:
  // "3$" returns two and moves past it; kNone if there is no such prefix.
  int position_of_argument() {
    const char* end = at_;
    int number = 0;
    while (*end >= '0' && *end <= '9' && number < kMaxArguments)
      number = 10 * number + *end++ - '0';
    if (*end != '$' || number == 0) return kNone;
    at_ = end + 1;
    return number - 1;
  }

  // A number, or a star: then the argument holds it.
  long read_amount(int& argument) {
    if (*at_ == '*') {
      ++at_;
      const int position = position_of_argument();
      argument = position != kNone ? position : taken_++;
      return 0;
    }
    long amount = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_) {
      if (amount < (1 << 30)) amount = 10 * amount + (*at_ - '0');
    }
    return amount;
  }

  std::size_t read_size() {
    std::size_t size = sizeof(int);
    for (; *at_ != '\0'; ++at_) {
      switch (*at_) {
        case 'h': size = size == sizeof(short) ? 1 : sizeof(short); break;
        case 'l':
        case 'q':
        case 'j':
        case 'z':
        case 'Z':
        case 't': size = sizeof(long); break;
        case 'L': size = sizeof(long double); break;
        default: return size;
      }
    }
    return size;
  }

  const char* at_;
  int taken_ = 0;
};

Type type_of(const Conversion& conversion) {
  switch (conversion.letter) {
    case 's':
    case 'S':
    case 'p':
    case 'n': return Type::Pointer;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': return conversion.size == sizeof(long double) ? Type::LongDouble : Type::Double;
    case 'c':
    case 'C': return Type::Int;
    default: return conversion.size > sizeof(int) ? Type::Long : Type::Int;
  }
}

// The arguments of a format. Floating-point arguments are skipped.
class Arguments {
 public:
  Arguments(const char* format, va_list arguments) {
    Format conversions(format);
    Conversion c;
    while (conversions.next(c)) {
      note(c.width, Type::Int);
      note(c.precision, Type::Int);
      if (c.argument != kNone) note(c.argument, type_of(c));
    }
    va_list rest;
    va_copy(rest, arguments);
    for (int i = 0; i < count_; ++i) fetch(i, rest);
    va_end(rest);
  }

  [[nodiscard]] bool has(int i) const { return i >= 0 && i < count_; }
  [[nodiscard]] std::uint64_t value(int i) const { return values_[i]; }

 private:
  void note(int i, Type type) {
    if (i < 0 || i >= kMaxArguments) return;
    types_[i] = type;
    if (i >= count_) count_ = i + 1;
  }

  template <class T>
  static T take(va_list& rest) {
    return va_arg(rest, T);
  }

  void fetch(int i, va_list& rest) {
    switch (types_[i]) {
      case Type::Unused:
      case Type::Int: values_[i] = static_cast<std::uint64_t>(take<int>(rest)); break;
      case Type::Long: values_[i] = static_cast<std::uint64_t>(take<long>(rest)); break;
      case Type::Double: static_cast<void>(take<double>(rest)); break;
      case Type::LongDouble: static_cast<void>(take<long double>(rest)); break;
      case Type::Pointer: values_[i] = reinterpret_cast<std::uint64_t>(take<void*>(rest)); break;
    }
  }

  Type types_[kMaxArguments] = {};
  std::uint64_t values_[kMaxArguments];
  int count_ = 0;
};

// The number of characters of a text that are printed at most; negative means all.
long limit_of(const Conversion& c, const Arguments& arguments) {
  if (c.precision == kNone) return c.fixed_precision;
  return arguments.has(c.precision) ? static_cast<int>(arguments.value(c.precision)) : -1;
}

void report(const Conversion& c, const Arguments& arguments, const void* pc) {
  if (!arguments.has(c.argument)) return;
  auto* const pointer = reinterpret_cast<void*>(arguments.value(c.argument));
  if (pointer == nullptr) return;
  if (c.letter == 'n') return reported::written(pointer, c.size, pc);
  if (c.letter != 's' && c.letter != 'S') return;
  const long limit = limit_of(c, arguments);
  const std::size_t most = limit < 0 ? reported::kNoLimit : static_cast<std::size_t>(limit);
  if (c.letter == 'S' || c.size == sizeof(long)) {
    const auto* text = static_cast<const wchar_t*>(pointer);
    reported::read_characters(text, reported::length_within(text, most), pc);
  } else {
    const auto* text = static_cast<const char*>(pointer);
    reported::read_characters(text, reported::length_within(text, most), pc);
  }
}

// Most formats contain none.
bool has_pointers(const char* format) {
  for (; (format = std::strchr(format, '%')) != nullptr; ++format) {
    const char* letter = format + 1 + std::strspn(format + 1, "-+ #0'I123456789*$.hlqjztZL");
    if (*letter == 's' || *letter == 'S' || *letter == 'n') return true;
    format = *letter == '\0' ? letter - 1 : letter;
  }
  return false;
}

}  // namespace

void report_print_arguments(const char* format, va_list arguments, const void* pc) {
  if (!is_running() || format == nullptr) return;
  reported::read_text(format, pc);
  if (!has_pointers(format)) return;
  const Arguments values(format, arguments);
  Format conversions(format);
  Conversion c;
  while (conversions.next(c)) report(c, values, pc);
}

}  // namespace skein::runtime
