/* The C library of the ir machine: everything here also holds when the program runs natively. */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char shared[32] = "shared";

static void strings(void) {
  char a[16];
  assert(strlen(shared) == 6 && strnlen(shared, 3) == 3);
  assert(strcpy(a, "abc") == a && strcmp(a, "abc") == 0 && strcmp(a, "abd") < 0 &&
         strcmp("b", a) > 0);
  assert(strncmp("abcx", "abcy", 3) == 0 && strncmp("abcx", "abcy", 4) < 0);
  assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABx", "aby", 2) == 0);
  strncpy(a, "xy", 5);
  assert(a[0] == 'x' && a[2] == 0 && a[4] == 0);
  strcpy(a, "ab");
  strcat(a, "cd");
  strncat(a, "efgh", 2);
  assert(strcmp(a, "abcdef") == 0);
  assert(strchr(a, 'c') == a + 2 && strchr(a, 'z') == 0 && strchr(a, 0) == a + 6);
  assert(strrchr("a/b/c", '/')[1] == 'c' && strstr(a, "de") == a + 3 && strstr(a, "x") == 0);
  assert(strspn("aabc", "ab") == 3 && strcspn("xyz.", ".,") == 3 && strpbrk(a, "ed") == a + 3);
  char words[] = "one, two,three";
  char* rest;
  assert(strcmp(strtok_r(words, ", ", &rest), "one") == 0);
  assert(strcmp(strtok_r(0, ", ", &rest), "two") == 0);
  assert(strcmp(strtok_r(0, ", ", &rest), "three") == 0 && strtok_r(0, ", ", &rest) == 0);
  char* copy = strdup("hello");
  assert(strcmp(copy, "hello") == 0 && strlen(copy) == 5);
  free(copy);
  copy = strndup("hello", 2);
  assert(strcmp(copy, "he") == 0);
  free(copy);
  assert(memcmp("abc", "abd", 2) == 0 && memcmp("abc", "abd", 3) < 0);
  assert(memchr("abc", 'c', 3) != 0 && memchr("abc", 'c', 2) == 0);
  memmove(shared + 1, shared, 6);
  assert(memcmp(shared, "sshared", 7) == 0);
  memmove(shared, shared + 2, 5);
  assert(memcmp(shared, "haredared", 5) == 0 && strlen(shared) == 7);
}

