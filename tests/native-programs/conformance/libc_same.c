// Functions of libc give what they give elsewhere, though skein looks at what they access.
// expect: verdict=clean executions=1
// libs: -lm
//
// One thread that does nothing: what is called in main is called in a run.
#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <wchar.h>

#include "../support/spawn.h"

// What compilers would warn of if they knew it.
static const char* volatile long_word = "abcdef";
static const char* volatile no_text = NULL;
static const char* volatile empty = "";
static void* volatile nowhere = (void*)8;

static char name[] = "/tmp/skein-libc-XXXXXX";

static int print_list(char* to, size_t size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(to, size, format, list);
  va_end(list);
  return length;
}

static int scan_list(const char* from, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int count = vsscanf(from, format, list);
  va_end(list);
  return count;
}

static void prints(void) {
  char text[64];
  int count = -1;
  signed char small = -1;
  assert(sprintf(text, "%d %s%n %c", 5, "five", &count, 'x') == 8 && strcmp(text, "5 five x") == 0);
  assert(count == 6);
  memset(text, '#', sizeof text);
  assert(snprintf(text, 4, "%s", long_word) == 6 && memcmp(text, "abc\0#", 5) == 0);
  assert(snprintf(NULL, 0, "%s%hhn", "abcdef", &small) == 6 && small == 6);
  assert(snprintf(text, sizeof text, "%2$s %1$d %2$.*3$s|%%", 7, "word", 2) == 11);
  assert(strcmp(text, "word 7 wo|%") == 0);
  assert(print_list(text, sizeof text, "%Lg %g %*d %ld %zu", 1.5L, 2.5, 3, 4, 5L, (size_t)6) == 15);
  assert(strcmp(text, "1.5 2.5   4 5 6") == 0);
  errno = ENOENT;
  assert(snprintf(text, sizeof text, "%m") > 0 && strcmp(text, strerror(ENOENT)) == 0);
  const char unended[3] = {'a', 'b', 'c'};
  assert(snprintf(text, sizeof text, "%.3s", unended) == 3 && strcmp(text, "abc") == 0);
  assert(snprintf(text, sizeof text, "%s %ls", no_text, L"wide") == 11);
  errno = 0;
  assert(snprintf(text, sizeof text, "a%lsb", L"\x4e2d") == -1 && errno == EILSEQ);
  char* made = NULL;
  assert(asprintf(&made, "%s-%d", "made", 1) == 6 && strcmp(made, "made-1") == 0);
  free(made);
  wchar_t wide[8];
  assert(swprintf(wide, 8, L"%d-%ls", 12, L"ab") == 5 && wcscmp(wide, L"12-ab") == 0);
  assert(swprintf(wide, 3, L"%d", 12345) == -1);
}

static void scans(void) {
  int a = 0, b = 0, at = -1, other = -1;
  unsigned char small[2] = {9, 9};
  double real = 0;
  long double long_real = 0;
  char word[8], letters[4] = "zzz", set[8];
  char* made = NULL;
  void* address = NULL;
  assert(sscanf("12 0x1f rest", "%d %i%n", &a, &b, &at) == 2 && a == 12 && b == 31 && at == 7);
  assert(sscanf("1 x", "%d y%n", &a, &other) == 1 && a == 1 && other == -1);
  assert(sscanf("300 4", "%hhu %n", small, &at) == 1 && small[0] == 44 && small[1] == 9);
  assert(sscanf("1.5 2.5", "%lf%Lf", &real, &long_real) == 2 && real == 1.5 && long_real == 2.5L);
  assert(sscanf("abcdefgh", "%3s%2c%[f-h]", word, letters, set) == 3);
  assert(strcmp(word, "abc") == 0 && memcmp(letters, "dez", 4) == 0 && strcmp(set, "fgh") == 0);
  assert(sscanf("x", "%3c", letters) == 1 && letters[0] == 'x' && letters[1] == 'e');
  assert(sscanf("a]b", "%[]a]", set) == 1 && strcmp(set, "a]") == 0);
  assert(sscanf("word 7", "%ms %d", &made, &a) == 2 && strcmp(made, "word") == 0 && a == 7);
  free(made);
  assert(sscanf("5 6", "%2$d %1$d", &a, &b) == 2 && a == 6 && b == 5);
  assert(sscanf("1 2 3", "%*d %d%*[ ]%d", &a, &b) == 2 && a == 2 && b == 3);
  assert(sscanf("", "%n%d", &at, &a) == EOF && at == 0);
  assert(sscanf("0x10 50%", "%p %d%%%n", &address, &a, &at) == 2 && address == (void*)16 &&
         at == 8);
  assert(scan_list("8 nine", "%d %s", &a, word) == 2 && a == 8 && strcmp(word, "nine") == 0);
  assert(sscanf("99999999999999999999", "%d", &a) == 1);
}

