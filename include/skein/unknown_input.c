/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of unknown_input.h: what they read is any text, of any length, and every failure is
 * possible. All is made of skein_any, so the ir machine, the abstract one and the real program ask
 * for the same inputs in the same order, and a witness of one can be repeated by another.
 *
 * Part of the ir machine's C library, and compiled with a real program. A function that the program
 * defines itself is the program's.
 */
/* It may have been put before this file too. */
#undef getchar
#undef getc
#undef fgetc
#undef fgets
#undef fread
#undef read
#undef getenv
#undef rand
#undef random
#undef rand_r

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>

#define SKEIN_WEAK __attribute__((weak))

extern long long skein_runtime_any(long long lo, long long hi);

#ifdef SKEIN_IR_LIBRARY
/* Streams and descriptors other than the standard input cannot be opened there. */
static int is_real_stream(const void* file) { return file == 0; }
static int is_real_descriptor(int descriptor) { return descriptor < 0; }
#define SKEIN_REAL(call, otherwise) (otherwise)
#else
#include <stdio.h>
#include <unistd.h>
static int is_real_stream(const void* file) { return file != stdin; }
static int is_real_descriptor(int descriptor) { return descriptor != STDIN_FILENO; }
#define SKEIN_REAL(call, otherwise) (call)
#endif

enum { kEnd = -1, kLongestVariable = 15 };

/* The next character, or the end. */
static int next(void) { return (int)skein_runtime_any(kEnd, UCHAR_MAX); }

SKEIN_WEAK int skein_input_getchar(void) { return next(); }
SKEIN_WEAK int skein_input_fgetc(void* file) {
  return is_real_stream(file) ? SKEIN_REAL(fgetc(file), kEnd) : next();
}
SKEIN_WEAK int skein_input_getc(void* file) {
  return is_real_stream(file) ? SKEIN_REAL(fgetc(file), kEnd) : next();
}

/* The end of the text is written where its place is known: each length is a path of its own. */
SKEIN_WEAK char* skein_input_fgets(char* to, int size, void* file) {
  if (is_real_stream(file)) return SKEIN_REAL(fgets(to, size, file), (char*)0);
  for (int i = 0; i < size - 1; i++) {
    const int c = next();
    if (c == kEnd) {
      if (i == 0) return 0;
      to[i] = 0;
      return to;
    }
    to[i] = (char)c;
    if (c == '\n') {
      to[i + 1] = 0;
      return to;
    }
  }
  if (size <= 0) return 0;
  to[size - 1] = 0;
  return to;
}

static void fill(char* to, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = (char)skein_runtime_any(CHAR_MIN, CHAR_MAX);
}

#ifdef SKEIN_IR_LIBRARY
/* A local array or structure that is not initialised (decoder/unknown_locals.cpp). */
void __skein_ir_fill_unknown(char* to, size_t count) { fill(to, count); }
#endif

SKEIN_WEAK size_t skein_input_fread(void* to, size_t size, size_t count, void* file) {
  if (is_real_stream(file)) return SKEIN_REAL(fread(to, size, count, file), 0);
  const size_t got = (size_t)skein_runtime_any(0, (long long)count);
  fill(to, size * got);
  return got;
}

/* -1 is a failure, 0 the end. */
SKEIN_WEAK long skein_input_read(int descriptor, void* to, size_t count) {
  if (is_real_descriptor(descriptor)) return SKEIN_REAL(read(descriptor, to, count), -1);
  const long got = (long)skein_runtime_any(-1, (long long)count);
  if (got > 0) fill(to, (size_t)got);
  return got;
}

SKEIN_WEAK int skein_input_rand(void) { return (int)skein_runtime_any(0, INT_MAX); }
SKEIN_WEAK long skein_input_random(void) { return (long)skein_runtime_any(0, INT_MAX); }
SKEIN_WEAK int skein_input_rand_r(unsigned* seed) {
  *seed = (unsigned)skein_runtime_any(0, UINT_MAX);
  return (int)skein_runtime_any(0, INT_MAX);
}

/* Not set, or any text of a few characters. */
extern void* malloc(size_t size);
SKEIN_WEAK char* skein_input_getenv(const char* name) {
  (void)name;
  if (skein_runtime_any(0, 1) == 0) return 0;
  char* const text = malloc(kLongestVariable + 1);
  if (text == 0) return 0;
  fill(text, kLongestVariable);
  text[kLongestVariable] = 0;
  return text;
}

/* ---- scanf: every directive may be the one at which the input ends or does not fit. ---------- */

enum Fit { kOver, kOther, kFits };

static enum Fit try_directive(void) { return (enum Fit)skein_runtime_any(kOver, kFits); }

