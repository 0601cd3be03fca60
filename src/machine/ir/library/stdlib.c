// SPDX-License-Identifier: Apache-2.0
/* stdlib.h: numbers, sorting, searching. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "machine/ir/library/machine.h"

long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
int abs(int x) { return x < 0 ? -x : x; }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* Reads all digits at s: their count, and the number; *is_large if the number does not fit. */
static size_t read_digits(const char* s, int base, unsigned long long* number, int* is_large) {
  size_t n = 0;
  unsigned long long sum = 0;
  *is_large = 0;
  for (;; n++) {
    const int digit = digit_of(s[n]);
    if (digit >= base) break;
    if (__builtin_mul_overflow(sum, (unsigned long long)base, &sum) ||
        __builtin_add_overflow(sum, (unsigned long long)digit, &sum)) {
      *is_large = 1;
    }
  }
  *number = sum;
  return n;
}

/* The common part of all of these. Returns the length of the number; 0: there is none. C23 has
 * binary numbers, under the names that glibc's headers then call. */
static size_t read_number(const char* s, int base, int is_c23, unsigned long long* number,
                          int* is_negative, int* is_large) {
  size_t at = 0;
  *number = 0;
  *is_negative = *is_large = 0;
  if (base < 0 || base == 1 || base > 36) {
    __skein_ir_set_errno(EINVAL);
    return 0;
  }
  while (s[at] == ' ' || (s[at] >= '\t' && s[at] <= '\r')) at++;
  if (s[at] == '-' || s[at] == '+') *is_negative = s[at++] == '-';
  if ((base == 0 || base == 16) && s[at] == '0' && (s[at + 1] == 'x' || s[at + 1] == 'X') &&
      digit_of(s[at + 2]) < 16) {
    at += 2;
    base = 16;
  }
  if (is_c23 && (base == 0 || base == 2) && s[at] == '0' &&
      (s[at + 1] == 'b' || s[at + 1] == 'B') && digit_of(s[at + 2]) < 2) {
    at += 2;
    base = 2;
  }
  if (base == 0) base = s[at] == '0' ? 8 : 10;
  const size_t n = read_digits(s + at, base, number, is_large);
  return n == 0 ? 0 : at + n;
}

static long long read_signed(const char* s, char** end, int base, int is_c23) {
  unsigned long long number;
  int is_negative;
  int is_large;
  const size_t n = read_number(s, base, is_c23, &number, &is_negative, &is_large);
  if (end) *end = (char*)s + n;
  if (is_large || number > (unsigned long long)LLONG_MAX + (is_negative ? 1 : 0)) {
    __skein_ir_set_errno(ERANGE);
    return is_negative ? LLONG_MIN : LLONG_MAX;
  }
  return (long long)(is_negative ? 0 - number : number);
}

static unsigned long long read_unsigned(const char* s, char** end, int base, int is_c23) {
  unsigned long long number;
  int is_negative;
  int is_large;
  const size_t n = read_number(s, base, is_c23, &number, &is_negative, &is_large);
  if (end) *end = (char*)s + n;
  if (is_large) {
    __skein_ir_set_errno(ERANGE);
    return ULLONG_MAX;
  }
  return is_negative ? 0 - number : number;
}

