// SPDX-License-Identifier: Apache-2.0
// The math.h functions of the ir machine, computed by those of the host, float functions by the
// host's float functions: so results are those of a native run, bit by bit. Functions with other
// arguments or results than real numbers are in library/math.c, in terms of these.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

namespace skein::ir {

struct MathFunction {
  using One = double (*)(double);
  using OneF = float (*)(float);
  using Two = double (*)(double, double);
  using TwoF = float (*)(float, float);
  using Three = double (*)(double, double, double);
  using ThreeF = float (*)(float, float, float);
  using Whole = std::int64_t (*)(double);  // for float too: every float is a double

  constexpr MathFunction(std::string_view text, One f, OneF g) : name(text), one(f), one_f(g) {}
  constexpr MathFunction(std::string_view text, Two f, TwoF g) : name(text), two(f), two_f(g) {}
  constexpr MathFunction(std::string_view text, Three f, ThreeF g)
      : name(text), three(f), three_f(g) {}
  constexpr MathFunction(std::string_view text, Whole f) : name(text), whole(f) {}

  [[nodiscard]] constexpr std::uint32_t arguments() const {
    return one != nullptr || whole != nullptr ? 1 : two != nullptr ? 2 : 3;
  }

  std::string_view name;
  One one = nullptr;
  OneF one_f = nullptr;
  Two two = nullptr;
  TwoF two_f = nullptr;
  Three three = nullptr;
  ThreeF three_f = nullptr;
  Whole whole = nullptr;  // from a real number to an integer
};

// For library/math.c: functions with an integer argument or a second result.
namespace math_parts {
inline double scale(double x, double n) { return ::scalbn(x, static_cast<int>(n)); }
inline float scale_f(float x, float n) { return ::scalbnf(x, static_cast<int>(n)); }
inline double fraction(double x) {
  int n = 0;
  return ::frexp(x, &n);
}
inline float fraction_f(float x) { return static_cast<float>(fraction(x)); }
inline double quotient(double x, double y) {
  int n = 0;
  static_cast<void>(::remquo(x, y, &n));
  return n;
}
inline float quotient_f(float x, float y) {
  int n = 0;
  static_cast<void>(::remquof(x, y, &n));
  return static_cast<float>(n);
}
inline double gamma_log(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);  // not lgamma, which sets a global variable
}
inline float gamma_log_f(float x) {
  int sign = 0;
  return ::lgammaf_r(x, &sign);
}
inline double bessel_j(double n, double x) { return ::jn(static_cast<int>(n), x); }
inline float bessel_j_f(float n, float x) { return ::jnf(static_cast<int>(n), x); }
inline double bessel_y(double n, double x) { return ::yn(static_cast<int>(n), x); }
inline float bessel_y_f(float n, float x) { return ::ynf(static_cast<int>(n), x); }
inline std::int64_t exponent(double x) {
  int n = 0;
  static_cast<void>(::frexp(x, &n));
  return n;
}
inline std::int64_t gamma_sign(double x) {
  int sign = 0;
  static_cast<void>(::lgamma_r(x, &sign));
  return sign;
}
inline std::int64_t whole_log(double x) { return ::ilogb(x); }
}  // namespace math_parts

inline constexpr MathFunction kMathFunctions[] = {
    {"acos", ::acos, ::acosf},
    {"acosh", ::acosh, ::acoshf},
    {"asin", ::asin, ::asinf},
    {"asinh", ::asinh, ::asinhf},
    {"atan", ::atan, ::atanf},
    {"atan2", ::atan2, ::atan2f},
    {"atanh", ::atanh, ::atanhf},
    {"cbrt", ::cbrt, ::cbrtf},
    {"ceil", ::ceil, ::ceilf},
    {"copysign", ::copysign, ::copysignf},
    {"cos", ::cos, ::cosf},
    {"cosh", ::cosh, ::coshf},
    {"drem", ::drem, ::dremf},
    {"erf", ::erf, ::erff},
    {"erfc", ::erfc, ::erfcf},
    {"exp", ::exp, ::expf},
    {"exp10", ::exp10, ::exp10f},
    {"exp2", ::exp2, ::exp2f},
    {"expm1", ::expm1, ::expm1f},
    {"fabs", ::fabs, ::fabsf},
    {"fdim", ::fdim, ::fdimf},
    {"floor", ::floor, ::floorf},
    {"fma", ::fma, ::fmaf},
    {"fmax", ::fmax, ::fmaxf},
    {"fmin", ::fmin, ::fminf},
    {"fmod", ::fmod, ::fmodf},
    {"hypot", ::hypot, ::hypotf},
    {"j0", ::j0, ::j0f},
    {"j1", ::j1, ::j1f},
    {"log", ::log, ::logf},
    {"log10", ::log10, ::log10f},
    {"log1p", ::log1p, ::log1pf},
    {"log2", ::log2, ::log2f},
    {"logb", ::logb, ::logbf},
    {"nearbyint", ::nearbyint, ::nearbyintf},
    {"nextafter", ::nextafter, ::nextafterf},
    {"nextdown", ::nextdown, ::nextdownf},
    {"nextup", ::nextup, ::nextupf},
    {"pow", ::pow, ::powf},
    {"remainder", ::remainder, ::remainderf},
    {"rint", ::rint, ::rintf},
    {"round", ::round, ::roundf},
    {"roundeven", ::roundeven, ::roundevenf},
    {"scalb", ::scalb, ::scalbf},
    {"significand", ::significand, ::significandf},
    {"sin", ::sin, ::sinf},
    {"sinh", ::sinh, ::sinhf},
    {"sqrt", ::sqrt, ::sqrtf},
    {"tan", ::tan, ::tanf},
    {"tanh", ::tanh, ::tanhf},
    {"tgamma", ::tgamma, ::tgammaf},
    {"trunc", ::trunc, ::truncf},
    {"y0", ::y0, ::y0f},
    {"y1", ::y1, ::y1f},
    {"ilogb", math_parts::whole_log},
    {"llrint", ::lrint},
    {"llround", ::lround},
    {"lrint", ::lrint},
    {"lround", ::lround},
    {"__skein_ir_scale", math_parts::scale, math_parts::scale_f},
    {"__skein_ir_fraction", math_parts::fraction, math_parts::fraction_f},
    {"__skein_ir_quotient", math_parts::quotient, math_parts::quotient_f},
    {"__skein_ir_gamma_log", math_parts::gamma_log, math_parts::gamma_log_f},
    {"__skein_ir_jn", math_parts::bessel_j, math_parts::bessel_j_f},
    {"__skein_ir_yn", math_parts::bessel_y, math_parts::bessel_y_f},
    {"__skein_ir_exponent", math_parts::exponent},
    {"__skein_ir_gamma_sign", math_parts::gamma_sign},
};

struct MathCall {
  const MathFunction* function = nullptr;  // null if the name is unknown
  bool is_float = false;                   // "sinf"
};

constexpr MathCall find_math_function(std::string_view name) {
  const auto find = [](std::string_view text) -> const MathFunction* {
    for (const MathFunction& f : kMathFunctions) {
      if (text == f.name) return &f;
    }
    return nullptr;
  };
  if (const MathFunction* const f = find(name)) return {f, false};
  if (name.size() < 2 || name.back() != 'f') return {};
  name.remove_suffix(1);
  return {find(name), true};
}

}  // namespace skein::ir
