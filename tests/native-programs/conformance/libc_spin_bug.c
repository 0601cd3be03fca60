// A loop in which only a function of libc changes something, for the program, is not a wait:
// it comes to its end, and to the bug after it, though the flag is never set. N is the number of
// the call, see `rounds`. expect: N=0 verdict=bug kind=assertion expect: N=1 verdict=bug
// kind=assertion expect: N=2 verdict=bug kind=assertion expect: N=3 verdict=bug kind=assertion
// expect: N=4 verdict=bug kind=assertion
// expect: N=5 verdict=bug kind=assertion
// expect: N=6 verdict=bug kind=assertion
// expect: N=7 verdict=bug kind=assertion
// expect: N=8 verdict=bug kind=assertion
// expect: N=9 verdict=bug kind=assertion
// expect: N=10 verdict=bug kind=assertion
// expect: N=11 verdict=bug kind=assertion
// expect: N=12 verdict=bug kind=assertion
// expect: N=13 verdict=bug kind=assertion
// expect: N=14 verdict=bug kind=assertion
// expect: N=15 verdict=bug kind=assertion
// expect: N=16 verdict=bug kind=assertion
// expect: N=17 verdict=bug kind=assertion
// expect: N=18 verdict=bug kind=assertion
// needs: spin
// libs: -O1 -lm
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../support/spawn.h"

static atomic_int flag;
static int chosen;
static int is_over;

static char* walk = "1 1 1";
static const char* texts[] = {"1", "2", "3"};
static int progress;
static char word[8] = "0";
static char copy[] = "a,b,c";
static char* rest = copy;
static char* line;
static size_t room;
static unsigned seed = 1;
static unsigned short state[3] = {1, 2, 3};
static int numbers[2] = {1, 2};
static struct tm date;
static time_t moments[] = {0, 86400, 172800};
static double tenths[] = {1.5, 2.5, 3.5};
static double whole;
static FILE* file;   // aaax
static FILE* lines;  // lines that are all the same
static int descriptor;

static int up(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int down(const void* a, const void* b) { return *(const int*)b - *(const int*)a; }

static int round_0(void) {
  (void)strtol(walk, &walk, 10);
  return *walk == '\0';
}
static int round_1(void) {
  (void)sscanf(texts[progress], "%d", &progress);
  return progress == 3;
}
static int round_2(void) {
  (void)sscanf(texts[word[0] - '0'], "%3s", word);
  return word[0] == '3';
}
static int round_3(void) {
  (void)snprintf(word, sizeof word, "%d", word[0] - '0' + 1);
  return word[0] == '3';
}
static int round_4(void) {
  (void)sprintf(word, "%d", word[0] - '0' + 1);
  return word[0] == '3';
}
static int round_5(void) {
  (void)strsep(&rest, ",");
  return rest == NULL;
}
static int round_6(void) {
  (void)strtok_r(rest == copy ? copy : NULL, ",", &rest);
  return *rest == '\0';
}
static int round_7(void) {
  (void)stpcpy(word, texts[word[0] - '0']);
  return word[0] == '3';
}
static int round_8(void) { return fgetc(file) == 'x'; }
static int round_9(void) { return fgets(word, 2, file) == NULL; }
static int round_10(void) { return fread(word, 1, 1, file) == 0; }
static int round_11(void) { return fscanf(file, "%1s", word) != 1 || word[0] == 'x'; }
static int round_12(void) { return getline(&line, &room, lines) == -1; }
static int round_13(void) { return read(descriptor, word, 1) == 0; }
static int round_14(void) { return rand_r(&seed) % 4 == 3; }
static int round_15(void) { return erand48(state) > 0.7; }
static int round_16(void) {
  (void)gmtime_r(&moments[date.tm_mday], &date);
  return date.tm_mday == 3;
}
static int round_17(void) {
  (void)modf(tenths[(int)whole], &whole);
  return whole == 3;
}
static int round_18(void) {
  qsort(numbers, 2, sizeof *numbers, numbers[0] < numbers[1] ? down : up);
  return numbers[0] == 2;
}

static int (*const rounds[])(void) = {round_0,  round_1,  round_2,  round_3,  round_4,
                                      round_5,  round_6,  round_7,  round_8,  round_9,
                                      round_10, round_11, round_12, round_13, round_14,
                                      round_15, round_16, round_17, round_18};

static void waits(void) {
  while (!atomic_load(&flag)) {
    if (rounds[chosen]()) {
      is_over = 1;
      return;
    }
  }
}

static FILE* file_with(const char* text) {
  char name[] = "/tmp/skein-libc-XXXXXX";
  const int number = mkstemp(name);
  const ssize_t size = (ssize_t)strlen(text);
  assert(number >= 0 && write(number, text, (size_t)size) == size &&
         lseek(number, 0, SEEK_SET) == 0);
  unlink(name);
  return fdopen(number, "r");
}

int main(int argc, char** argv) {
  chosen = argc > 1 ? atoi(argv[1]) : 0;
  file = file_with("aaax");
  lines = file_with("same\nsame\nsame\n");
  descriptor = dup(fileno(file_with("aaaa")));
  pthread_t thread = spawn(waits);
  join(thread);
  assert(!is_over);
  return 0;
}
