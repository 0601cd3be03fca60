// SPDX-License-Identifier: Apache-2.0
// Functions of libm with a second result through a pointer.
#include <dlfcn.h>

#include "runtime/intercept/libc/told.hpp"
#include "runtime/intercept/raw.hpp"
#include "runtime/memory/heap.hpp"

namespace skein::runtime {

namespace {

// The program has libm if it uses it, unless the linker left it out because all that the program
// wanted of it is here. Programs that do not use it shall not have to load it.
void* find_math(const char* name) {
  if (void* found = dlsym(RTLD_NEXT, name); found != nullptr) return found;
  const PrivateHeapScope scope;
  void* const library = dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
  void* const found = library == nullptr ? nullptr : dlsym(library, name);
  if (found == nullptr) {
    raw::write_error("skein: the C library has no function ");
    raw::write_error(name);
    raw::write_error("\n");
    raw::exit_process(3);
  }
  return found;
}

template <class Function>
class Math {
 public:
  explicit constexpr Math(const char* name) : name_(name) {}

  template <class... Args>
  auto operator()(Args... args) {
    if (function_ == nullptr) function_ = reinterpret_cast<Function*>(find_math(name_));
    return function_(args...);
  }

 private:
  const char* name_;
  Function* function_ = nullptr;
};

Math<double(double, int*)> real_frexp("frexp");
Math<float(float, int*)> real_frexpf("frexpf");
Math<long double(long double, int*)> real_frexpl("frexpl");
Math<double(double, double*)> real_modf("modf");
Math<float(float, float*)> real_modff("modff");
Math<long double(long double, long double*)> real_modfl("modfl");
Math<double(double, double, int*)> real_remquo("remquo");
Math<float(float, float, int*)> real_remquof("remquof");
Math<long double(long double, long double, int*)> real_remquol("remquol");
Math<void(double, double*, double*)> real_sincos("sincos");
Math<void(float, float*, float*)> real_sincosf("sincosf");
Math<void(long double, long double*, long double*)> real_sincosl("sincosl");
Math<double(double, int*)> real_lgamma_r("lgamma_r");
Math<float(float, int*)> real_lgammaf_r("lgammaf_r");
Math<long double(long double, int*)> real_lgammal_r("lgammal_r");

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace told = skein::runtime::told;

extern "C" {

double __wrap_frexp(double x, int* exponent) {
  told::written(exponent, sizeof(*exponent), __builtin_return_address(0));
  return rt::real_frexp(x, exponent);
}
float __wrap_frexpf(float x, int* exponent) {
  told::written(exponent, sizeof(*exponent), __builtin_return_address(0));
  return rt::real_frexpf(x, exponent);
}
long double __wrap_frexpl(long double x, int* exponent) {
  told::written(exponent, sizeof(*exponent), __builtin_return_address(0));
  return rt::real_frexpl(x, exponent);
}
double __wrap_modf(double x, double* whole) {
  told::written(whole, sizeof(*whole), __builtin_return_address(0));
  return rt::real_modf(x, whole);
}
float __wrap_modff(float x, float* whole) {
  told::written(whole, sizeof(*whole), __builtin_return_address(0));
  return rt::real_modff(x, whole);
}
long double __wrap_modfl(long double x, long double* whole) {
  told::written(whole, sizeof(*whole), __builtin_return_address(0));
  return rt::real_modfl(x, whole);
}
double __wrap_remquo(double x, double y, int* quotient) {
  told::written(quotient, sizeof(*quotient), __builtin_return_address(0));
  return rt::real_remquo(x, y, quotient);
}
float __wrap_remquof(float x, float y, int* quotient) {
  told::written(quotient, sizeof(*quotient), __builtin_return_address(0));
  return rt::real_remquof(x, y, quotient);
}
long double __wrap_remquol(long double x, long double y, int* quotient) {
  told::written(quotient, sizeof(*quotient), __builtin_return_address(0));
  return rt::real_remquol(x, y, quotient);
}
void __wrap_sincos(double x, double* sine, double* cosine) {
  told::written(sine, sizeof(*sine), __builtin_return_address(0));
  told::written(cosine, sizeof(*cosine), __builtin_return_address(0));
  rt::real_sincos(x, sine, cosine);
}
void __wrap_sincosf(float x, float* sine, float* cosine) {
  told::written(sine, sizeof(*sine), __builtin_return_address(0));
  told::written(cosine, sizeof(*cosine), __builtin_return_address(0));
  rt::real_sincosf(x, sine, cosine);
}
void __wrap_sincosl(long double x, long double* sine, long double* cosine) {
  told::written(sine, sizeof(*sine), __builtin_return_address(0));
  told::written(cosine, sizeof(*cosine), __builtin_return_address(0));
  rt::real_sincosl(x, sine, cosine);
}
double __wrap_lgamma_r(double x, int* sign) {
  told::written(sign, sizeof(*sign), __builtin_return_address(0));
  return rt::real_lgamma_r(x, sign);
}
float __wrap_lgammaf_r(float x, int* sign) {
  told::written(sign, sizeof(*sign), __builtin_return_address(0));
  return rt::real_lgammaf_r(x, sign);
}
long double __wrap_lgammal_r(long double x, int* sign) {
  told::written(sign, sizeof(*sign), __builtin_return_address(0));
  return rt::real_lgammal_r(x, sign);
}

}  // extern "C"
