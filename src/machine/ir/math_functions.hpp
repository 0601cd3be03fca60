// The functions of math.h that the ir machine has, computed by those of the machine it runs on. Of
// each there is the one for float too, computed in double and rounded.
#pragma once

#include <cmath>
#include <string_view>

namespace skein::ir {

struct MathFunction {
  std::string_view name;
  double (*of_one)(double) = nullptr;
  double (*of_two)(double, double) = nullptr;
  double (*of_three)(double, double, double) = nullptr;
};

inline constexpr MathFunction kMathFunctions[] = {
    {"acos", ::acos},
    {"acosh", ::acosh},
    {"asin", ::asin},
    {"asinh", ::asinh},
    {"atan", ::atan},
    {"atan2", nullptr, ::atan2},
    {"atanh", ::atanh},
    {"cbrt", ::cbrt},
    {"ceil", ::ceil},
    {"copysign", nullptr, ::copysign},
    {"cos", ::cos},
    {"cosh", ::cosh},
    {"erf", ::erf},
    {"erfc", ::erfc},
    {"exp", ::exp},
    {"exp2", ::exp2},
    {"expm1", ::expm1},
    {"fabs", ::fabs},
    {"fdim", nullptr, ::fdim},
    {"floor", ::floor},
    {"fma", nullptr, nullptr, ::fma},
    {"fmax", nullptr, ::fmax},
    {"fmin", nullptr, ::fmin},
    {"fmod", nullptr, ::fmod},
    {"hypot", nullptr, ::hypot},
    {"log", ::log},
    {"log10", ::log10},
    {"log1p", ::log1p},
    {"log2", ::log2},
    {"logb", ::logb},
    {"nearbyint", ::nearbyint},
    {"pow", nullptr, ::pow},
    {"remainder", nullptr, ::remainder},
    {"rint", ::rint},
    {"round", ::round},
    {"sin", ::sin},
    {"sinh", ::sinh},
    {"sqrt", ::sqrt},
    {"tan", ::tan},
    {"tanh", ::tanh},
    {"tgamma", ::tgamma},
    {"trunc", ::trunc},
};

// Null if there is none of this name: "sin", "sinf".
constexpr const MathFunction* find_math_function(std::string_view name) {
  for (const MathFunction& f : kMathFunctions) {
    if (name == f.name) return &f;
  }
  if (name.size() < 2 || name.back() != 'f') return nullptr;
  name.remove_suffix(1);
  for (const MathFunction& f : kMathFunctions) {
    if (name == f.name) return &f;
  }
  return nullptr;
}

}  // namespace skein::ir
