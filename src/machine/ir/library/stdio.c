// SPDX-License-Identifier: Apache-2.0
/* The printing half of stdio.h: into the run's output or into memory. scan.c reads from memory. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "machine/ir/library/machine.h"

/* The destination is passed by value, never kept in a structure, so that the caller's buffer stays
 * private. If `to` is null, the character goes to the output. Returns the new count. */
static size_t put(int stream, char* to, size_t size, size_t at, char c) {
  if (stream) {
    __skein_ir_print(stream, c);
  } else if (at + 1 < size) {
    to[at] = c;
  }
  return at + 1;
}

static size_t pad(int stream, char* to, size_t size, size_t at, char c, long n) {
  for (; n > 0; n--) at = put(stream, to, size, at, c);
  return at;
}

enum { kLeft = 1, kPlus = 2, kSpace = 4, kAlternate = 8, kZero = 16, kUpper = 32 };

static size_t put_number(int stream, char* to, size_t size, size_t at, uint64_t x, int is_negative,
                         unsigned base, int flags, long width, long precision) {
  char digits[72];
  long n = 0;
  const uint64_t value = x;
  const char* const names = flags & kUpper ? "0123456789ABCDEF" : "0123456789abcdef";
  for (; x > 0; x /= base) digits[n++] = names[x % base];
  if (value == 0 && precision != 0) digits[n++] = '0';
  if (base == 8 && flags & kAlternate && precision <= n) precision = n + 1;
  const int has_prefix = base == 16 && flags & kAlternate && value != 0;
  const char sign = is_negative ? '-' : flags & kPlus ? '+' : flags & kSpace ? ' ' : 0;
  long zeros = precision > n ? precision - n : 0;
  long spaces = width - n - zeros - (sign ? 1 : 0) - (has_prefix ? 2 : 0);
  if (flags & kZero && !(flags & kLeft) && precision < 0 && spaces > 0) {
    zeros += spaces;
    spaces = 0;
  }
  if (!(flags & kLeft)) at = pad(stream, to, size, at, ' ', spaces);
  if (sign) at = put(stream, to, size, at, sign);
  if (has_prefix) {
    at = put(stream, to, size, at, '0');
    at = put(stream, to, size, at, flags & kUpper ? 'X' : 'x');
  }
  at = pad(stream, to, size, at, '0', zeros);
  while (n > 0) at = put(stream, to, size, at, digits[--n]);
  if (flags & kLeft) at = pad(stream, to, size, at, ' ', spaces);
  return at;
}

static size_t put_text(int stream, char* to, size_t size, size_t at, const char* s, int flags,
                       long width, long precision) {
  if (s == 0) s = "(null)";
  size_t n = 0;
  while ((precision < 0 || n < (size_t)precision) && s[n]) n++;
  if (!(flags & kLeft)) at = pad(stream, to, size, at, ' ', width - (long)n);
  for (size_t i = 0; i < n; i++) at = put(stream, to, size, at, s[i]);
  if (flags & kLeft) at = pad(stream, to, size, at, ' ', width - (long)n);
  return at;
}

/* The machine formats it, by a directive that is rebuilt here. */
static size_t put_real(int stream, char* to, size_t size, size_t at, double x, char kind, int flags,
                       long width, long precision) {
  char directive[16];
  char text[352];
  int n = 0;
  directive[n++] = '%';
  if (flags & kLeft) directive[n++] = '-';
  if (flags & kPlus) directive[n++] = '+';
  if (flags & kSpace) directive[n++] = ' ';
  if (flags & kAlternate) directive[n++] = '#';
  if (flags & kZero) directive[n++] = '0';
  if (width > 300) width = 300;
  if (width > 99) directive[n++] = (char)('0' + width / 100);
  if (width > 9) directive[n++] = (char)('0' + width / 10 % 10);
  if (width > 0) directive[n++] = (char)('0' + width % 10);
  if (precision >= 0) {
    if (precision > 30) precision = 30;
    directive[n++] = '.';
    directive[n++] = (char)('0' + precision / 10);
    directive[n++] = (char)('0' + precision % 10);
  }
  directive[n++] = kind;
  directive[n] = 0;
  const int length = __skein_ir_format_real(text, sizeof text, directive, x);
  for (int i = 0; i < length && i < (int)sizeof text - 1; i++) {
    at = put(stream, to, size, at, text[i]);
  }
  return at;
}

enum { kInt, kChar, kShort, kLong };

static int64_t cut(int64_t x, int length) {
  return length == kChar    ? (signed char)x
         : length == kShort ? (short)x
         : length == kInt   ? (int)x
                            : x;
}

static uint64_t cut_unsigned(uint64_t x, int length) {
  return length == kChar    ? (unsigned char)x
         : length == kShort ? (unsigned short)x
         : length == kInt   ? (unsigned)x
                            : x;
}

