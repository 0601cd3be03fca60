// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/local/local_builtins.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/ensure.hpp"
#include "machine/ir/program/arithmetic.hpp"
#include "machine/ir/program/builtins.hpp"
#include "machine/ir/program/math_functions.hpp"

namespace skein::ir {

struct LocalBuiltins::Call {
  const Control& control;
  Thread& thread;
  const Instruction& in;
  Outcome& outcome;

  [[nodiscard]] Builtin what() const { return builtin_of(in); }
  [[nodiscard]] Frame& frame() const { return thread.frames.back(); }
  [[nodiscard]] std::uint64_t arg(std::uint32_t i) const { return control.argument(thread, in, i); }
  [[nodiscard]] bool done(std::uint64_t value) const {
    Control::finish(frame(), in, value);
    return true;
  }
  [[nodiscard]] bool set(std::uint64_t value) const {
    return Control::set_result(frame(), in, value);
  }
  [[nodiscard]] bool fault(ViolationFacts facts) const {
    control.fault(thread, outcome, std::move(facts));
    return false;
  }
};

namespace {

// The number's bit in llvm.is.fpclass: signalling and quiet NaN, then from minus infinity up to
// infinity.
std::uint64_t class_of(double x, std::uint64_t image, unsigned bits) {
  const std::uint64_t quiet = bits == 32 ? 1ULL << 22U : 1ULL << 51U;
  if (std::isnan(x)) return (image & quiet) != 0 ? 2 : 1;
  const bool is_negative = std::signbit(x);
  if (std::isinf(x)) return is_negative ? 4 : 512;
  if (x == 0) return is_negative ? 32 : 64;
  const double least = bits == 32 ? static_cast<double>(FLT_MIN) : DBL_MIN;
  if (std::fabs(x) < least) return is_negative ? 16 : 128;
  return is_negative ? 8 : 256;
}

// a * b + c, rounded twice, as on a processor without a fused operation.
std::uint64_t multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c, unsigned bits) {
  if (bits == 32) {
    const float product = static_cast<float>(real_of(a, 32)) * static_cast<float>(real_of(b, 32));
    return bits_of(product + static_cast<float>(real_of(c, 32)), 32);
  }
  const double product = real_of(a, 64) * real_of(b, 64);
  return bits_of(product + real_of(c, 64), 64);
}

struct WithOverflow {
  std::uint64_t result = 0;
  bool overflows = false;
};

WithOverflow compute_with_overflow(Code code, bool is_signed, std::uint64_t a, std::uint64_t b,
                                   unsigned bits) {
  // Modulo 2^128: the product of two unsigned numbers does not fit into a signed one.
  __extension__ using Wide = unsigned __int128;
  const auto widen = [&](std::uint64_t x) {
    return is_signed ? static_cast<Wide>(signed_of(x, bits)) : static_cast<Wide>(x);
  };
  const Wide x = widen(a);
  const Wide y = widen(b);
  const Wide exact = code == Code::Add ? x + y : code == Code::Sub ? x - y : x * y;
  const std::uint64_t cut = cut_to(static_cast<std::uint64_t>(exact), bits);
  return {cut, widen(cut) != exact};
}

}  // namespace

void LocalBuiltins::set_errno(Thread& t, std::uint32_t value) const {
  if (program_.errno_variable.is_none()) return;
  const ThreadLocal& variable = program_.thread_locals[program_.errno_variable.index()];
  std::memcpy(t.own.data() + variable.offset, &value, 4);
}

// A va_list of x86-64, as if all registers were in use: every argument comes from memory.
void LocalBuiltins::start_variadic(Thread& t, std::uint64_t list) const {
  if (!memory_.is_private(list)) {
    control_.refuse(t, "a va_list that others can reach is not supported");
  }
  const Frame& f = t.frames.back();
  const std::uint32_t base = (program_.function(f.function).frame_bytes + 7U) & ~7U;
  const std::uint32_t offsets[] = {48, 176};
  const std::uint64_t areas[] = {pointer_to(block_of_frame(t.frames.size() - 1), base), 0};
  memory_.write_private(t, list, reinterpret_cast<const std::uint8_t*>(offsets), 8);
  memory_.write_private(t, list + 8, reinterpret_cast<const std::uint8_t*>(areas), 16);
}

