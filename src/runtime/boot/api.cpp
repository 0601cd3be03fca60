// SPDX-License-Identifier: Apache-2.0
// The functions that programs may call: those of include/skein/skein.h, and those of SV-COMP's
// programs. (Atomic sections are in atomic_sections.cpp.)
#include <cstdint>
#include <span>

#include "core/input_ranges.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/message_text.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<void()> abort("abort");
NextSymbol<void(int)> exit("exit");
}  // namespace next

std::uint32_t count_values(const Agent& a) { return static_cast<std::uint32_t>(a.detail); }

unsigned choose(unsigned count, const void* site) {
  if (count == 0) violate(ViolationCode::ChoiceOfNothing, site);
  if (is_off() || !is_running()) return 0;
  const unsigned value = visit(Request{
      .kind = OpKind::Choose, .site = site, .detail = count, .count_choices = &count_values});
  g.step->value = value;
  return value;
}

void assume(bool holds) {
  if (holds) return;
  if (is_off()) {
    next::exit(0);
    return;
  }
  if (!is_running()) give_up("an assumption failed before main");
  block_current();
}

// A program that runs without skein reports the failure itself, in this text.
[[noreturn]] void fail_alone(const char* text) {
  syscalls::write_error(text);
  syscalls::write_error("\n");
  next::abort();
  __builtin_unreachable();
}

[[noreturn]] void fail(ViolationCode code, const char* text, const void* site) {
  if (is_off()) fail_alone(text);
  violate(code, site);
}

[[noreturn]] void refuse_input(const char* name, const void* site) {
  if (!is_off()) refuse(name, site);
  fail_alone("__VERIFIER_nondet_* has no value outside of skein");
}

// What --nondet says.
std::span<const InputRange> given_inputs() {
  const channel::Settings& settings = g.channel->settings;
  return {settings.input_ranges, settings.input_range_count};
}

// The step says which value was chosen, not its number.
std::int64_t choose_of(std::span<const InputRange> ranges, InputRange bounds, const void* site) {
  const auto count = static_cast<unsigned>(input_ranges::count(ranges, bounds));
  const std::int64_t value = input_ranges::value(ranges, bounds, choose(count, site));
  if (is_running()) g.step->value = value;
  return value;
}

long choose_input(const char* type, const void* site) {
  if (is_off() || given_inputs().empty()) {
    Text<256> text;
    text << "__VERIFIER_nondet_" << type
         << " (an unknown value: give a range to choose from, as in --nondet=0..9; all "
            "values at once are for skein prove)";
    refuse_input(text.c_str(), site);
  }
  return choose_of(given_inputs(), kAllInputs, site);
}

// skein_any: of what --nondet says, those within the bounds, or the lowest that is; without
// --nondet all of them.
long long choose_any(InputRange bounds, const void* site) {
  if (bounds.first > bounds.last) {
    fail(ViolationCode::ChoiceOfNothing, "skein_any(lo, hi) with lo above hi", site);
  }
  if (is_off()) return bounds.first;
  const std::span<const InputRange> given = given_inputs();
  if (given.empty() && input_ranges::size_of(bounds) > kMostInputs) {
    refuse(
        "skein_any of more than 65536 values (give a range to choose from, as in --nondet=0..9; "
        "all values at once are for skein prove)",
        site);
  }
  if (given.empty()) return choose_of(std::span(&bounds, 1), bounds, site);
  const InputRange lowest{bounds.first, bounds.first};
  if (input_ranges::count(given, bounds) == 0)
    return choose_of(std::span(&lowest, 1), bounds, site);
  return choose_of(given, bounds, site);
}

bool choose_bool(const void* site) { return !is_off() && choose(2, site) != 0; }

// Null, or an invalid pointer: using it crashes.
void* choose_pointer(const void* site) {
  constexpr std::uintptr_t kNowhere = 0x10000;
  return reinterpret_cast<void*>(choose_bool(site) ? kNowhere : 0);
}

}  // namespace

}  // namespace skein::runtime

__extension__ using skein_int128 = __int128;
__extension__ using skein_uint128 = unsigned __int128;

namespace rt = skein::runtime;
using skein::ViolationCode;

