// What functions of libc write and read for the program are its own accesses: each of these calls
// races with a plain access of another thread. N is the number of the call, see `calls`.
// expect: N=0 verdict=bug kind=race
// expect: N=1 verdict=bug kind=race
// expect: N=2 verdict=bug kind=race
// expect: N=3 verdict=bug kind=race
// expect: N=4 verdict=bug kind=race
// expect: N=5 verdict=bug kind=race
// expect: N=6 verdict=bug kind=race
// expect: N=7 verdict=bug kind=race
// expect: N=8 verdict=bug kind=race
// expect: N=9 verdict=bug kind=race
// expect: N=10 verdict=bug kind=race
// expect: N=11 verdict=bug kind=race
// expect: N=12 verdict=bug kind=race
// expect: N=13 verdict=bug kind=race
// expect: N=14 verdict=bug kind=race
// expect: N=15 verdict=bug kind=race
// expect: N=16 verdict=bug kind=race
// expect: N=17 verdict=bug kind=race
// expect: N=18 verdict=bug kind=race
// expect: N=19 verdict=bug kind=race
// expect: N=20 verdict=bug kind=race
// expect: N=21 verdict=bug kind=race
// expect: N=22 verdict=bug kind=race
// expect: N=23 verdict=bug kind=race
// expect: N=24 verdict=bug kind=race
// expect: N=25 verdict=bug kind=race
// expect: N=26 verdict=bug kind=race
// expect: N=27 verdict=bug kind=race
// expect: N=28 verdict=bug kind=race
// expect: N=29 verdict=bug kind=race
// expect: N=30 verdict=bug kind=race
// expect: N=31 verdict=bug kind=race
// expect: N=32 verdict=bug kind=race
// expect: N=33 verdict=bug kind=race
// expect: N=34 verdict=bug kind=race
// expect: N=35 verdict=bug kind=race
// expect: N=36 verdict=bug kind=race
// expect: N=37 verdict=bug kind=race
// expect: N=38 verdict=bug kind=race
// expect: N=39 verdict=bug kind=race
// expect: N=40 verdict=bug kind=race
// expect: N=41 verdict=bug kind=race
// expect: N=42 verdict=bug kind=race
// expect: N=43 verdict=bug kind=race
// expect: N=44 verdict=bug kind=race
// expect: N=45 verdict=bug kind=race
// expect: N=46 verdict=bug kind=race
// expect: N=47 verdict=bug kind=race
// expect: N=48 verdict=bug kind=race
// expect: N=49 verdict=bug kind=race
// expect: N=50 verdict=bug kind=race
// needs: memory
// libs: -lm
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <wchar.h>

#include "../support/spawn.h"

int __xpg_strerror_r(int number, char* text, size_t size);