void LocalBuiltins::copy_variadic(Thread& t, std::uint64_t to, std::uint64_t from) const {
  if (!memory_.is_private(to) || !memory_.is_private(from)) {
    control_.refuse(t, "a va_list that others can reach is not supported");
  }
  std::uint8_t list[24];
  memory_.read_private(t, from, list, sizeof list);
  memory_.write_private(t, to, list, sizeof list);
}

// Sets errno as the host's function does.
bool LocalBuiltins::compute_math(const Call& call) const {
  const Instruction& in = call.in;
  const auto [f, is_float] =
      find_math_function(program_.externals[static_cast<std::size_t>(in.imm)]);
  ensure(f != nullptr, "a mathematical function that the decoder knows and the machine not");
  const unsigned bits = is_float ? 32 : 64;
  const auto x = [&](std::uint32_t i) { return real_of(call.arg(i), bits); };
  const auto y = [&](std::uint32_t i) { return static_cast<float>(x(i)); };
  errno = 0;
  std::uint64_t result = 0;
  if (f->whole != nullptr) {
    result = cut_to(static_cast<std::uint64_t>(f->whole(x(0))), in.bits);
  } else if (is_float) {
    const float value = f->one_f != nullptr   ? f->one_f(y(0))
                        : f->two_f != nullptr ? f->two_f(y(0), y(1))
                                              : f->three_f(y(0), y(1), y(2));
    result = std::bit_cast<std::uint32_t>(value);
  } else {
    result = std::bit_cast<std::uint64_t>(f->one != nullptr   ? f->one(x(0))
                                          : f->two != nullptr ? f->two(x(0), x(1))
                                                              : f->three(x(0), x(1), x(2)));
  }
  if (errno != 0) set_errno(call.thread, static_cast<std::uint32_t>(errno));
  return call.set(result);
}

bool LocalBuiltins::format_real(const Call& call) const {
  char text[512] = {};  // what the host's stack holds must not become part of a state
  const std::string directive = memory_.text_at(call.thread, call.arg(2));
  const auto x = std::bit_cast<double>(call.arg(3));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length = std::snprintf(text, sizeof text, directive.c_str(), x);
#pragma GCC diagnostic pop
  const std::size_t size = std::min<std::size_t>(call.arg(1), sizeof text);
  if (ViolationFacts error = memory_.pointer_error(call.thread, call.arg(0), size, true);
      !error.is_none()) {
    return call.fault(std::move(error));
  }
  memory_.write_private(call.thread, call.arg(0), reinterpret_cast<const std::uint8_t*>(text),
                        size);
  return call.done(static_cast<std::uint64_t>(length));
}

bool LocalBuiltins::parse_real(const Call& call) const {
  const std::string text = memory_.text_at(call.thread, call.arg(0));
  const bool is_float = cut_to(call.arg(2), 32) != 0;
  char* end = nullptr;
  errno = 0;
  const double x = is_float ? static_cast<double>(std::strtof(text.c_str(), &end))
                            : std::strtod(text.c_str(), &end);
  if (errno != 0) set_errno(call.thread, static_cast<std::uint32_t>(errno));
  const auto length = static_cast<std::uint32_t>(end - text.c_str());
  memory_.write_private(call.thread, call.arg(1), reinterpret_cast<const std::uint8_t*>(&length),
                        4);
  return call.done(std::bit_cast<std::uint64_t>(x));
}