static void reads_files(void) {
  char line[16], rest[16];
  char* made = NULL;
  size_t room = 0;
  int a = 0, b = 0;
  const int number = mkstemp(name);
  assert(number >= 0 && isalnum(name[strlen(name) - 1]));
  FILE* file = fdopen(number, "w+");
  assert(fputs("first\nse\0cond\n", file) >= 0 &&
         fwrite("\0x\n12 34 word\nend", 1, 17, file) == 17);
  rewind(file);
  memset(line, '#', sizeof line);
  assert(fgets(line, 4, file) == line && memcmp(line, "fir\0#", 5) == 0);
  assert(fgets(line, sizeof line, file) == line && strcmp(line, "st\n") == 0);
  memset(line, '#', sizeof line);
  assert(fgets(line, sizeof line, file) == line && memcmp(line, "se\0x\n\0#", 7) == 0);
  assert(fscanf(file, "%d%d", &a, &b) == 2 && a == 12 && b == 34);
  assert(fscanf(file, "%s", line) == 1 && strcmp(line, "word") == 0);
  assert(getc(file) == '\n' && ungetc('\n', file) == '\n');
  assert(fread(rest, 3, 5, file) == 1 && memcmp(rest, "\nend", 4) == 0 && feof(file));
  strcpy(line, "kept");
  assert(fgets(line, sizeof line, file) == NULL && strcmp(line, "kept") == 0);
  errno = 0;
  assert(getline(&made, &room, file) == -1 && made != NULL && room >= 1 && errno == 0);
  rewind(file);
  assert(getline(&made, &room, file) == 6 && strcmp(made, "first\n") == 0);
  assert(getdelim(&made, &room, 'x', file) == 4 && memcmp(made, "se\0x", 5) == 0);
  assert(getline(&made, NULL, file) == -1 && errno == EINVAL);
  free(made);
  assert(pread(number, rest, 5, 1) == 5 && memcmp(rest, "irst\n", 5) == 0);
  assert(lseek(number, -2, SEEK_END) > 0 && read(number, rest, 10) == 2 && rest[0] == 'n');
  assert(read(number, rest, 10) == 0);
  errno = 0;
  assert(pread(number, nowhere, 4, 0) == -1 && errno == EFAULT);
  struct iovec pieces[2] = {{line, 2}, {rest, 3}};
  assert(lseek(number, 0, SEEK_SET) == 0 && readv(number, pieces, 2) == 5);
  assert(memcmp(line, "fi", 2) == 0 && memcmp(rest, "rst", 3) == 0);
  fclose(file);
  unlink(name);
}

static void converts(void) {
  char* end = NULL;
  wchar_t* wide_end = NULL;
  int exponent = 0, sign = 0;
  double whole = 0;
  const char* text = "  -12x";
  errno = 0;
  assert(strtol(text, &end, 10) == -12 && end == text + 5 && errno == 0);
  assert(strtoul("ff", NULL, 16) == 255 && strtoull("-1", &end, 0) == ULLONG_MAX);
  text = " none";
  assert(strtol(text, &end, 10) == 0 && end == text);
  assert(strtol("99999999999999999999", &end, 10) == LONG_MAX && errno == ERANGE);
  errno = 7;
  assert(strtod("1e3", &end) == 1000 && strtof("0x1p-1", NULL) == 0.5F && errno == 7);
  assert(atoi("42") == 42 && atol("-1") == -1 && atof("2.5") == 2.5);
  assert(wcstol(L"12x", &wide_end, 10) == 12 && *wide_end == L'x');
  volatile double eight = 8, x = -2.5;
  assert(frexp(eight, &exponent) == 0.5 && exponent == 4);
  assert(modf(x, &whole) == -0.5 && whole == -2);
  assert(lgamma_r(eight, &sign) > 8 && sign == 1 && remquo(x, eight, &sign) == -2.5 && sign == 0);
}