static int format(int stream, char* to, size_t size, const char* f, va_list list) {
  size_t at = 0;
  for (; *f; f++) {
    if (*f != '%') {
      at = put(stream, to, size, at, *f);
      continue;
    }
    int flags = 0;
    for (f++;; f++) {
      const int flag = *f == '-'   ? kLeft
                       : *f == '+' ? kPlus
                       : *f == ' ' ? kSpace
                       : *f == '#' ? kAlternate
                       : *f == '0' ? kZero
                                   : 0;
      if (flag == 0) break;
      flags |= flag;
    }
    long width = 0;
    if (*f == '*') {
      width = va_arg(list, int);
      f++;
      if (width < 0) {
        flags |= kLeft;
        width = -width;
      }
    }
    for (; *f >= '0' && *f <= '9'; f++) width = 10 * width + (*f - '0');
    long precision = -1;
    if (*f == '.') {
      precision = 0;
      f++;
      if (*f == '*') {
        precision = va_arg(list, int);
        f++;
      }
      for (; *f >= '0' && *f <= '9'; f++) precision = 10 * precision + (*f - '0');
    }
    int length = kInt;
    for (;; f++) {
      if (*f == 'h') {
        length = length == kShort ? kChar : kShort;
      } else if (*f == 'l' || *f == 'z' || *f == 'j' || *f == 't' || *f == 'q') {
        length = kLong;
      } else {
        break;
      }
    }
    if (length == kLong && (*f == 's' || *f == 'c')) {
      __skein_ir_refuse("printf with %ls or %lc: wide characters");
    }
    switch (*f) {
      case 'd':
      case 'i': {
        const int64_t raw = length == kLong ? va_arg(list, int64_t) : va_arg(list, int);
        const int64_t x = cut(raw, length);
        const uint64_t size_of_x = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
        at = put_number(stream, to, size, at, size_of_x, x < 0, 10, flags, width, precision);
        break;
      }
      case 'u':
      case 'x':
      case 'X':
      case 'o': {
        const uint64_t raw = length == kLong ? va_arg(list, uint64_t) : va_arg(list, unsigned);
        const unsigned base = *f == 'u' ? 10 : *f == 'o' ? 8 : 16;
        if (*f == 'X') flags |= kUpper;
        flags &= ~(kPlus | kSpace);
        at = put_number(stream, to, size, at, cut_unsigned(raw, length), 0, base, flags, width,
                        precision);
        break;
      }
      case 'p': {
        const uint64_t x = (uint64_t)va_arg(list, void*);
        if (x == 0) {
          at = put_text(stream, to, size, at, "(nil)", flags, width, -1);
        } else {
          at = put_number(stream, to, size, at, x, 0, 16, flags | kAlternate, width, precision);
        }
        break;
      }
      case 'c': {
        const char c = (char)va_arg(list, int);
        if (!(flags & kLeft)) at = pad(stream, to, size, at, ' ', width - 1);
        at = put(stream, to, size, at, c);
        if (flags & kLeft) at = pad(stream, to, size, at, ' ', width - 1);
        break;
      }
      case 's':
        at = put_text(stream, to, size, at, va_arg(list, const char*), flags, width, precision);
        break;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        at = put_real(stream, to, size, at, va_arg(list, double), *f, flags, width, precision);
        break;
      case '%': at = put(stream, to, size, at, '%'); break;
      case 'n': *va_arg(list, int*) = (int)at; break;
      default:
        __skein_ir_refuse(
            "printf with a directive other than %d %i %u %x %o %c %s %p %f %e %g %a %n %%");
    }
  }
  if (!stream && size > 0) to[at < size ? at : size - 1] = 0;
  return (int)at;
}

/* stdout and stderr are numbers of streams, see the decoder. */
static int stream_of(FILE* file) { return (int)(intptr_t)file; }

int vfprintf(FILE* file, const char* f, va_list list) {
  return format(stream_of(file), 0, 0, f, list);
}
int vprintf(const char* f, va_list list) { return format(kStandardOutput, 0, 0, f, list); }
int vdprintf(int file, const char* f, va_list list) { return format(file, 0, 0, f, list); }
int vsnprintf(char* to, size_t size, const char* f, va_list list) {
  return format(0, to, size, f, list);
}
int vsprintf(char* to, const char* f, va_list list) { return format(0, to, (size_t)-1, f, list); }

int printf(const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = format(kStandardOutput, 0, 0, f, list);
  va_end(list);
  return n;
}

int fprintf(FILE* file, const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = format(stream_of(file), 0, 0, f, list);
  va_end(list);
  return n;
}

int dprintf(int file, const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = format(file, 0, 0, f, list);
  va_end(list);
  return n;
}

int sprintf(char* to, const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = format(0, to, (size_t)-1, f, list);
  va_end(list);
  return n;
}

int snprintf(char* to, size_t size, const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = format(0, to, size, f, list);
  va_end(list);
  return n;
}

static void print_text(int stream, const char* s) {
  for (; *s; s++) __skein_ir_print(stream, *s);
}

int fputs(const char* s, FILE* file) {
  print_text(stream_of(file), s);
  return 1;
}

int puts(const char* s) {
  print_text(kStandardOutput, s);
  __skein_ir_print(kStandardOutput, '\n');
  return 1;
}

int fputc(int c, FILE* file) {
  __skein_ir_print(stream_of(file), c);
  return (unsigned char)c;
}

int putc(int c, FILE* file) { return fputc(c, file); }

int putchar(int c) {
  __skein_ir_print(kStandardOutput, c);
  return (unsigned char)c;
}

size_t fwrite(const void* from, size_t size, size_t count, FILE* file) {
  const char* s = from;
  for (size_t i = 0; i < size * count; i++) __skein_ir_print(stream_of(file), s[i]);
  return count;
}

ssize_t write(int file, const void* from, size_t count) {
  const char* s = from;
  for (size_t i = 0; i < count; i++) __skein_ir_print(file, s[i]);
  return (ssize_t)count;
}

void perror(const char* s) {
  print_text(kStandardError, s);
  print_text(kStandardError, ": ");
  print_text(kStandardError, strerror(errno));
  __skein_ir_print(kStandardError, '\n');
}

int fflush(FILE* file) {
  (void)file;
  return 0;
}

int setvbuf(FILE* file, char* buffer, int mode, size_t size) {
  (void)file, (void)buffer, (void)mode, (void)size;
  return 0;
}

void setbuf(FILE* file, char* buffer) { (void)file, (void)buffer; }