bool LocalBuiltins::copy_private(const Call& call) const {
  Thread& t = call.thread;
  const bool is_copy = call.what() == Builtin::Memcpy;
  const std::uint64_t count = call.arg(2);
  if (count == 0) return call.done(call.arg(0));
  ViolationFacts error = memory_.pointer_error(t, call.arg(0), count, true);
  if (is_copy && error.is_none()) error = memory_.pointer_error(t, call.arg(1), count, false);
  if (!error.is_none()) return call.fault(std::move(error));
  std::vector<std::uint8_t> bytes(count, static_cast<std::uint8_t>(call.arg(1)));
  if (is_copy) memory_.read_private(t, call.arg(1), bytes.data(), count);
  memory_.write_private(t, call.arg(0), bytes.data(), count);
  return call.done(call.arg(0));
}

bool LocalBuiltins::end_section(const Call& call) const {
  if (call.thread.section_depth == 0) {
    return call.fault(ViolationCode::EndsSectionOutside);
  }
  --call.thread.section_depth;
  return call.done(0);
}

// As on the native machine, an abort is a violation, also after an uncaught exception.
bool LocalBuiltins::fail(const Call& call) const {
  const Thread& t = call.thread;
  const auto text = [&](std::uint32_t i) { return memory_.text_at(t, call.arg(i)); };
  switch (call.what()) {
    case Builtin::ReachError: return call.fault(ViolationCode::ReachErrorIsReached);
    case Builtin::Abort: return call.fault(ViolationCode::AbortCalled);
    case Builtin::Trap: return call.fault(ViolationCode::ExecutesTrap);
    case Builtin::Throw:
      return call.fault({ViolationCode::ThrowsException,
                         {program_.externals[static_cast<std::size_t>(call.in.imm)]}});
    default: {  // AssertFail, SkeinFail
      const auto line = static_cast<std::uint32_t>(cut_to(call.arg(2), 32));
      return call.fault({ViolationCode::AssertionFailed, {text(3), text(0)}, {{text(1), line}}});
    }
  }
}

// Builtins on the thread itself: its end, its clock, its random numbers, its stack.
bool LocalBuiltins::step_thread(const Call& call) const {
  Thread& t = call.thread;
  switch (call.what()) {
    case Builtin::Assume:
      if (cut_to(call.arg(0), 32) != 0) return call.done(0);
      t.status = Status::Assumed;
      return false;
    case Builtin::Exit:
      if (t.leaving == Leaving::Not && control_.leave(t, Leaving::Exit, call.arg(0))) return true;
      t.result = call.arg(0);
      t.status = Status::Over;
      return false;
    case Builtin::QuickExit:
      t.result = call.arg(0);
      t.status = Status::Over;
      return false;
    case Builtin::ThreadExit:
      if (t.section_depth > 0) {
        control_.refuse(t,
                        "a thread that ends in the middle of an atomic section is not supported");
      }
      return control_.leave(t, Leaving::Thread, call.arg(0));
    case Builtin::SetErrno: set_errno(t, static_cast<std::uint32_t>(call.arg(0))); break;
    case Builtin::LookAtClock: return call.done(Clocks::read(t));
    case Builtin::PassTime: clocks_.advance_by(t, call.arg(0)); break;
    case Builtin::PassUntil: clocks_.advance_to(t, call.arg(0)); break;
    case Builtin::StackSave: return call.done(call.frame().memory.size());
    case Builtin::StackRestore: call.frame().memory.resize(call.arg(0)); break;
    case Builtin::VaStart: start_variadic(t, call.arg(0)); break;
    case Builtin::VaCopy: copy_variadic(t, call.arg(0), call.arg(1)); break;
    case Builtin::Random:
      t.random = t.random * 1103515245 + 12345;
      return call.done((t.random >> 16U) & 0x7fffffffU);
    default: t.random = cut_to(call.arg(0), 32); break;  // RandomSeed
  }
  return call.done(0);
}

