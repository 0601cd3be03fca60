// Reading numbers out of text: what is asserted here holds natively too (library_test.sh).
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_list(const char* s, const char* f, ...) {
  va_list list;
  va_start(list, f);
  const int n = vsscanf(s, f, list);
  va_end(list);
  return n;
}

static void integers(void) {
  int a = 0, b = 0, n = 0;
  unsigned u = 0;
  long l = 0;
  long long ll = 0;
  short h = 0;
  signed char c = 0;
  size_t z = 0;
  assert(sscanf(" 12,-7 rest", "%d,%d%n", &a, &b, &n) == 2 && a == 12 && b == -7 && n == 6);
  assert(sscanf("0x1f 017 9", "%i %i %i", &a, &b, &n) == 3 && a == 31 && b == 15 && n == 9);
  assert(sscanf("ff 0XfE 77", "%x %X %o", &u, (unsigned*)&a, (unsigned*)&b) == 3);
  assert(u == 255 && a == 254 && b == 63);
  assert(sscanf("-1 4000000000", "%u %ld", &u, &l) == 2 && u == UINT_MAX && l == 4000000000);
  assert(sscanf("-9000000000 70000 300 5", "%lld %hd %hhd %zu", &ll, &h, &c, &z) == 4);
  assert(ll == -9000000000 && h == (short)70000 && c == (signed char)300 && z == 5);
  assert(sscanf("12345", "%2d%1d%d", &a, &b, &n) == 3 && a == 12 && b == 3 && n == 45);
  assert(sscanf("1 2 3", "%*d %d %*d", &a) == 1 && a == 2);
  assert(sscanf("99999999999999999999", "%ld", &l) == 1 && l == LONG_MAX && errno == ERANGE);
  assert(sscanf("0xg", "%x%n", &u, &n) == 1 && u == 0 && n == 2);
  assert(sscanf("-", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF &&
         sscanf("  ", "%d", &a) == EOF);
  assert(sscanf("x", "%d", &a) == 0 && sscanf("1 x", "%d %d", &a, &b) == 1 &&
         sscanf("1", "%d %d", &a, &b) == 1);
  assert(sscanf("50%", "%d%%%n", &a, &n) == 1 && n == 3 &&
         sscanf("a=1;b=2", "a=%d;c=%d", &a, &b) == 1);
  assert(by_list("3 4", "%d%d", &a, &b) == 2 && a == 3 && b == 4);
}

static void texts(void) {
  char s[16], t[16], c;
  int n = 0;
  assert(sscanf("  hello world", "%s %3s%n", s, t, &n) == 2 && !strcmp(s, "hello") &&
         !strcmp(t, "wor") && n == 11);
  assert(sscanf(" x", "%c", &c) == 1 && c == ' ' && sscanf(" x", " %c", &c) == 1 && c == 'x');
  memset(s, '#', sizeof s);
  assert(sscanf("abcdef", "%3c", s) == 1 && !strncmp(s, "abc#", 4));
  assert(sscanf("key=value", "%[^=]=%[a-z]", s, t) == 2 && !strcmp(s, "key") &&
         !strcmp(t, "value"));
  assert(sscanf("]]x-", "%[]x]%1[-]", s, t) == 2 && !strcmp(s, "]]x") && !strcmp(t, "-"));
  assert(sscanf("123abc", "%*[0-9]%s", s) == 1 && !strcmp(s, "abc") &&
         sscanf("abc", "%[0-9]", s) == 0);
  assert(sscanf("line one\nline two", "%[^\n]", s) == 1 && !strcmp(s, "line one"));
}

static void reals(void) {
  float f = 0;
  double d = 0;
  int n = 0;
  assert(sscanf("1.5 -2e3", "%f %lf", &f, &d) == 2 && f == 1.5F && d == -2000);
  assert(sscanf("0.1 0.1", "%f %lg", &f, &d) == 2 && f == 0.1F && d == 0.1);
  assert(sscanf("0x1.8p1,inf,nan", "%lf,%f%n", &d, &f, &n) == 2 && d == 3 && f > 1e30F && n == 11);
  assert(sscanf("3.75xyz", "%4lf%n", &d, &n) == 1 && d == 3.75 && n == 4);
  assert(sscanf(".", "%lf", &d) == 0 && sscanf("e5", "%lf", &d) == 0 &&
         sscanf("1e", "%lf%n", &d, &n) == 1 && d == 1 && n == 2);
}

static void conversions(void) {
  char* end;
  const char* text = "  -42rest";
  assert(strtol(text, &end, 10) == -42 && end == text + 5);
  assert(strtoul("0x10", &end, 0) == 16 && *end == 0 && strtoll("zz", &end, 36) == 35 * 36 + 35);
  errno = 0;
  assert(strtoull("18446744073709551615", 0, 10) == ULLONG_MAX && errno == 0);
  assert(strtoull("18446744073709551616", 0, 10) == ULLONG_MAX && errno == ERANGE);
  errno = 0;
  assert(strtol("-9223372036854775809", 0, 10) == LONG_MIN && errno == ERANGE);
  errno = 0;
  text = "none";
  assert(strtol(text, &end, 10) == 0 && end == text && strtol("0x", &end, 16) == 0 && *end == 'x');
  text =
      " 0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000012e+"
      "80,";
  // clang-format off
  assert(
      strtod(text, &end) ==
      0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000012e+80 &&
      *end == ',');
  // clang-format on
  assert(strtof("0.1", 0) == 0.1F && strtod("-infinity", &end) < 0 && *end == 0 &&
         strtod("x", &end) == 0);
  assert(strtod("1e999", 0) > 1e308 && errno == ERANGE);
  errno = 0;
  assert(strtof("1e39", 0) > 1e38F && errno == ERANGE);
  assert(atoi(" 7x") == 7 && atol("-8") == -8 && atoll("9") == 9 && atof("2.5e1") == 25);
  char back[32];
  assert(snprintf(back, sizeof back, "%d|%5.2f|%-4s|%#x", -3, 2.345, "ab", 255) == 18);
  assert(!strcmp(back, "-3| 2.35|ab  |0xff") || !strcmp(back, "-3| 2.34|ab  |0xff"));
}

int main(void) {
  integers();
  texts();
  reals();
  conversions();
}
