/* SPDX-License-Identifier: Apache-2.0 */
/* main with up to SKEIN_UNKNOWN_ARGUMENTS arguments, each of up to kLongest unknown characters.
 *
 * The header, which may have been put before this file too, renames main; so this one is defined
 * under another name in C, and as main for the linker. */
enum { kMost = SKEIN_UNKNOWN_ARGUMENTS, kLongest = 8 };

extern long long skein_runtime_any(long long lo, long long hi);
extern int skein_program_main(int count, char** values, char** environment);

static char texts[kMost][kLongest + 1];
static char* values[kMost + 2];

static int start(int count, char** argv, char** environment) {
  values[0] = argv[0];
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < kLongest; k++) texts[i][k] = (char)skein_runtime_any(-128, 127);
    values[i + 1] = texts[i];
  }
  return skein_program_main(count + 1, values, environment);
}

int skein_main_with_unknown_arguments(int argc, char** argv, char** environment) __asm__("main");

/* A call for each number of arguments, so that an analysis keeps these cases apart: which elements
 * of argv are null depends on it. */
int skein_main_with_unknown_arguments(int argc, char** argv, char** environment) {
  (void)argc;
  switch (skein_runtime_any(0, kMost)) {
#if SKEIN_UNKNOWN_ARGUMENTS >= 1
    case 1: return start(1, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 2
    case 2: return start(2, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 3
    case 3: return start(3, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 4
    case 4: return start(4, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 5
    case 5: return start(5, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 6
    case 6: return start(6, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 7
    case 7: return start(7, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 8
    case 8: return start(8, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 9
    case 9: return start(9, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 10
    case 10: return start(10, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 11
    case 11: return start(11, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 12
    case 12: return start(12, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 13
    case 13: return start(13, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 14
    case 14: return start(14, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 15
    case 15: return start(15, argv, environment);
#endif
#if SKEIN_UNKNOWN_ARGUMENTS >= 16
    case 16: return start(16, argv, environment);
#endif
    default: return start(0, argv, environment);
  }
}
