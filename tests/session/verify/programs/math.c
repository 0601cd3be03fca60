// math.h: a checksum of the results' bits, which is the same natively (library_test.sh), and what
// is known of some of them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned long sum;
static double inputs[] = {0.5, -0.75, 2.25, 1e10, -3.5, 0.1, 700, 1e-310, 0, -0.0};

static void add(double x) {
  unsigned long bits;
  if (x != x) x = 1e300;  // the sign of a NaN does not count
  memcpy(&bits, &x, sizeof bits);
  sum = sum * 1000003 + bits;
}

static void of_one(double x) {
  const float y = (float)x;
  add(acos(x)), add(acosh(x)), add(asin(x)), add(asinh(x)), add(atan(x)), add(atanh(x)),
      add(cbrt(x)), add(ceil(x));
  add(cos(x)), add(cosh(x)), add(erf(x)), add(erfc(x)), add(exp(x)), add(exp2(x)), add(exp10(x)),
      add(expm1(x)), add(fabs(x));
  add(floor(x)), add(j0(x)), add(j1(x)), add(lgamma(x)), add(log(x)), add(log10(x)), add(log1p(x)),
      add(log2(x)), add(logb(x));
  add(nearbyint(x)), add(rint(x)), add(round(x)), add(sin(x)), add(sinh(x)), add(sqrt(x)),
      add(tan(x)), add(tanh(x));
  add(tgamma(x)), add(trunc(x)), add(y0(x)), add(y1(x)), add(jn(2, x)), add(yn(3, x)),
      add(significand(x));
  add(acosf(y)), add(acoshf(y)), add(asinf(y)), add(asinhf(y)), add(atanf(y)), add(atanhf(y)),
      add(cbrtf(y)), add(ceilf(y));
  add(cosf(y)), add(coshf(y)), add(erff(y)), add(erfcf(y)), add(expf(y)), add(exp2f(y)),
      add(expm1f(y)), add(fabsf(y));
  add(floorf(y)), add(lgammaf(y)), add(logf(y)), add(log10f(y)), add(log1pf(y)), add(log2f(y)),
      add(logbf(y));
  add(nearbyintf(y)), add(rintf(y)), add(roundf(y)), add(sinf(y)), add(sinhf(y)), add(sqrtf(y)),
      add(tanf(y)), add(tanhf(y));
  add(tgammaf(y)), add(truncf(y));
}

static void of_two(double x, double z) {
  const float y = (float)x, w = (float)z;
  int n = 0;
  add(atan2(x, z)), add(copysign(x, z)), add(fdim(x, z)), add(fmax(x, z)), add(fmin(x, z)),
      add(fmod(x, z)), add(hypot(x, z));
  add(nextafter(x, z)), add(pow(x, z)), add(remainder(x, z)), add(fma(x, z, 0.3)),
      add(remquo(x, z, &n)), add(n);
  add(atan2f(y, w)), add(copysignf(y, w)), add(fdimf(y, w)), add(fmaxf(y, w)), add(fminf(y, w)),
      add(fmodf(y, w)), add(hypotf(y, w));
  add(nextafterf(y, w)), add(powf(y, w)), add(remainderf(y, w)), add(fmaf(y, w, 0.3F)),
      add(remquof(y, w, &n)), add(n);
}

static void with_integers(double x) {
  const float y = (float)x;
  int n = 0;
  double whole = 0, s = 0, c = 0;
  float whole_f = 0, s_f = 0, c_f = 0;
  if (fabs(x) < 1e6)
    add((double)lround(x)), add((double)llround(x)), add((double)lrint(x)), add((double)llrint(x));
  if (fabs(x) < 1e6)
    add((double)lroundf(y)), add((double)llroundf(y)), add((double)lrintf(y)),
        add((double)llrintf(y));
  add(ilogb(x)), add(ilogbf(y)), add(frexp(x, &n)), add(n), add(frexpf(y, &n)), add(n);
  add(ldexp(x, -1060)), add(scalbn(x, 3)), add(scalbln(x, 4000000000)), add(ldexpf(y, -140)),
      add(scalbnf(y, 3)), add(scalblnf(y, 7));
  add(modf(x, &whole)), add(whole), add(modff(y, &whole_f)), add(whole_f), add(lgamma_r(x, &n)),
      add(n), add(lgammaf_r(y, &n)), add(n);
  sincos(x, &s, &c), add(s), add(c), sincosf(y, &s_f, &c_f), add(s_f), add(c_f);
}

static void kinds(double x, float y, int kind) {
  assert(fpclassify(x) == kind && fpclassify(y) == kind && __fpclassify(x) == kind &&
         __fpclassifyf(y) == kind);
  assert(!isnan(x) == (kind != FP_NAN) && !__isnanf(y) == (kind != FP_NAN) &&
         !isnormal(x) == (kind != FP_NORMAL));
  assert(!isinf(x) == (kind != FP_INFINITE) && !__isinff(y) == (kind != FP_INFINITE));
  assert(!isfinite(x) == (kind <= FP_INFINITE) && !__finite(x) == !isfinite(x) &&
         !__finitef(y) == !isfinite(y));
  assert(!signbit(x) == !__signbit(x) && !signbit(y) == !__signbitf(y));
}

int main(void) {
  const int count = sizeof inputs / sizeof *inputs;
  for (int i = 0; i < count; i++) of_one(inputs[i]), with_integers(inputs[i]);
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < 3; j++) of_two(inputs[i], inputs[j]);
  }
  kinds(inputs[0], (float)inputs[0], FP_NORMAL), kinds(inputs[8], 0, FP_ZERO),
      kinds(inputs[9], (float)inputs[9], FP_ZERO);
  kinds(inputs[7], 1e-40F, FP_SUBNORMAL),
      kinds(1 / inputs[8], -1e30F / (float)inputs[8], FP_INFINITE);
  kinds(nan(""), nanf("7"), FP_NAN),
      assert(signbit(inputs[9]) && !signbit(inputs[8]) && __isinf(-1 / inputs[8]) == -1);
  int n = 0;
  assert(frexp(48, &n) == 0.75 && n == 6 && ldexp(0.75, 6) == 48 && ilogb(48) == 5 &&
         lround(-2.5) == -3 && lrint(2.5) == 2);
  errno = 0;
  assert(isnan(sqrt(-1 - inputs[0])) && errno == EDOM);
  errno = 0;
  assert(isinf(exp(1000 + inputs[0])) && errno == ERANGE);
  printf("%lx\n", sum);
#ifdef SUM
  assert(sum == SUM);
#endif
}