extern "C" {

// The functions of skein.h.
unsigned skein_runtime_choose(unsigned count) {
  return rt::choose(count, __builtin_return_address(0));
}
long long skein_runtime_any(long long lo, long long hi) {
  return rt::choose_any({lo, hi}, __builtin_return_address(0));
}
void skein_runtime_assume(int holds) { rt::assume(holds != 0); }
void skein_runtime_yield() { rt::sleep_virtually(0, __builtin_return_address(0)); }
int skein_runtime_is_active() { return rt::is_off() ? 0 : 1; }
[[noreturn]] void skein_runtime_fail(const char* expression, const char* file, unsigned line,
                                     const char* function) {
  if (rt::is_off()) {
    rt::Text<1024> message;
    message << file << ":" << std::uint64_t{line} << ": " << function << ": assertion '"
            << expression << "' failed";
    rt::fail_alone(message.c_str());
  }
  rt::violate(rt::failed_assertion(expression, file, line, function), __builtin_return_address(0));
}

// The functions of SV-COMP.
void __VERIFIER_assume(int holds) { rt::assume(holds != 0); }
void __VERIFIER_assert(int holds) {
  if (holds == 0)
    rt::fail(ViolationCode::VerifierAssertFailed, "__VERIFIER_assert failed",
             __builtin_return_address(0));
}
[[noreturn]] void __VERIFIER_error() {
  rt::fail(ViolationCode::VerifierErrorCalled, "__VERIFIER_error called",
           __builtin_return_address(0));
}
[[noreturn]] void reach_error() {
  rt::fail(ViolationCode::ReachErrorCalled, "reach_error called", __builtin_return_address(0));
}

int __VERIFIER_nondet_int() {
  return static_cast<int>(rt::choose_input("int", __builtin_return_address(0)));
}
unsigned __VERIFIER_nondet_uint() {
  return static_cast<unsigned>(rt::choose_input("uint", __builtin_return_address(0)));
}
unsigned __VERIFIER_nondet_unsigned() {
  return static_cast<unsigned>(rt::choose_input("unsigned", __builtin_return_address(0)));
}
long __VERIFIER_nondet_long() {
  return static_cast<long>(rt::choose_input("long", __builtin_return_address(0)));
}
unsigned long __VERIFIER_nondet_ulong() {
  return static_cast<unsigned long>(rt::choose_input("ulong", __builtin_return_address(0)));
}
long long __VERIFIER_nondet_longlong() {
  return static_cast<long long>(rt::choose_input("longlong", __builtin_return_address(0)));
}
unsigned long long __VERIFIER_nondet_ulonglong() {
  return static_cast<unsigned long long>(
      rt::choose_input("ulonglong", __builtin_return_address(0)));
}
unsigned long __VERIFIER_nondet_size_t() {
  return static_cast<unsigned long>(rt::choose_input("size_t", __builtin_return_address(0)));
}
short __VERIFIER_nondet_short() {
  return static_cast<short>(rt::choose_input("short", __builtin_return_address(0)));
}
unsigned short __VERIFIER_nondet_ushort() {
  return static_cast<unsigned short>(rt::choose_input("ushort", __builtin_return_address(0)));
}
char __VERIFIER_nondet_char() {
  return static_cast<char>(rt::choose_input("char", __builtin_return_address(0)));
}
unsigned char __VERIFIER_nondet_uchar() {
  return static_cast<unsigned char>(rt::choose_input("uchar", __builtin_return_address(0)));
}
unsigned char __VERIFIER_nondet_u8() {
  return static_cast<unsigned char>(rt::choose_input("u8", __builtin_return_address(0)));
}
unsigned short __VERIFIER_nondet_u16() {
  return static_cast<unsigned short>(rt::choose_input("u16", __builtin_return_address(0)));
}
unsigned __VERIFIER_nondet_u32() {
  return static_cast<unsigned>(rt::choose_input("u32", __builtin_return_address(0)));
}
std::uint64_t __VERIFIER_nondet_u64() {
  return static_cast<std::uint64_t>(rt::choose_input("u64", __builtin_return_address(0)));
}
std::int8_t __VERIFIER_nondet_s8() {
  return static_cast<std::int8_t>(rt::choose_input("s8", __builtin_return_address(0)));
}
std::int16_t __VERIFIER_nondet_s16() {
  return static_cast<std::int16_t>(rt::choose_input("s16", __builtin_return_address(0)));
}
std::int32_t __VERIFIER_nondet_s32() {
  return static_cast<std::int32_t>(rt::choose_input("s32", __builtin_return_address(0)));
}
std::int64_t __VERIFIER_nondet_s64() {
  return static_cast<std::int64_t>(rt::choose_input("s64", __builtin_return_address(0)));
}
unsigned __VERIFIER_nondet_unsigned_int() {
  return static_cast<unsigned>(rt::choose_input("unsigned_int", __builtin_return_address(0)));
}
unsigned char __VERIFIER_nondet_unsigned_char() {
  return static_cast<unsigned char>(rt::choose_input("unsigned_char", __builtin_return_address(0)));
}
long long __VERIFIER_nondet_loff_t() {
  return static_cast<long long>(rt::choose_input("loff_t", __builtin_return_address(0)));
}
unsigned long __VERIFIER_nondet_sector_t() {
  return static_cast<unsigned long>(rt::choose_input("sector_t", __builtin_return_address(0)));
}
skein_int128 __VERIFIER_nondet_int128() {
  return static_cast<skein_int128>(rt::choose_input("int128", __builtin_return_address(0)));
}
skein_uint128 __VERIFIER_nondet_uint128() {
  return static_cast<skein_uint128>(rt::choose_input("uint128", __builtin_return_address(0)));
}
// No range of floating-point numbers is a sensible choice.
float __VERIFIER_nondet_float() {
  rt::refuse_input("__VERIFIER_nondet_float", __builtin_return_address(0));
}
double __VERIFIER_nondet_double() {
  rt::refuse_input("__VERIFIER_nondet_double", __builtin_return_address(0));
}
unsigned long __VERIFIER_nondet_pthread_t() {
  rt::refuse_input("__VERIFIER_nondet_pthread_t", __builtin_return_address(0));
}
bool __VERIFIER_nondet_bool() { return rt::choose_bool(__builtin_return_address(0)); }
bool __VERIFIER_nondet__Bool() { return rt::choose_bool(__builtin_return_address(0)); }
void* __VERIFIER_nondet_pointer() { return rt::choose_pointer(__builtin_return_address(0)); }
void* __VERIFIER_nondet_pchar() { return rt::choose_pointer(__builtin_return_address(0)); }
void* __VERIFIER_nondet_charp() { return rt::choose_pointer(__builtin_return_address(0)); }
void* __VERIFIER_nondet_const_char_pointer() {
  return rt::choose_pointer(__builtin_return_address(0));
}

}  // extern "C"
