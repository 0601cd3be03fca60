// SPDX-License-Identifier: Apache-2.0
// std::to_chars and std::from_chars of floating-point numbers, which are compiled into the C++
// library. How much of the text they read or write shows only when they have done so, and an access
// must be reported before it happens. So each conversion is made twice: first for its length, with
// a result that the program does not see.
#include <cstddef>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

// std::to_chars_result and std::from_chars_result.
struct ToResult {
  char* end;
  int error;
};
struct FromResult {
  const char* end;
  int error;
};

// Where the first conversion goes. Not on the stack of the agent, whose contents are compared. No
// other agent runs before it is forgotten.
char scratch[16384];

template <const char* Name, class Number, class... Format>
ToResult to_text(char* first, char* last, const void* site, Number value, Format... format) {
  static constinit NextSymbol<ToResult(char*, char*, Number, Format...)> next(Name);
  if (is_off() || !is_running()) return next(first, last, value, format...);
  const auto room = static_cast<std::size_t>(last - first);
  const bool is_short = room <= sizeof(scratch);
  const ToResult trial =
      next(scratch, scratch + (is_short ? room : sizeof(scratch)), value, format...);
  // A text that does not fit leaves the whole room undefined.
  const bool is_known = trial.error == 0;
  accesses::written(first, is_known ? static_cast<std::size_t>(trial.end - scratch) : room, site);
  return next(first, last, value, format...);
}

template <const char* Name, class Number>
FromResult to_number(const char* first, const char* last, Number& value, int format,
                     const void* site) {
  static constinit NextSymbol<FromResult(const char*, const char*, Number*, int)> next(Name);
  if (is_off() || !is_running()) return next(first, last, &value, format);
  Number trial_value{};
  const FromResult trial = next(first, last, &trial_value, format);
  const char* const seen = trial.end < last ? trial.end + 1 : last;  // what ended it was looked at
  accesses::read(first, static_cast<std::size_t>(seen - first), site);
  if (trial.error == 0) accesses::written(&value, sizeof(value), site);
  return next(first, last, &value, format);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
using rt::FromResult;
using rt::ToResult;

extern "C" {

ToResult __wrap__ZSt8to_charsPcS_f(char* first, char* last, float value) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_f";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value);
}
ToResult __wrap__ZSt8to_charsPcS_fSt12chars_format(char* first, char* last, float value,
                                                   int format) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_fSt12chars_format";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value, format);
}
ToResult __wrap__ZSt8to_charsPcS_fSt12chars_formati(char* first, char* last, float value,
                                                    int format, int precision) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_fSt12chars_formati";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value, format, precision);
}
FromResult __wrap__ZSt10from_charsPKcS0_RfSt12chars_format(const char* first, const char* last,
                                                           float& value, int format) {
  static constexpr char kName[] = "_ZSt10from_charsPKcS0_RfSt12chars_format";
  return rt::to_number<kName>(first, last, value, format, __builtin_return_address(0));
}

ToResult __wrap__ZSt8to_charsPcS_d(char* first, char* last, double value) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_d";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value);
}
ToResult __wrap__ZSt8to_charsPcS_dSt12chars_format(char* first, char* last, double value,
                                                   int format) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_dSt12chars_format";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value, format);
}
ToResult __wrap__ZSt8to_charsPcS_dSt12chars_formati(char* first, char* last, double value,
                                                    int format, int precision) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_dSt12chars_formati";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value, format, precision);
}
FromResult __wrap__ZSt10from_charsPKcS0_RdSt12chars_format(const char* first, const char* last,
                                                           double& value, int format) {
  static constexpr char kName[] = "_ZSt10from_charsPKcS0_RdSt12chars_format";
  return rt::to_number<kName>(first, last, value, format, __builtin_return_address(0));
}

ToResult __wrap__ZSt8to_charsPcS_e(char* first, char* last, long double value) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_e";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value);
}
ToResult __wrap__ZSt8to_charsPcS_eSt12chars_format(char* first, char* last, long double value,
                                                   int format) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_eSt12chars_format";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value, format);
}
ToResult __wrap__ZSt8to_charsPcS_eSt12chars_formati(char* first, char* last, long double value,
                                                    int format, int precision) {
  static constexpr char kName[] = "_ZSt8to_charsPcS_eSt12chars_formati";
  return rt::to_text<kName>(first, last, __builtin_return_address(0), value, format, precision);
}
FromResult __wrap__ZSt10from_charsPKcS0_ReSt12chars_format(const char* first, const char* last,
                                                           long double& value, int format) {
  static constexpr char kName[] = "_ZSt10from_charsPKcS0_ReSt12chars_format";
  return rt::to_number<kName>(first, last, value, format, __builtin_return_address(0));
}

}  // extern "C"
