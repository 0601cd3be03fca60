// SPDX-License-Identifier: Apache-2.0
// Functions of libm with a second result through a pointer.
#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/next_symbol.hpp"

extern "C" [[gnu::weak]] int signgam;  // of libm, which need not be loaded

namespace skein::runtime {

namespace {

// A program that uses libm has it loaded, unless the linker dropped it because all the functions
// that the program wanted are defined here. Programs that do not use it should not have to load it.
constexpr const char* kMath = "libm.so.6";

namespace next {
NextSymbol<double(double, int*)> frexp("frexp", kMath);
NextSymbol<float(float, int*)> frexpf("frexpf", kMath);
NextSymbol<long double(long double, int*)> frexpl("frexpl", kMath);
NextSymbol<double(double, double*)> modf("modf", kMath);
NextSymbol<float(float, float*)> modff("modff", kMath);
NextSymbol<long double(long double, long double*)> modfl("modfl", kMath);
NextSymbol<double(double, double, int*)> remquo("remquo", kMath);
NextSymbol<float(float, float, int*)> remquof("remquof", kMath);
NextSymbol<long double(long double, long double, int*)> remquol("remquol", kMath);
NextSymbol<void(double, double*, double*)> sincos("sincos", kMath);
NextSymbol<void(float, float*, float*)> sincosf("sincosf", kMath);
NextSymbol<void(long double, long double*, long double*)> sincosl("sincosl", kMath);
NextSymbol<double(double)> lgamma("lgamma", kMath);
NextSymbol<float(float)> lgammaf("lgammaf", kMath);
NextSymbol<long double(long double)> lgammal("lgammal", kMath);
NextSymbol<double(double, int*)> lgamma_r("lgamma_r", kMath);
NextSymbol<float(float, int*)> lgammaf_r("lgammaf_r", kMath);
NextSymbol<long double(long double, int*)> lgammal_r("lgammal_r", kMath);
}  // namespace next

void wrote_sign(const void* pc) {
  if (&signgam != nullptr) reported::written(&signgam, sizeof(signgam), pc);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace reported = skein::runtime::reported;

extern "C" {

double __wrap_frexp(double x, int* exponent) {
  reported::written(exponent, sizeof(*exponent), __builtin_return_address(0));
  return rt::next::frexp(x, exponent);
}
float __wrap_frexpf(float x, int* exponent) {
  reported::written(exponent, sizeof(*exponent), __builtin_return_address(0));
  return rt::next::frexpf(x, exponent);
}
long double __wrap_frexpl(long double x, int* exponent) {
  reported::written(exponent, sizeof(*exponent), __builtin_return_address(0));
  return rt::next::frexpl(x, exponent);
}
double __wrap_modf(double x, double* whole) {
  reported::written(whole, sizeof(*whole), __builtin_return_address(0));
  return rt::next::modf(x, whole);
}
float __wrap_modff(float x, float* whole) {
  reported::written(whole, sizeof(*whole), __builtin_return_address(0));
  return rt::next::modff(x, whole);
}
long double __wrap_modfl(long double x, long double* whole) {
  reported::written(whole, sizeof(*whole), __builtin_return_address(0));
  return rt::next::modfl(x, whole);
}
double __wrap_remquo(double x, double y, int* quotient) {
  reported::written(quotient, sizeof(*quotient), __builtin_return_address(0));
  return rt::next::remquo(x, y, quotient);
}
float __wrap_remquof(float x, float y, int* quotient) {
  reported::written(quotient, sizeof(*quotient), __builtin_return_address(0));
  return rt::next::remquof(x, y, quotient);
}
long double __wrap_remquol(long double x, long double y, int* quotient) {
  reported::written(quotient, sizeof(*quotient), __builtin_return_address(0));
  return rt::next::remquol(x, y, quotient);
}
void __wrap_sincos(double x, double* sine, double* cosine) {
  reported::written(sine, sizeof(*sine), __builtin_return_address(0));
  reported::written(cosine, sizeof(*cosine), __builtin_return_address(0));
  rt::next::sincos(x, sine, cosine);
}
void __wrap_sincosf(float x, float* sine, float* cosine) {
  reported::written(sine, sizeof(*sine), __builtin_return_address(0));
  reported::written(cosine, sizeof(*cosine), __builtin_return_address(0));
  rt::next::sincosf(x, sine, cosine);
}
void __wrap_sincosl(long double x, long double* sine, long double* cosine) {
  reported::written(sine, sizeof(*sine), __builtin_return_address(0));
  reported::written(cosine, sizeof(*cosine), __builtin_return_address(0));
  rt::next::sincosl(x, sine, cosine);
}
// They leave the sign in a variable that all threads share.
double __wrap_lgamma(double x) {
  rt::wrote_sign(__builtin_return_address(0));
  return rt::next::lgamma(x);
}
float __wrap_lgammaf(float x) {
  rt::wrote_sign(__builtin_return_address(0));
  return rt::next::lgammaf(x);
}
long double __wrap_lgammal(long double x) {
  rt::wrote_sign(__builtin_return_address(0));
  return rt::next::lgammal(x);
}
double __wrap_lgamma_r(double x, int* sign) {
  reported::written(sign, sizeof(*sign), __builtin_return_address(0));
  return rt::next::lgamma_r(x, sign);
}
float __wrap_lgammaf_r(float x, int* sign) {
  reported::written(sign, sizeof(*sign), __builtin_return_address(0));
  return rt::next::lgammaf_r(x, sign);
}
long double __wrap_lgammal_r(long double x, int* sign) {
  reported::written(sign, sizeof(*sign), __builtin_return_address(0));
  return rt::next::lgammal_r(x, sign);
}

}  // extern "C"