bool LocalBuiltins::compute(const Call& call) const {
  const Instruction& in = call.in;
  const auto arg = [&](std::uint32_t i) { return call.arg(i); };
  const auto with_overflow = [&](Code code, bool is_signed) {
    const WithOverflow x = compute_with_overflow(code, is_signed, arg(0), arg(1), in.bits);
    call.frame().slots[static_cast<std::size_t>(in.dst) + 1] = x.overflows ? 1 : 0;
    return call.set(x.result);
  };
  switch (call.what()) {
    case Builtin::RealClass:
      return call.done(class_of(real_of(arg(0), in.bits2), arg(0), in.bits2) & arg(1) ? 1 : 0);
    case Builtin::MulAdd: return call.set(multiply_add(arg(0), arg(1), arg(2), in.bits));
    case Builtin::PopCount: return call.done(static_cast<std::uint64_t>(std::popcount(arg(0))));
    case Builtin::LeadingZeros:
      return call.done(static_cast<std::uint64_t>(std::countl_zero(arg(0))) - (64U - in.bits));
    case Builtin::TrailingZeros:
      return call.done(arg(0) == 0 ? in.bits
                                   : static_cast<std::uint64_t>(std::countr_zero(arg(0))));
    case Builtin::SwapBytes: return call.done(__builtin_bswap64(arg(0)) >> (64U - in.bits));
    case Builtin::Abs: {
      const bool is_negative = signed_of(arg(0), in.bits) < 0;
      return call.done(is_negative ? cut_to(0 - arg(0), in.bits) : arg(0));
    }
    case Builtin::Expect: return call.done(arg(0));
    case Builtin::UMin: return call.done(std::min(arg(0), arg(1)));
    case Builtin::UMax: return call.done(std::max(arg(0), arg(1)));
    case Builtin::SMin:
    case Builtin::SMax: {
      const bool takes_first = signed_of(arg(0), in.bits) < signed_of(arg(1), in.bits);
      return call.done(takes_first == (call.what() == Builtin::SMin) ? arg(0) : arg(1));
    }
    case Builtin::SAddOverflow: return with_overflow(Code::Add, true);
    case Builtin::UAddOverflow: return with_overflow(Code::Add, false);
    case Builtin::SSubOverflow: return with_overflow(Code::Sub, true);
    case Builtin::USubOverflow: return with_overflow(Code::Sub, false);
    case Builtin::SMulOverflow: return with_overflow(Code::Mul, true);
    case Builtin::UMulOverflow: return with_overflow(Code::Mul, false);
    default: return call.done(0);  // Ignore, Yield, free(NULL)
  }
}

bool LocalBuiltins::step(Thread& t, const Instruction& in, Outcome& outcome) const {
  const Call call{control_, t, in, outcome};
  switch (call.what()) {
    case Builtin::ThreadSelf: return call.done(t.agent.value + 1);
    case Builtin::ThreadEqual: return call.done(call.arg(0) == call.arg(1) ? 1 : 0);
    case Builtin::IsActive: return call.done(1);
    case Builtin::AtomicBegin: ++t.section_depth; return call.done(0);
    case Builtin::AtomicEnd: return end_section(call);
    case Builtin::AssertFail:
    case Builtin::SkeinFail:
    case Builtin::ReachError:
    case Builtin::Abort:
    case Builtin::Trap:
    case Builtin::Throw: return fail(call);
    case Builtin::Assume:
    case Builtin::Exit:
    case Builtin::QuickExit:
    case Builtin::ThreadExit:
    case Builtin::SetErrno:
    case Builtin::LookAtClock:
    case Builtin::PassTime:
    case Builtin::PassUntil:
    case Builtin::StackSave:
    case Builtin::StackRestore:
    case Builtin::VaStart:
    case Builtin::VaCopy:
    case Builtin::Random:
    case Builtin::RandomSeed: return step_thread(call);
    case Builtin::Refuse: control_.refuse(t, memory_.text_at(t, call.arg(0)));
    case Builtin::Print:
      if (call.arg(0) == 1 || call.arg(0) == 2) outcome.output += static_cast<char>(call.arg(1));
      return call.done(0);
    case Builtin::FormatReal: return format_real(call);
    case Builtin::ParseReal: return parse_real(call);
    case Builtin::Math: return compute_math(call);
    case Builtin::Memcpy:
    case Builtin::Memset: return copy_private(call);
    default: return compute(call);
  }
}

}  // namespace skein::ir