static void copies(void) {
  char text[16] = "a,b,,c", copy[16], *rest = NULL, *walk = text;
  assert(stpcpy(copy, "abc") == copy + 3 && mempcpy(copy + 3, "d", 2) == copy + 5);
  assert(strcmp(copy, "abcd") == 0 && memccpy(copy, "xyz", 'y', 3) == copy + 2);
  assert(memccpy(copy, "xyz", 'q', 3) == NULL && strcasecmp(copy, "XYZD") == 0);
  assert(strncasecmp("abX", "ABy", 2) == 0 && strspn("aab", "a") == 2 && strcspn("aab", "b") == 2);
  assert(strcmp(strpbrk("a=b", "=;"), "=b") == 0 && strpbrk("ab", "=") == NULL);
  assert(memmem("abcd", 4, "cd", 2) != NULL && memrchr("abab", 'a', 4) != NULL);
  assert(strcmp(strsep(&walk, ","), "a") == 0 && strcmp(strsep(&walk, ","), "b") == 0);
  assert(strcmp(strsep(&walk, ","), "") == 0 && strcmp(strsep(&walk, ","), "c") == 0);
  assert(walk == NULL && strsep(&walk, ",") == NULL);
  strcpy(text, ",,a,b,");
  assert(strcmp(strtok_r(text, ",", &rest), "a") == 0 &&
         strcmp(strtok_r(NULL, ",", &rest), "b") == 0);
  assert(strtok_r(NULL, ",", &rest) == NULL && strtok_r(NULL, ",", &rest) == NULL);
  strcpy(text, " x y");
  assert(strcmp(strtok(text, " "), "x") == 0 && strcmp(strtok(NULL, " "), "y") == 0);
  assert(strtok(NULL, " ") == NULL);
  bzero(text, 3);
  assert(text[0] == '\0' && strchr("abc", 'c') != NULL && strchrnul("abc", 'x')[0] == '\0');
  wchar_t wide[8];
  assert(wcscpy(wide, L"ab") == wide && wcslen(wide) == 2 && wcschr(wide, L'b') == wide + 1);
  assert(mbstowcs(wide, "xyz", 8) == 3 && wcscmp(wide, L"xyz") == 0 &&
         mbstowcs(NULL, "xyz", 0) == 3);
}

static int nested_calls;

static int by_value(const void* a, const void* b) {
  int few[] = {2, 1, 3};
  if (nested_calls++ == 0) qsort(few, 3, sizeof *few, by_value);
  return *(const int*)a - *(const int*)b;
}

static int by_order(const void* a, const void* b, void* order) {
  return *(const int*)order * (*(const int*)a - *(const int*)b);
}

static void sorts(void) {
  int numbers[] = {5, 3, 9, 1}, down = -1, key = 9;
  qsort(numbers, 4, sizeof *numbers, by_value);
  assert(numbers[0] == 1 && numbers[1] == 3 && numbers[2] == 5 && numbers[3] == 9);
  assert(bsearch(&key, numbers, 4, sizeof *numbers, by_value) == &numbers[3]);
  qsort_r(numbers, 4, sizeof *numbers, by_order, &down);
  assert(numbers[0] == 9 && numbers[3] == 1);
  qsort(numbers, 0, sizeof *numbers, by_value);
}

static void asks_the_system(void) {
  struct tm date, again;
  char text[64], path[PATH_MAX], other[PATH_MAX];
  time_t moment = 86400;
  struct stat status;
  struct utsname system_name;
  assert(gmtime_r(&moment, &date) == &date && date.tm_year == 70 && date.tm_mday == 2);
  date.tm_mday = 40;
  again = date;
  assert(timegm(&again) == 86400 * 39 && again.tm_mon == 1 && again.tm_mday == 9);
  assert(strftime(text, sizeof text, "%Y-%m-%d", &again) == 10 && strcmp(text, "1970-02-09") == 0);
  assert(strftime(text, 5, "%Y-%m-%d", &again) == 0);
  text[0] = 'x';
  assert(strftime(text, 5, empty, &again) == 0 && text[0] == '\0');
  assert(asctime_r(&again, text) == text && strlen(text) == 25);
  assert(strptime("2001-02-03", "%Y-%m-%d", &date) != NULL && date.tm_year == 101);
  assert(stat("/", &status) == 0 && S_ISDIR(status.st_mode));
  assert(stat("/nowhere/at/all", &status) == -1 && errno == ENOENT && S_ISDIR(status.st_mode));
  assert(getcwd(path, sizeof path) == path && path[0] == '/');
  assert(getcwd(path, 1) == NULL && errno == ERANGE && path[0] == '/');
  char* made = getcwd(NULL, 0);
  assert(made != NULL && realpath(made, other) == other && strcmp(other, made) == 0);
  free(made);
  assert(readlink("/proc/self/exe", path, 3) == 3);
  assert(gethostname(path, sizeof path) == 0 && uname(&system_name) == 0);
  assert(strcmp(path, system_name.nodename) == 0);
  struct pollfd entry = {-1, POLLIN, 7};
  assert(poll(&entry, 1, 0) == 0 && entry.revents == 0);
}

static void draws(void) {
  unsigned seed = 1, same = 1;
  assert(rand_r(&seed) == rand_r(&same) && seed == same && seed != 1);
  unsigned short state[3] = {1, 2, 3};
  const double drawn = erand48(state);
  assert(drawn >= 0 && drawn < 1 && state[0] != 1);
  struct random_data data = {0};
  char table[64];
  int32_t number = -1;
  assert(initstate_r(1, table, sizeof table, &data) == 0 && random_r(&data, &number) == 0);
  assert(number >= 0);
}

static void nothing(void) {}

int main(void) {
  pthread_t thread = spawn(nothing);
  prints();
  scans();
  reads_files();
  converts();
  copies();
  sorts();
  asks_the_system();
  draws();
  join(thread);
  return 0;
}