static char text[16] = "abc";
static char long_text[4096];
static const char* constant = "12 monkeys";
static int number;
static int numbers[4] = {4, 2, 3, 1};
static char* pointer;
static size_t size;
static wchar_t wide[8];
static volatile double amount = 6.5;
static double real;
static time_t moment;
static struct tm date, fixed;
static struct stat status;
static struct utsname system_name;
static struct rlimit limit;
static struct sigaction action;
static struct pollfd entry = {0, POLLOUT, 0};
static unsigned seed = 1;
static unsigned short state[3];
static FILE* file;
static int descriptor;
static int chosen;

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void call_0(void) { (void)sprintf(text, "%d", 12345); }
static void call_1(void) { (void)snprintf(text, sizeof text, "%s", "abc"); }
static void call_2(void) {
  char local[16] = "a,b";
  (void)snprintf(local, sizeof local, "%s", text);
}
static void call_3(void) {
  char local[16] = "a,b";
  (void)snprintf(local, sizeof local, "%2$.*1$s", 2, text);
}
static void call_4(void) { (void)printf("%-8s\n", text); }
static void call_5(void) { (void)printf("abc%n\n", &number); }
static void call_6(void) { assert(asprintf(&pointer, "%d", 7) == 1); }
static void call_7(void) { (void)puts(text); }
static void call_8(void) { (void)fwrite(text, 1, 4, stdout); }
static void call_9(void) { assert(write(1, text, 4) >= 0); }
static void call_10(void) { (void)sscanf("5", "%d", &number); }
static void call_11(void) { (void)sscanf("  word", "%7s", text); }
static void call_12(void) {
  char local[16] = "a,b";
  (void)sscanf(text, "%1s", local);
}
static void call_13(void) { (void)sscanf("word", "%*s%n", &number); }
static void call_14(void) { assert(fscanf(file, "%15s", text) == 1); }
static void call_15(void) { assert(fgets(text, sizeof text, file) == text); }
static void call_16(void) { assert(fread(text, 1, 4, file) == 4); }
static void call_17(void) { assert(getline(&pointer, &size, file) > 0); }
static void call_18(void) { assert(getline(&pointer, &size, file) > 0); }
static void call_19(void) { assert(read(descriptor, text, 4) == 4); }
static void call_20(void) { assert(pread(descriptor, text, 4, 0) == 4); }
static void call_21(void) { (void)strtol(constant, &pointer, 10); }
static void call_22(void) { (void)strtod(text, NULL); }
static void call_23(void) { number = atoi(text); }
static void call_24(void) { (void)stpcpy(text, "ab"); }
static void call_25(void) { (void)mempcpy(text, "ab", 2); }
static void call_26(void) {
  char local[16] = "a,b";
  (void)strtok_r(local, ",", &pointer);
}
static void call_27(void) {
  char local_text[] = "a,b";
  pointer = local_text;
  (void)strsep(&pointer, ",");
}
static void call_28(void) { (void)strtok(text, "b"); }
static void call_29(void) { number = strcasecmp(text, "ABC"); }
static void call_30(void) { bzero(text, 4); }
static void call_31(void) { wcscpy(wide, L"ab"); }
static void call_32(void) { (void)swprintf(wide, 8, L"%d", 7); }
static void call_33(void) { (void)mbstowcs(wide, "ab", 8); }
static void call_34(void) { (void)frexp(amount, &number); }
static void call_35(void) { (void)modf(amount, &real); }
static void call_36(void) { qsort(numbers, 4, sizeof *numbers, compare); }
static void call_37(void) { qsort(numbers, 4, sizeof *numbers, compare); }
static void call_38(void) { (void)localtime_r(&moment, &date); }
static void call_39(void) { (void)mktime(&date); }
static void call_40(void) { (void)strftime(text, sizeof text, "%Y", gmtime(&moment)); }
static void call_41(void) { (void)asctime_r(&fixed, long_text); }
static void call_42(void) { assert(stat("/", &status) == 0); }
static void call_43(void) { assert(getcwd(long_text, sizeof long_text) != NULL); }
static void call_44(void) { (void)uname(&system_name); }
static void call_45(void) { (void)getrlimit(RLIMIT_CORE, &limit); }
static void call_46(void) { (void)sigaction(SIGUSR1, NULL, &action); }
static void call_47(void) { (void)poll(&entry, 1, 0); }
static void call_48(void) { (void)rand_r(&seed); }
static void call_49(void) { (void)erand48(state); }
static void call_50(void) { __xpg_strerror_r(4711, long_text, sizeof long_text); }

static const struct {
  void (*call)(void);
  void* object;  // that the other thread accesses
  int is_written;
} calls[] = {
    {call_0, text, 0},         {call_1, text, 0},         {call_2, text, 1},
    {call_3, text, 1},         {call_4, text, 1},         {call_5, &number, 0},
    {call_6, &pointer, 0},     {call_7, text, 1},         {call_8, text, 1},
    {call_9, text, 1},         {call_10, &number, 0},     {call_11, text, 0},
    {call_12, text, 1},        {call_13, &number, 0},     {call_14, text, 0},
    {call_15, text, 0},        {call_16, text, 0},        {call_17, &pointer, 0},
    {call_18, &size, 0},       {call_19, text, 0},        {call_20, text, 0},
    {call_21, &pointer, 0},    {call_22, text, 1},        {call_23, text, 1},
    {call_24, text, 0},        {call_25, text, 0},        {call_26, &pointer, 0},
    {call_27, &pointer, 0},    {call_28, text + 1, 0},    {call_29, text, 1},
    {call_30, text, 0},        {call_31, wide, 0},        {call_32, wide, 0},
    {call_33, wide, 0},        {call_34, &number, 0},     {call_35, &real, 0},
    {call_36, &numbers[0], 0}, {call_37, &numbers[0], 1}, {call_38, &date, 0},
    {call_39, &date, 0},       {call_40, text, 0},        {call_41, long_text, 0},
    {call_42, &status, 0},     {call_43, long_text, 0},   {call_44, &system_name, 0},
    {call_45, &limit, 0},      {call_46, &action, 0},     {call_47, &entry.revents, 0},
    {call_48, &seed, 0},       {call_49, state, 0},       {call_50, long_text, 0},
};

static void caller(void) { calls[chosen].call(); }

static void other(void) {
  char* object = calls[chosen].object;
  if (calls[chosen].is_written) {
    *object = 'x';
  } else {
    volatile char seen = *object;
    (void)seen;
  }
}

int main(int argc, char** argv) {
  chosen = argc > 1 ? atoi(argv[1]) : 0;
  char name[] = "/tmp/skein-libc-XXXXXX";
  descriptor = mkstemp(name);
  assert(descriptor >= 0 && write(descriptor, "first line\nsecond\n", 18) == 18);
  assert(lseek(descriptor, 0, SEEK_SET) == 0);
  unlink(name);
  file = fdopen(dup(descriptor), "r");
  fixed.tm_mday = 1;
  run2(caller, other);
  return 0;
}
