// SPDX-License-Identifier: Apache-2.0
/* math.h: functions with an integer or a pointer among their arguments or results. The machine
 * computes all others, and the parts that these use (machine/ir/program/math_functions.hpp).
 * <math.h> is not included because its macros hide the functions. */
#include <stdint.h>

#include "machine/ir/library/machine.h"

double trunc(double x), remainder(double x, double y), sin(double x), cos(double x);
float truncf(float x), remainderf(float x, float y), sinf(float x), cosf(float x);
double copysign(double x, double sign);
float copysignf(float x, float sign);

double __skein_ir_scale(double x, double n), __skein_ir_fraction(double x);
float __skein_ir_scalef(float x, float n), __skein_ir_fractionf(float x);
double __skein_ir_quotient(double x, double y), __skein_ir_jn(double n, double x);
float __skein_ir_quotientf(float x, float y), __skein_ir_jnf(float n, float x);
double __skein_ir_gamma_log(double x);
float __skein_ir_gamma_logf(float x);
double __skein_ir_yn(double n, double x);
float __skein_ir_ynf(float n, float x);
int __skein_ir_exponent(double x), __skein_ir_gamma_sign(double x);
int __skein_ir_exponentf(float x), __skein_ir_gamma_signf(float x);

/* Beyond these every number becomes infinite, or zero. A float holds them exactly. */
static int near(long n) { return n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n; }

double scalbln(double x, long n) { return __skein_ir_scale(x, near(n)); }
float scalblnf(float x, long n) { return __skein_ir_scalef(x, (float)near(n)); }
double scalbn(double x, int n) { return scalbln(x, n); }
float scalbnf(float x, int n) { return scalblnf(x, n); }
double ldexp(double x, int n) { return scalbln(x, n); }
float ldexpf(float x, int n) { return scalblnf(x, n); }

double frexp(double x, int* exponent) {
  *exponent = __skein_ir_exponent(x);
  return __skein_ir_fraction(x);
}
float frexpf(float x, int* exponent) {
  *exponent = __skein_ir_exponentf(x);
  return __skein_ir_fractionf(x);
}

double modf(double x, double* whole) {
  const double n = trunc(x);
  *whole = n;
  return copysign(x == n ? 0 : x - n, x);
}
float modff(float x, float* whole) {
  const float n = truncf(x);
  *whole = n;
  return copysignf(x == n ? 0 : x - n, x);
}

double remquo(double x, double y, int* quotient) {
  *quotient = (int)__skein_ir_quotient(x, y);
  return remainder(x, y);
}
float remquof(float x, float y, int* quotient) {
  *quotient = (int)__skein_ir_quotientf(x, y);
  return remainderf(x, y);
}

void sincos(double x, double* s, double* c) {
  *s = sin(x);
  *c = cos(x);
}
void sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}

double lgamma_r(double x, int* sign) {
  *sign = __skein_ir_gamma_sign(x);
  return __skein_ir_gamma_log(x);
}
float lgammaf_r(float x, int* sign) {
  *sign = __skein_ir_gamma_signf(x);
  return __skein_ir_gamma_logf(x);
}

/* These leave the sign in a variable that all threads share. */
int signgam;
double lgamma(double x) { return lgamma_r(x, &signgam); }
float lgammaf(float x) { return lgammaf_r(x, &signgam); }
double gamma(double x) { return lgamma(x); }
float gammaf(float x) { return lgammaf(x); }

/* A float is exact up to 2^24. */
double jn(int n, double x) { return __skein_ir_jn(n, x); }
double yn(int n, double x) { return __skein_ir_yn(n, x); }
float jnf(int n, float x) { return __skein_ir_jnf((float)n, x); }
float ynf(int n, float x) { return __skein_ir_ynf((float)n, x); }

/* "nan(TAG)", as strtod reads it; an invalid tag gives a NaN without one. */
double nan(const char* tag) {
  char text[40] = "nan(";
  int n = 4;
  for (; *tag && n < 38; tag++) text[n++] = *tag;
  text[n++] = ')';
  text[n] = 0;
  int length = 0;
  return __skein_ir_parse_real(text, &length, 0);
}
float nanf(const char* tag) {
  char text[40] = "nan(";
  int n = 4;
  for (; *tag && n < 38; tag++) text[n++] = *tag;
  text[n++] = ')';
  text[n] = 0;
  int length = 0;
  return (float)__skein_ir_parse_real(text, &length, 1);
}

/* The class of a number; the values of FP_NAN and so on are glibc's. */
enum { kNan, kInfinite, kZero, kSubnormal, kNormal };

static uint64_t image_of(double x) {
  union {
    double real;
    uint64_t bits;
  } u = {x};
  return u.bits;
}
static uint32_t image_of_float(float x) {
  union {
    float real;
    uint32_t bits;
  } u = {x};
  return u.bits;
}

int __signbit(double x) { return image_of(x) >> 63 ? 128 : 0; }
int __signbitf(float x) { return image_of_float(x) >> 31 ? 8 : 0; }

int __fpclassify(double x) {
  const uint64_t bits = image_of(x);
  const unsigned exponent = bits >> 52 & 0x7ff;
  const uint64_t rest = bits & 0xfffffffffffff;
  if (exponent == 0x7ff) return rest ? kNan : kInfinite;
  if (exponent == 0) return rest ? kSubnormal : kZero;
  return kNormal;
}
int __fpclassifyf(float x) {
  const uint32_t bits = image_of_float(x);
  const unsigned exponent = bits >> 23 & 0xff;
  const uint32_t rest = bits & 0x7fffff;
  if (exponent == 0xff) return rest ? kNan : kInfinite;
  if (exponent == 0) return rest ? kSubnormal : kZero;
  return kNormal;
}

int __isnan(double x) { return __fpclassify(x) == kNan; }
int __isnanf(float x) { return __fpclassifyf(x) == kNan; }
int __isinf(double x) { return __fpclassify(x) != kInfinite ? 0 : __signbit(x) ? -1 : 1; }
int __isinff(float x) { return __fpclassifyf(x) != kInfinite ? 0 : __signbitf(x) ? -1 : 1; }
int __finite(double x) { return __fpclassify(x) > kInfinite; }
int __finitef(float x) { return __fpclassifyf(x) > kInfinite; }
int __issignaling(double x) { return __isnan(x) && !(image_of(x) >> 51 & 1); }
int __issignalingf(float x) { return __isnanf(x) && !(image_of_float(x) >> 22 & 1); }
int isnan(double x) { return __isnan(x); }
int isnanf(float x) { return __isnanf(x); }
int isinf(double x) { return __isinf(x); }
int isinff(float x) { return __isinff(x); }
int finite(double x) { return __finite(x); }
int finitef(float x) { return __finitef(x); }
