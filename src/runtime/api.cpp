#include "runtime/api.hpp"

#include <cstdint>
#include <pthread.h>

#include "runtime/raw.hpp"
#include "runtime/real.hpp"
#include "runtime/schedule.hpp"
#include "runtime/text.hpp"
#include "runtime/violation.hpp"
#include "runtime/virtual_time.hpp"

namespace skein::runtime {

namespace {

Real<void()> real_abort("abort");
Real<void(int)> real_exit("exit");

// All atomic sections are sections of one lock. (DEVIATION from SV-COMP's rules: an access outside
// of any section may come in between.)
pthread_mutex_t section;

std::uint32_t count_values(const Agent& a) { return static_cast<std::uint32_t>(a.detail); }

unsigned choose(unsigned count, const void* site) {
  if (count == 0) violate(ViolationKind::Other, "skein_choose(0)", site);
  if (is_off() || !is_running()) return 0;
  const unsigned value = visit(Request{
      .kind = OpKind::Choose, .site = site, .detail = count, .count_choices = &count_values});
  g.step->value = value;
  return value;
}

void assume(bool holds) {
  if (holds) return;
  if (is_off()) {
    real_exit(0);
    return;
  }
  if (!is_running()) give_up("an assumption failed before main");
  block_current();
}

[[noreturn]] void fail(const char* message, const void* site) {
  if (is_off()) {
    raw::write_error(message);
    raw::write_error("\n");
    real_abort();
    __builtin_unreachable();
  }
  violate(ViolationKind::Assertion, message, site);
}

long choose_input(const char* name, const void* site) {
  const std::uint32_t count = is_off() ? 0 : g.channel->settings.input_count;
  if (count == 0) refuse(name, site);
  return static_cast<long>(choose(count, site));
}

}  // namespace

void reset_atomic_sections() { section = pthread_mutex_t{}; }

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

// Of skein.h.
unsigned skein_runtime_choose(unsigned count) {
  return rt::choose(count, __builtin_return_address(0));
}
void skein_runtime_assume(int holds) { rt::assume(holds != 0); }
void skein_runtime_yield() { rt::sleep_virtually(0, __builtin_return_address(0)); }
int skein_runtime_is_active() { return rt::is_off() ? 0 : 1; }
[[noreturn]] void skein_runtime_fail(const char* expression, const char* file, unsigned line,
                                     const char* function) {
  rt::Text<1024> message;
  message << file << ":" << std::uint64_t{line} << ": " << function << ": assertion '" << expression
          << "' failed";
  rt::fail(message.c_str(), __builtin_return_address(0));
}

// Of SV-COMP.
void __VERIFIER_assume(int holds) { rt::assume(holds != 0); }
void __VERIFIER_assert(int holds) {
  if (holds == 0) rt::fail("__VERIFIER_assert failed", __builtin_return_address(0));
}
[[noreturn]] void __VERIFIER_error() {
  rt::fail("__VERIFIER_error called", __builtin_return_address(0));
}
[[noreturn]] void reach_error() { rt::fail("reach_error called", __builtin_return_address(0)); }
void __VERIFIER_atomic_begin() { pthread_mutex_lock(&rt::section); }
void __VERIFIER_atomic_end() { pthread_mutex_unlock(&rt::section); }

int __VERIFIER_nondet_int() {
  return static_cast<int>(rt::choose_input("__VERIFIER_nondet_int", __builtin_return_address(0)));
}
unsigned __VERIFIER_nondet_uint() {
  return static_cast<unsigned>(
      rt::choose_input("__VERIFIER_nondet_uint", __builtin_return_address(0)));
}
long __VERIFIER_nondet_long() {
  return rt::choose_input("__VERIFIER_nondet_long", __builtin_return_address(0));
}
unsigned long __VERIFIER_nondet_ulong() {
  return static_cast<unsigned long>(
      rt::choose_input("__VERIFIER_nondet_ulong", __builtin_return_address(0)));
}
short __VERIFIER_nondet_short() {
  return static_cast<short>(
      rt::choose_input("__VERIFIER_nondet_short", __builtin_return_address(0)));
}
unsigned short __VERIFIER_nondet_ushort() {
  return static_cast<unsigned short>(
      rt::choose_input("__VERIFIER_nondet_ushort", __builtin_return_address(0)));
}
char __VERIFIER_nondet_char() {
  return static_cast<char>(rt::choose_input("__VERIFIER_nondet_char", __builtin_return_address(0)));
}
unsigned char __VERIFIER_nondet_uchar() {
  return static_cast<unsigned char>(
      rt::choose_input("__VERIFIER_nondet_uchar", __builtin_return_address(0)));
}
bool __VERIFIER_nondet_bool() {
  if (rt::is_off()) return false;
  return rt::choose(2, __builtin_return_address(0)) != 0;
}

}  // extern "C"
