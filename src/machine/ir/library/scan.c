// SPDX-License-Identifier: Apache-2.0
/* sscanf: as glibc reads, also where the standard leaves it open ("0x" without a digit is 0, "1e"
 * is 1, and both are consumed; a number that does not fit is cut as strtol does). Positions are
 * passed by value, so that the text may be a private array of the caller. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "machine/ir/library/machine.h"

/* <stdio.h> is not included because it gives sscanf another name. */
enum { kEndOfText = -1 };

enum { kInt, kChar, kShort, kLong };

/* One directive: %[*][width][length]kind, with %[ the set, which ends before its "]". */
struct Directive {
  int is_skipped;
  size_t width; /* SIZE_MAX: not given */
  int length;
  char kind;
  int is_inverse; /* %[^ */
  const char* set;
  size_t set_length;
};

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static size_t skip_spaces(const char* s, size_t at) {
  while (is_space(s[at])) at++;
  return at;
}

static int is_digit_of(char c, int base) {
  const int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : 99;
  return digit < base;
}

/* The number of characters of the integer; 0 if there is none. The digits go to `text`, which
 * strtol reads. */
static size_t read_integer(const char* s, size_t width, int* base, char text[72]) {
  size_t n = 0;
  size_t m = 0;
  int has_digit = 0;
  if (n < width && (s[n] == '-' || s[n] == '+')) text[m++] = s[n++];
  if (n < width && s[n] == '0') {
    text[m++] = s[n++];
    has_digit = 1;
    if (n < width && (s[n] == 'x' || s[n] == 'X') && (*base == 0 || *base == 16)) {
      n++;
      *base = 16;
    } else if (*base == 0) {
      *base = 8;
    }
  }
  if (*base == 0) *base = 10;
  for (; n < width && is_digit_of(s[n], *base); n++) {
    if (m == 71) __skein_ir_refuse("sscanf: an integer of more than 70 characters");
    text[m++] = s[n];
    has_digit = 1;
  }
  text[m] = 0;
  return has_digit ? n : 0;
}

/* The length of the word if s begins with it, in either case; else 0. */
static size_t word_at(const char* s, size_t width, const char* word) {
  size_t n = 0;
  for (; word[n]; n++) {
    if (n >= width || (s[n] | 32) != word[n]) return 0;
  }
  return n;
}

/* The same for a real number. */
static size_t read_real_text(const char* s, size_t width, char text[400]) {
  size_t n = 0;
  if (n < width && (s[n] == '-' || s[n] == '+')) n++;
  const size_t sign = n;
  if (n < width && (s[n] | 32) == 'n') {
    n = word_at(s + n, width - n, "nan") ? n + 3 : 0;
  } else if (n < width && (s[n] | 32) == 'i') {
    if (!word_at(s + n, width - n, "inf")) return 0;
    n += 3;
    if (n < width && (s[n] | 32) == 'i') {
      if (!word_at(s + n, width - n, "inity")) return 0;
      n += 5;
    }
  } else {
    int base = 10;
    int has_point = 0;
    size_t digits = 0;
    if (n + 1 < width && s[n] == '0' && (s[n + 1] | 32) == 'x') {
      base = 16;
      n += 2;
    }
    for (; n < width; n++) {
      if (is_digit_of(s[n], base)) {
        digits++;
      } else if (s[n] == '.' && !has_point) {
        has_point = 1;
      } else {
        break;
      }
    }
    if (digits == 0) return 0;
    if (n < width && (s[n] | 32) == (base == 16 ? 'p' : 'e')) {
      n++;
      if (n < width && (s[n] == '-' || s[n] == '+')) n++;
      while (n < width && s[n] >= '0' && s[n] <= '9') n++;
    }
  }
  if (n == sign) return 0;
  if (n > 399) __skein_ir_refuse("sscanf: a number of more than 399 characters");
  for (size_t i = 0; i < n; i++) text[i] = s[i];
  text[n] = 0;
  return n;
}

/* Whether c is in the set at f, which begins after "[" or "[^" and ends before its "]". */
static int is_in_set(char c, const char* f, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (i + 2 < length && f[i + 1] == '-' && (unsigned char)f[i] <= (unsigned char)f[i + 2]) {
      if ((unsigned char)c >= (unsigned char)f[i] && (unsigned char)c <= (unsigned char)f[i + 2]) {
        return 1;
      }
      i += 2;
    } else if (c == f[i]) {
      return 1;
    }
  }
  return 0;
}

static void store_integer(void* to, int length, int64_t x) {
  switch (length) {
    case kChar: *(signed char*)to = (signed char)x; break;
    case kShort: *(short*)to = (short)x; break;
    case kInt: *(int*)to = (int)x; break;
    default: *(int64_t*)to = x; break;
  }
}

/* Parses after the "%". Returns the length, without the set of %[. */
static size_t read_directive(const char* f, struct Directive* d) {
  size_t n = 0;
  d->is_skipped = f[n] == '*';
  if (d->is_skipped) n++;
  d->width = 0;
  for (; f[n] >= '0' && f[n] <= '9'; n++) d->width = 10 * d->width + (size_t)(f[n] - '0');
  if (f[n] == '$') __skein_ir_refuse("sscanf with numbered arguments (%1$d)");
  if (d->width == 0) d->width = SIZE_MAX;
  d->length = kInt;
  for (;; n++) {
    if (f[n] == 'h') {
      d->length = d->length == kShort ? kChar : kShort;
    } else if (f[n] == 'l' || f[n] == 'z' || f[n] == 'j' || f[n] == 't' || f[n] == 'q') {
      d->length = kLong;
    } else {
      break;
    }
  }
  d->kind = f[n];
  return n + 1;
}