long strtol(const char* s, char** end, int base) { return read_signed(s, end, base, 0); }
long long strtoll(const char* s, char** end, int base) { return read_signed(s, end, base, 0); }
long long strtoq(const char* s, char** end, int base) { return read_signed(s, end, base, 0); }
intmax_t strtoimax(const char* s, char** end, int base) { return read_signed(s, end, base, 0); }
unsigned long strtoul(const char* s, char** end, int base) {
  return read_unsigned(s, end, base, 0);
}
unsigned long long strtoull(const char* s, char** end, int base) {
  return read_unsigned(s, end, base, 0);
}
unsigned long long strtouq(const char* s, char** end, int base) {
  return read_unsigned(s, end, base, 0);
}
uintmax_t strtoumax(const char* s, char** end, int base) { return read_unsigned(s, end, base, 0); }
long __isoc23_strtol(const char* s, char** end, int base) { return read_signed(s, end, base, 1); }
long long __isoc23_strtoll(const char* s, char** end, int base) {
  return read_signed(s, end, base, 1);
}
intmax_t __isoc23_strtoimax(const char* s, char** end, int base) {
  return read_signed(s, end, base, 1);
}
unsigned long __isoc23_strtoul(const char* s, char** end, int base) {
  return read_unsigned(s, end, base, 1);
}
unsigned long long __isoc23_strtoull(const char* s, char** end, int base) {
  return read_unsigned(s, end, base, 1);
}
uintmax_t __isoc23_strtoumax(const char* s, char** end, int base) {
  return read_unsigned(s, end, base, 1);
}
long long atoll(const char* s) { return strtoll(s, 0, 10); }
long atol(const char* s) { return strtoll(s, 0, 10); }
int atoi(const char* s) { return (int)strtoll(s, 0, 10); }

/* The characters of real numbers, including "infinity" and "nan(TAG)". */
static int may_be_in_a_number(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
         c == '+' || c == '-' || c == '(' || c == ')' || c == '_';
}

/* Stops where the text cannot be a number: what follows may belong to others, or be no text. */
static double read_real(const char* s, char** end, int is_float) {
  char text[400];
  size_t n = 0;
  size_t skipped = 0;
  while (s[skipped] == ' ' || (s[skipped] >= '\t' && s[skipped] <= '\r')) skipped++;
  while (may_be_in_a_number(s[skipped + n])) {
    if (n == sizeof text - 1) __skein_ir_refuse("a number of more than 399 characters");
    text[n] = s[skipped + n];
    n++;
  }
  text[n] = 0;
  int length = 0;
  const double x = __skein_ir_parse_real(text, &length, is_float);
  if (end) *end = (char*)s + (length == 0 ? 0 : skipped + length);
  return x;
}

double strtod(const char* s, char** end) { return read_real(s, end, 0); }
float strtof(const char* s, char** end) { return (float)read_real(s, end, 1); }
double atof(const char* s) { return read_real(s, 0, 0); }

/* Exchanges neighbours, in the largest words that fit: fewer steps if others can see them. */
static void exchange(char* a, char* b, size_t size) {
  size_t i = 0;
  for (; i + 8 <= size && size % 8 == 0; i += 8) {
    const long t = *(long*)(a + i);
    *(long*)(a + i) = *(long*)(b + i);
    *(long*)(b + i) = t;
  }
  for (; i + 4 <= size && size % 4 == 0; i += 4) {
    const int t = *(int*)(a + i);
    *(int*)(a + i) = *(int*)(b + i);
    *(int*)(b + i) = t;
  }
  for (; i < size; i++) {
    const char t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}

/* Insertion sort: equal elements keep their order, as in glibc. */
void qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  char* const a = base;
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char* const here = a + j * size;
      if (compare(here - size, here) <= 0) break;
      exchange(here - size, here, size);
    }
  }
}

void* bsearch(const void* key, const void* base, size_t count, size_t size,
              int (*compare)(const void*, const void*)) {
  const char* from = base;
  while (count > 0) {
    const char* const middle = from + count / 2 * size;
    const int order = compare(key, middle);
    if (order == 0) return (void*)middle;
    if (order > 0) {
      from = middle + size;
      count -= count / 2 + 1;
    } else {
      count /= 2;
    }
  }
  return 0;
}

/* The example of POSIX: the caller owns the state. */
int rand_r(unsigned* state) {
  *state = *state * 1103515245 + 12345;
  return (int)(*state / 65536 % 32768);
}

void* reallocarray(void* block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    __skein_ir_set_errno(ENOMEM);
    return 0;
  }
  return realloc(block, bytes);
}

int posix_memalign(void** to, size_t alignment, size_t size) {
  *to = aligned_alloc(alignment, size);
  return 0;
}

/* The program runs in an empty environment. */
char* getenv(const char* name) {
  (void)name;
  return 0;
}
