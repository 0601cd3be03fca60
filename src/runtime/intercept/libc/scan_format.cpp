// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/libc/scan_format.hpp"

#include <cstring>
#include <cwchar>

namespace skein::runtime {

namespace {

// The padding of a long double beyond these bytes is not written.
constexpr std::size_t kLongDouble = 10;

}  // namespace

std::size_t ScanFormat::read_number() {
  std::size_t number = 0;
  for (; *at_ >= '0' && *at_ <= '9'; ++at_) {
    if (number < (1U << 30U)) number = 10 * number + static_cast<std::size_t>(*at_ - '0');
  }
  return number;
}

void ScanFormat::read_modifiers(Modifiers& m) {
  for (;; ++at_) {
    switch (*at_) {
      case 'h': m.integer = m.integer == sizeof(short) ? sizeof(char) : sizeof(short); break;
      case 'l':
        m.real = m.is_wide ? kLongDouble : sizeof(double);
        m.integer = sizeof(long);
        m.is_wide = true;
        break;
      case 'q':
      case 'L':
        m.integer = sizeof(long);
        m.real = kLongDouble;
        break;
      case 'j':
      case 'z':
      case 'Z':
      case 't': m.integer = sizeof(long); break;
      case 'm': m.is_new = true; break;
      case 'a':
        if (!has_old_a_ || (at_[1] != 's' && at_[1] != 'S' && at_[1] != '[')) return;
        m.is_new = true;
        break;
      default: return;
    }
  }
}

// Moves past the bracket that ends the set. A bracket that comes first belongs to the set.
void ScanFormat::skip_set() {
  if (*at_ == '^') ++at_;
  if (*at_ == ']') ++at_;
  while (*at_ != '\0' && *at_ != ']') ++at_;
  if (*at_ == ']') ++at_;
}

bool ScanFormat::read_letter(const Modifiers& m, ScanTarget& target) {
  const char letter = *at_;
  if (letter == '\0') return false;
  ++at_;
  if (letter == '[') skip_set();
  if (std::strchr("diouxX", letter) != nullptr) {
    target.size = m.integer;
  } else if (std::strchr("eEfFgGaA", letter) != nullptr) {
    target.size = m.real;
  } else if (letter == 'p') {
    target.size = sizeof(void*);
  } else if (letter == 'n') {
    target.kind = ScanKind::Count;
    target.size = m.integer;
  } else if (std::strchr("sS[cC", letter) != nullptr) {
    const bool is_char = letter == 'c' || letter == 'C';
    target.kind = m.is_new ? ScanKind::Block : is_char ? ScanKind::Chars : ScanKind::Text;
    target.size = m.is_wide || letter == 'S' || letter == 'C' ? sizeof(wchar_t) : sizeof(char);
    if (m.is_new) target.size = sizeof(void*);
    if (is_char && target.width == 0) target.width = 1;
  } else {
    return false;
  }
  return true;
}

bool ScanFormat::next(ScanTarget& found) {
  while (*at_ != '\0') {
    if (*at_++ != '%') continue;
    if (*at_ == '%') {
      ++at_;
      continue;
    }
    found = ScanTarget();
    int position = -1;
    const char* const begin = at_;
    const std::size_t number = read_number();
    if (*at_ == '$' && number > 0) {
      position = static_cast<int>(number) - 1;
      ++at_;
    } else {
      at_ = begin;
    }
    bool is_ignored = false;
    for (; *at_ == '*' || *at_ == '\'' || *at_ == 'I'; ++at_) is_ignored |= *at_ == '*';
    found.width = read_number();
    Modifiers modifiers;
    const char* const before = at_;
    read_modifiers(modifiers);
    if (!read_letter(modifiers, found)) return false;
    found.width_at = before;
    if (is_ignored) continue;
    found.argument = position >= 0 ? position : taken_++;
    return true;
  }
  return false;
}

}  // namespace skein::runtime