/* The set of %[, at f. Returns its length in the format; 0: it has no end. */
static size_t read_set(const char* f, struct Directive* d) {
  d->is_inverse = *f == '^';
  d->set = f + d->is_inverse;
  d->set_length = *d->set == ']' ? 1 : 0;
  while (d->set[d->set_length] && d->set[d->set_length] != ']') d->set_length++;
  if (!d->set[d->set_length]) return 0;
  return (size_t)d->is_inverse + d->set_length + 1;
}

/* The conversions. Each returns the number of characters it reads; 0: no match. If `to` is null the
 * result is discarded. */
static size_t scan_integer(const char* s, const struct Directive* d, void* to) {
  char text[72];
  const int is_signed = d->kind == 'd' || d->kind == 'i';
  int base = d->kind == 'i' ? 0 : d->kind == 'o' ? 8 : is_signed || d->kind == 'u' ? 10 : 16;
  const size_t n = read_integer(s, d->width, &base, text);
  if (n == 0) return 0;
  const int64_t x = is_signed ? strtoll(text, 0, base) : (int64_t)strtoull(text, 0, base);
  if (to) store_integer(to, d->length, x);
  return n;
}

static size_t scan_real(const char* s, const struct Directive* d, void* to) {
  char text[400];
  int length = 0;
  const size_t n = read_real_text(s, d->width, text);
  if (n == 0) return 0;
  const double x = __skein_ir_parse_real(text, &length, d->length != kLong);
  if (to && d->length == kLong) *(double*)to = x;
  if (to && d->length != kLong) *(float*)to = (float)x;
  return n;
}

static size_t scan_text(const char* s, const struct Directive* d, char* to) {
  const size_t most = d->kind == 'c' && d->width == SIZE_MAX ? 1 : d->width;
  size_t n = 0;
  while (n < most && s[n]) {
    if (d->kind == 's' && is_space(s[n])) break;
    if (d->kind == '[' && is_in_set(s[n], d->set, d->set_length) == d->is_inverse) break;
    if (to) to[n] = s[n];
    n++;
  }
  if (to && n > 0 && d->kind != 'c') to[n] = 0;
  return n;
}

static void require_supported(const struct Directive* d) {
  switch (d->kind) {
    case 'p': __skein_ir_refuse("sscanf with %p: a number is not a pointer of this machine");
    case 'c':
    case 's':
    case '[':
      if (d->length != kLong) return;
      __skein_ir_refuse("sscanf of wide characters");
    case 'm': __skein_ir_refuse("sscanf with %m, which allocates");
    case 'L': __skein_ir_refuse("sscanf of a long double");
    default:
      for (const char* kind = "%ndiuxXofFeEgGaA"; *kind; kind++) {
        if (d->kind == *kind) return;
      }
      __skein_ir_refuse(
          "sscanf with a directive other than %d %i %u %x %o %c %s %[ %f %e %g %a %n %%");
  }
}

static size_t convert(const char* s, const struct Directive* d, void* to) {
  switch (d->kind) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o': return scan_integer(s, d, to);
    case 'c':
    case 's':
    case '[': return scan_text(s, d, to);
    default: return scan_real(s, d, to);
  }
}

static int scan(const char* s, const char* f, va_list list) {
  size_t at = 0;
  int done = 0;
  while (*f) {
    if (is_space(*f)) {
      at = skip_spaces(s, at);
      f++;
      continue;
    }
    struct Directive d = {0, 0, 0, '%', 0, 0, 0};
    const char wanted = *f++;
    if (wanted == '%') {
      f += read_directive(f, &d);
      require_supported(&d);
      const size_t set_length = d.kind == '[' ? read_set(f, &d) : 0;
      if (d.kind == '[' && set_length == 0) return done;
      f += set_length;
      if (d.kind != 'c' && d.kind != '[' && d.kind != 'n') at = skip_spaces(s, at);
    }
    if (d.kind == 'n') {
      if (!d.is_skipped) store_integer(va_arg(list, void*), d.length, (int64_t)at);
      continue;
    }
    if (!s[at]) return done ? done : kEndOfText;
    if (d.kind == '%') { /* a literal character */
      if (s[at] != wanted) return done;
      at++;
      continue;
    }
    const size_t n = convert(s + at, &d, d.is_skipped ? 0 : va_arg(list, void*));
    if (n == 0) return done;
    at += n;
    if (!d.is_skipped) done++;
  }
  return done;
}

int vsscanf(const char* s, const char* f, va_list list) { return scan(s, f, list); }
int __isoc99_vsscanf(const char* s, const char* f, va_list list) { return scan(s, f, list); }
int __isoc23_vsscanf(const char* s, const char* f, va_list list) { return scan(s, f, list); }

int sscanf(const char* s, const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = scan(s, f, list);
  va_end(list);
  return n;
}

int __isoc99_sscanf(const char* s, const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = scan(s, f, list);
  va_end(list);
  return n;
}

int __isoc23_sscanf(const char* s, const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = scan(s, f, list);
  va_end(list);
  return n;
}
