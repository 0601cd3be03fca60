// SPDX-License-Identifier: Apache-2.0
/* string.h: plain loops over bytes, so that the machine sees and checks every access. memcpy,
 * memmove and memset are builtins of the machine. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t strlen(const char* s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

char* stpcpy(char* to, const char* from) {
  while ((*to = *from)) {
    to++;
    from++;
  }
  return to;
}

char* strcpy(char* to, const char* from) {
  stpcpy(to, from);
  return to;
}

char* strncpy(char* to, const char* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}

char* strcat(char* to, const char* from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char* strncat(char* to, const char* from, size_t n) {
  char* end = to + strlen(to);
  while (n-- > 0 && *from) *end++ = *from++;
  *end = 0;
  return to;
}

int strcmp(const char* a, const char* b) {
  for (;; a++, b++) {
    const unsigned char x = (unsigned char)*a;
    const unsigned char y = (unsigned char)*b;
    if (x != y || x == 0) return x - y;
  }
}

int strncmp(const char* a, const char* b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    const unsigned char x = (unsigned char)*a;
    const unsigned char y = (unsigned char)*b;
    if (x != y || x == 0) return x - y;
  }
  return 0;
}

int strcoll(const char* a, const char* b) { return strcmp(a, b); }

static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int strcasecmp(const char* a, const char* b) {
  for (;; a++, b++) {
    const int x = lower((unsigned char)*a);
    const int y = lower((unsigned char)*b);
    if (x != y || x == 0) return x - y;
  }
}

int strncasecmp(const char* a, const char* b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    const int x = lower((unsigned char)*a);
    const int y = lower((unsigned char)*b);
    if (x != y || x == 0) return x - y;
  }
  return 0;
}

char* strchr(const char* s, int c) {
  for (;; s++) {
    const char here = *s;
    if (here == (char)c) return (char*)s;
    if (here == 0) return 0;
  }
}

char* strchrnul(const char* s, int c) {
  for (;; s++) {
    const char here = *s;
    if (here == (char)c || here == 0) return (char*)s;
  }
}

char* strrchr(const char* s, int c) {
  const char* found = 0;
  for (;; s++) {
    const char here = *s;
    if (here == (char)c) found = s;
    if (here == 0) return (char*)found;
  }
}

char* strstr(const char* s, const char* part) {
  const size_t n = strlen(part);
  for (;; s++) {
    if (strncmp(s, part, n) == 0) return (char*)s;
    if (*s == 0) return 0;
  }
}

static int is_among(char c, const char* set) {
  for (; *set; set++) {
    if (*set == c) return 1;
  }
  return 0;
}

size_t strspn(const char* s, const char* set) {
  size_t n = 0;
  while (s[n] && is_among(s[n], set)) n++;
  return n;
}

size_t strcspn(const char* s, const char* set) {
  size_t n = 0;
  while (s[n] && !is_among(s[n], set)) n++;
  return n;
}

char* strpbrk(const char* s, const char* set) {
  s += strcspn(s, set);
  return *s ? (char*)s : 0;
}

char* strtok_r(char* s, const char* set, char** rest) {
  if (s == 0) s = *rest;
  if (s == 0) return 0;
  s += strspn(s, set);
  if (*s == 0) {
    *rest = 0;
    return 0;
  }
  char* end = s + strcspn(s, set);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = 0;
  }
  return s;
}

/* All threads share its state, as in libc. */
char* strtok(char* s, const char* set) {
  static char* rest;
  return strtok_r(s, set, &rest);
}

char* strsep(char** rest, const char* set) {
  char* s = *rest;
  if (s == 0) return 0;
  char* end = s + strcspn(s, set);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = 0;
  }
  return s;
}

char* strndup(const char* s, size_t most) {
  const size_t n = strnlen(s, most);
  char* copy = malloc(n + 1);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

char* strdup(const char* s) {
  const size_t n = strlen(s) + 1;
  char* copy = malloc(n);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  return copy;
}

int memcmp(const void* a, const void* b, size_t n) {
  const unsigned char* x = a;
  const unsigned char* y = b;
  for (; n > 0; n--, x++, y++) {
    const int d = *x - *y;
    if (d) return d;
  }
  return 0;
}

int bcmp(const void* a, const void* b, size_t n) { return memcmp(a, b, n); }

void* memchr(const void* s, int c, size_t n) {
  const unsigned char* at = s;
  for (; n > 0; n--, at++) {
    if (*at == (unsigned char)c) return (void*)at;
  }
  return 0;
}

void* memrchr(const void* s, int c, size_t n) {
  const unsigned char* at = s;
  while (n-- > 0) {
    if (at[n] == (unsigned char)c) return (void*)(at + n);
  }
  return 0;
}

void* mempcpy(void* to, const void* from, size_t n) { return (char*)memcpy(to, from, n) + n; }

void bzero(void* s, size_t n) { memset(s, 0, n); }

char* strerror(int code) {
  switch (code) {
    case 0: return "Success";
    case EPERM: return "Operation not permitted";
    case EINTR: return "Interrupted system call";
    case EAGAIN: return "Resource temporarily unavailable";
    case ENOMEM: return "Cannot allocate memory";
    case EBUSY: return "Device or resource busy";
    case EINVAL: return "Invalid argument";
    case ERANGE: return "Numerical result out of range";
    case EDEADLK: return "Resource deadlock avoided";
    case ETIMEDOUT: return "Connection timed out";
    default: return "Unknown error";
  }
}