static void characters(void) {
  for (int c = -1; c < 256; c++) {
    const int upper = c >= 'A' && c <= 'Z';
    const int lower = c >= 'a' && c <= 'z';
    const int digit = c >= '0' && c <= '9';
    assert(!isupper(c) == !upper && !islower(c) == !lower && !isdigit(c) == !digit);
    assert(!isalpha(c) == !(upper || lower) && !isalnum(c) == !(upper || lower || digit));
    assert(!isspace(c) == !(c == ' ' || (c >= 9 && c <= 13)) &&
           !isblank(c) == !(c == ' ' || c == 9));
    assert(!isprint(c) == !(c >= 32 && c < 127) && !isgraph(c) == !(c > 32 && c < 127));
    assert(!iscntrl(c) == !((c >= 0 && c < 32) || c == 127));
    assert(!ispunct(c) == !(c > 32 && c < 127 && !upper && !lower && !digit));
    assert(!isxdigit(c) == !(digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
    assert(tolower(c) == (upper ? c + 32 : c) && toupper(c) == (lower ? c - 32 : c));
  }
}

static void numbers(void) {
  assert(atoi("42") == 42 && atoi("  -17x") == -17 && atol("+5") == 5 && atoi("x") == 0);
  char* end;
  const char* text = "0x1fz";
  assert(strtol(text, &end, 0) == 31 && *end == 'z' && strtol(text, &end, 16) == 31);
  assert(strtol("077", 0, 0) == 63 && strtol("101", 0, 2) == 5 &&
         strtoul("-1", 0, 10) == ULONG_MAX);
  assert(strtol("none", &end, 10) == 0 && *end == 'n');
  errno = 0;
  assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
  assert(strtol("-9223372036854775808", 0, 10) == LONG_MIN);
  assert(abs(-3) == 3 && labs(-4) == 4 && div(7, 2).rem == 1 && ldiv(-7, 2).quot == -3);
  assert(strtod(" 2.5e1x", &end) == 25.0 && *end == 'x' && atof("-0.25") == -0.25);
  double x = 2;
  double y = 3;
  assert(x * y + 1 == 7 && sqrt(x * 8) == 4 && fabs(-x) == 2 && floor(2.5 * x / 2) == 2 &&
         pow(x, y) == 8);
  unsigned u = 0x12345678;
  assert(__builtin_popcount(u) == 13 && __builtin_clz(u) == 3 && __builtin_ctz(u) == 3);
  assert(__builtin_bswap32(u) == 0x78563412);
  unsigned long most = ULONG_MAX;
  unsigned long product;
  assert(__builtin_mul_overflow(most, most, &product) && product == 1);
  assert(__builtin_sub_overflow(product, most, &product) && product == 2);
  assert(!__builtin_mul_overflow(most, 1UL, &product) && product == most);
  unsigned state = 1;
  unsigned other = 1;
  assert(rand_r(&state) == rand_r(&other) && state == other && rand_r(&state) >= 0);
}

static int by_value(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
struct Entry {
  short key;
  char text[6];
};
static int by_key(const void* a, const void* b) {
  return ((const struct Entry*)a)->key - ((const struct Entry*)b)->key;
}

static void sorting(void) {
  int a[7] = {5, 3, 9, 1, 7, 3, 0};
  qsort(a, 7, sizeof *a, by_value);
  for (int i = 1; i < 7; i++) assert(a[i - 1] <= a[i]);
  int key = 7;
  assert(bsearch(&key, a, 7, sizeof *a, by_value) == &a[5]);
  key = 4;
  assert(bsearch(&key, a, 7, sizeof *a, by_value) == 0);
  static struct Entry entries[3] = {{3, "three"}, {1, "one"}, {2, "two"}};
  qsort(entries, 3, sizeof *entries, by_key);
  assert(strcmp(entries[0].text, "one") == 0 && strcmp(entries[2].text, "three") == 0);
}

static void blocks(void) {
  int* a = malloc(2 * sizeof *a);
  a[0] = 1;
  a[1] = 2;
  a = realloc(a, 5 * sizeof *a);
  assert(a[0] == 1 && a[1] == 2);
  a[4] = 5;
  a = realloc(a, sizeof *a);
  assert(a[0] == 1);
  free(a);
  char* text = realloc(0, 3);
  strcpy(text, "ab");
  text = realloc(text, 11);
  assert(strcmp(text, "ab") == 0);
  free(text);
  double* aligned = aligned_alloc(64, 128);
  assert((uintptr_t)aligned % 64 == 0);
  aligned[15] = 1;
  free(aligned);
  void* block;
  assert(posix_memalign(&block, 32, 10) == 0);
  free(block);
  assert(reallocarray(0, SIZE_MAX, 2) == 0);
}

static int sum(int count, ...) {
  va_list list;
  va_list again;
  va_start(list, count);
  va_copy(again, list);
  int total = 0;
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  assert(count == 0 || va_arg(again, int) * 0 == 0);
  va_end(again);
  va_end(list);
  return total;
}

static double mixed(const char* kinds, ...) {
  va_list list;
  va_start(list, kinds);
  double total = 0;
  for (; *kinds; kinds++) {
    switch (*kinds) {
      case 'd': total += va_arg(list, double); break;
      case 'l': total += (double)va_arg(list, long); break;
      default: total += (double)strlen(va_arg(list, char*)); break;
    }
  }
  va_end(list);
  return total;
}

__attribute__((format(printf, 2, 3))) static void prints(const char* expected, const char* format,
                                                         ...) {
  char text[80];
  va_list list;
  va_start(list, format);
  const int n = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  assert(strcmp(text, expected) == 0 && n == (int)strlen(expected));
}

static void printing(void) {
  assert(sum(0) == 0 && sum(3, 1, 2, 3) == 6 && sum(9, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 9);
  assert(mixed("dls", 0.5, 7L, "four") == 11.5);
  prints("42 -7 007 |   5|5   |+5", "%d %i %03d |%4d|%-4d|%+d", 42, -7, 7, 5, 5, 5);
  prints("ff 0XFF 17 4294967295", "%x %#X %o %u", 255u, 255u, 15u, -1u);
  prints("abc ab|  abc|abc  |", "%s %.2s|%5s|%-5s|", "abc", "abc", "abc", "abc");
  prints("-9223372036854775808 18446744073709551615", "%ld %zu", LONG_MIN, (size_t)-1);
  prints("255 -1 %", "%hhu %hd %%", 511, 65535);
  prints("3.14 1e+10 2.50000 x", "%.2f %g %.5f %c", 3.14159, 1e10, 2.5, 'x');
  prints("  3.5|00.25|(nil)", "%*.1f|%05.2f|%p", 5, 3.5, 0.25, (void*)0);
  char few[4];
  assert(snprintf(few, sizeof few, "%s", "abcdef") == 6 && strcmp(few, "abc") == 0);
  assert(snprintf(0, 0, "%d", 12345) == 5);
  assert(sprintf(shared, "%d-%d", 1, 2) == 3 && strcmp(shared, "1-2") == 0);
  printf("hello %s %d\n", shared, 3);
  fprintf(stderr, "warning\n");
  puts("done");
  putchar('\n');
}

struct Large {
  long numbers[5];
};
static struct Large large = {{1, 2, 3, 4, 5}};
static long total(struct Large l) {
  long sum_of_all = 0;
  for (int i = 0; i < 5; i++) sum_of_all += l.numbers[i];
  l.numbers[0] = 100;
  return sum_of_all;
}
static struct Large doubled(struct Large l) {
  for (int i = 0; i < 5; i++) l.numbers[i] *= 2;
  return l;
}

static void structures(void) {
  assert(total(large) == 15 && large.numbers[0] == 1);
  struct Large l = doubled(large);
  assert(total(l) == 30 && total(doubled(l)) == 60);
}

static int triangle(int n) {
  int all = 0;
  for (int i = 1; i <= n; i++) {
    int row[i];
    for (int j = 0; j < i; j++) row[j] = j + 1;
    all += row[i - 1] + (i > 1 ? row[0] - 1 : 0) + (int)(sizeof row / sizeof *row) - i;
  }
  return all;
}

static int constructed;
__attribute__((constructor)) static void construct(void) { constructed = 1; }

int main(void) {
  assert(constructed);
  strings();
  characters();
  numbers();
  sorting();
  blocks();
  printing();
  structures();
  assert(triangle(4) == 10 && triangle(1) == 1);
  return 0;
}