/* Characters of a word, a set (%[) or %c; a word has an end. */
static void read_text(char* to, unsigned long width, int has_end) {
  if (!has_end) {
    fill(to, width == 0 ? 1 : width);
    return;
  }
  for (unsigned long i = 0; width == 0 || i < width; i++) {
    const int c = (int)skein_runtime_any(0, UCHAR_MAX);
    to[i] = (char)c;
    if (c == 0) return;
  }
  to[width] = 0;
}

/* The size of what an integer directive stores. */
static unsigned size_of_length(int longs, int shorts) {
  if (longs > 0) return sizeof(long);
  return shorts == 0 ? sizeof(int) : shorts == 1 ? sizeof(short) : sizeof(char);
}

static void read_number(void* to, unsigned size) {
  switch (size) {
    case sizeof(char):
      *(signed char*)to = (signed char)skein_runtime_any(SCHAR_MIN, SCHAR_MAX);
      break;
    case sizeof(short): *(short*)to = (short)skein_runtime_any(SHRT_MIN, SHRT_MAX); break;
    case sizeof(int): *(int*)to = (int)skein_runtime_any(INT_MIN, INT_MAX); break;
    default: *(long*)to = (long)skein_runtime_any(LONG_MIN, LONG_MAX); break;
  }
}

extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

/* After the "]" that ends the set; a "]" that comes first belongs to it. */
static const char* after_set(const char* at) {
  if (*at == '^') at++;
  if (*at == ']') at++;
  while (*at != 0 && *at != ']') at++;
  return *at != 0 ? at + 1 : at;
}

static int scan(const char* format, va_list places) {
  int assigned = 0;
  for (const char* at = format; *at != 0;) {
    if (*at == ' ' || (*at >= '\t' && *at <= '\r')) {
      at++;
      continue;
    }
    const enum Fit fit = try_directive();
    if (fit == kOver) return assigned == 0 ? kEnd : assigned;
    if (fit == kOther) return assigned;
    if (*at != '%' || at[1] == '%') {
      at += *at == '%' ? 2 : 1;
      continue;
    }
    unsigned long width = 0;
    int is_skipped = 0;
    int longs = 0;
    int shorts = 0;
    for (at++; *at == '*'; at++) is_skipped = 1;
    for (; *at >= '0' && *at <= '9'; at++) width = 10 * width + (unsigned long)(*at - '0');
    for (; *at == 'l' || *at == 'h' || *at == 'z' || *at == 'j' || *at == 't'; at++) {
      if (*at == 'h') {
        shorts++;
      } else {
        longs++;
      }
    }
    const char kind = *at;
    if (kind != 0) at = kind == '[' ? after_set(at + 1) : at + 1;
    if (is_skipped) continue;
    void* const to = va_arg(places, void*);
    if (kind == 's' || kind == 'c' || kind == '[') {
      read_text(to, width, kind != 'c');
    } else if (kind == 'f' || kind == 'e' || kind == 'g' || kind == 'a') {
      if (longs > 0) {
        *(double*)to = __VERIFIER_nondet_double();
      } else {
        *(float*)to = __VERIFIER_nondet_float();
      }
    } else {
      read_number(to, size_of_length(longs, shorts));
    }
    assigned++;
  }
  return assigned;
}

/* The names that the program's calls lead to: the decoder of the ir machine renames them, a real
 * program is linked so (--wrap). */
#define SKEIN_SCANF(name)                        \
  SKEIN_WEAK int name(const char* format, ...) { \
    va_list places;                              \
    va_start(places, format);                    \
    const int assigned = scan(format, places);   \
    va_end(places);                              \
    return assigned;                             \
  }
#define SKEIN_FSCANF(name)                                                            \
  SKEIN_WEAK int name(void* file, const char* format, ...) {                          \
    va_list places;                                                                   \
    va_start(places, format);                                                         \
    const int assigned = is_real_stream(file)                                         \
                             ? SKEIN_REAL(vfscanf((FILE*)file, format, places), kEnd) \
                             : scan(format, places);                                  \
    va_end(places);                                                                   \
    return assigned;                                                                  \
  }

#ifdef SKEIN_IR_LIBRARY
SKEIN_SCANF(skein_input_scanf)
SKEIN_FSCANF(skein_input_fscanf)
#else
SKEIN_SCANF(__wrap_scanf)
SKEIN_SCANF(__wrap___isoc99_scanf)
SKEIN_SCANF(__wrap___isoc23_scanf)
SKEIN_FSCANF(__wrap_fscanf)
SKEIN_FSCANF(__wrap___isoc99_fscanf)
SKEIN_FSCANF(__wrap___isoc23_fscanf)
#endif
