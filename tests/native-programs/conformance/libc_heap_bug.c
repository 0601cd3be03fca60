// What functions of libc write and read for the program beyond the end of a block, or after it was
// freed, is an error of the heap. N is the number of the call, see `calls`.
// expect: N=0 verdict=bug kind=memory
// expect: N=1 verdict=bug kind=memory
// expect: N=2 verdict=bug kind=memory
// expect: N=3 verdict=bug kind=memory
// expect: N=4 verdict=bug kind=memory
// expect: N=5 verdict=bug kind=memory
// expect: N=6 verdict=bug kind=memory
// expect: N=7 verdict=bug kind=memory
// expect: N=8 verdict=bug kind=memory
// expect: N=9 verdict=bug kind=memory
// expect: N=10 verdict=bug kind=memory
// expect: N=11 verdict=bug kind=memory
// expect: N=12 verdict=bug kind=memory
// expect: N=13 verdict=bug kind=memory
// expect: N=14 verdict=bug kind=memory
// expect: N=15 verdict=bug kind=memory
// expect: N=16 verdict=bug kind=memory
// expect: N=17 verdict=bug kind=memory
// expect: N=18 verdict=bug kind=memory
// expect: N=19 verdict=bug kind=memory
// expect: N=20 verdict=bug kind=memory
// expect: N=21 verdict=bug kind=memory
// expect: N=22 verdict=bug kind=memory
// expect: N=23 verdict=bug kind=memory
// expect: N=24 verdict=bug kind=memory
// expect: N=25 verdict=bug kind=memory
// expect: N=26 verdict=bug kind=memory
// expect: N=27 verdict=bug kind=memory
// expect: N=28 verdict=bug kind=memory
// expect: N=29 verdict=bug kind=memory
// needs: memory
// native: no
// libs: -lm -w
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "../support/spawn.h"

static char* volatile block;  // of 8 bytes
static char* volatile full;   // likewise, without a zero
static char* volatile freed;
static const char* volatile constant = "more than eight";
static char copy[] = "a,b";
static size_t claimed = 64;
static volatile double amount = 6.5;
static time_t moment;
static struct tm date;
static FILE* file;
static int descriptor;
static volatile int used;

static int compare(const void* a, const void* b) { return *(const char*)a - *(const char*)b; }

static void call_0(void) { sprintf(block, "%d", 12345678); }
static void call_1(void) { snprintf(block, 64, "%s", constant); }
static void call_2(void) { puts(freed); }
static void call_3(void) { sscanf(constant, "%[^\n]", block); }
static void call_4(void) { sscanf("5", "%ld", (long*)(void*)(block + 4)); }
static void call_5(void) { fscanf(file, "%s", block); }
static void call_6(void) { fgets(block, 64, file); }
static void call_7(void) { fread(block, 1, 12, file); }
static void call_8(void) { read(descriptor, block, 12); }
static void call_9(void) { pread(descriptor, block, 12, 0); }
static void call_10(void) { write(1, block, 12); }
static void call_11(void) { fwrite(block, 1, 12, stdout); }
static void call_12(void) { printf("%.9s\n", full); }
static void call_13(void) {
  char* line = block;
  getline(&line, &claimed, file);
}
static void call_14(void) { strtol("1", (char**)(void*)(block + 4), 10); }
static void call_15(void) { stpcpy(block, constant); }
static void call_16(void) { mempcpy(block, constant, 9); }
static void call_17(void) { bzero(block, 9); }
static void call_18(void) { strtok_r(copy, ",", (char**)(void*)(block + 4)); }
static void call_19(void) { wmemset((wchar_t*)(void*)block, L'x', 3); }
static void call_20(void) { qsort(block, 9, 1, compare); }
static void call_21(void) { localtime_r(&moment, (struct tm*)(void*)block); }
static void call_22(void) { strftime(block, 64, "%Y-%m-%d", &date); }
static void call_23(void) { stat("/", (struct stat*)(void*)block); }
static void call_24(void) { getcwd(block, 4096); }
static void call_25(void) { uname((struct utsname*)(void*)block); }
static void call_26(void) { frexp(amount, (int*)(void*)(block + 6)); }
static void call_27(void) { rand_r((unsigned*)(void*)(block + 6)); }
static void call_28(void) { memcpy(block, constant, 9); }
static void call_29(void) { poll((struct pollfd*)(void*)(block + 4), 1, 0); }

static void (*const calls[])(void) = {
    call_0,  call_1,  call_2,  call_3,  call_4,  call_5,  call_6,  call_7,  call_8,  call_9,
    call_10, call_11, call_12, call_13, call_14, call_15, call_16, call_17, call_18, call_19,
    call_20, call_21, call_22, call_23, call_24, call_25, call_26, call_27, call_28, call_29};

static void caller(void) { calls[used](); }
static void other(void) {}

int main(int argc, char** argv) {
  used = argc > 1 ? atoi(argv[1]) : 0;
  block = calloc(1, 8);
  full = malloc(8);
  memset(full, 'x', 8);
  freed = calloc(1, 8);
  free(freed);
  char name[] = "/tmp/skein-libc-XXXXXX";
  descriptor = mkstemp(name);
  assert(descriptor >= 0 && write(descriptor, "a-first-line\nsecond\n", 20) == 20);
  assert(lseek(descriptor, 0, SEEK_SET) == 0);
  unlink(name);
  file = fdopen(dup(descriptor), "r");
  date.tm_mday = 1;
  run2(caller, other);
  return 0;
}
