// SPDX-License-Identifier: Apache-2.0
// Builtins that nobody else can see.
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/check.hpp"
#include "machine/ir/arithmetic.hpp"
#include "machine/ir/math_functions.hpp"
#include "machine/ir/system.hpp"

namespace skein::ir {

namespace {

// The bit of llvm.is.fpclass that the number is: signalling and quiet NaN, then from minus infinity
// up to infinity.
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

}  // namespace

void IrSystem::set_errno(Thread& t, std::uint32_t value) {
  if (program_.errno_variable == kNone) return;
  std::memcpy(t.own.data() + program_.thread_locals[program_.errno_variable].offset, &value, 4);
}

// x86-64's va_list, as if all registers were used up: everything comes from memory.
void IrSystem::start_variadic(Thread& t, std::uint64_t list) {
  if (!is_private(list)) refuse(t, "a va_list that others can reach is not supported");
  const Frame& f = t.frames.back();
  const std::uint32_t base = (program_.functions[f.function].frame_bytes + 7U) & ~7U;
  const std::uint32_t offsets[] = {48, 176};
  const std::uint64_t areas[] = {
      pointer_to(kFrameBase + static_cast<std::uint32_t>(t.frames.size()) - 1, base), 0};
  write_private(t, list, reinterpret_cast<const std::uint8_t*>(offsets), 8);
  write_private(t, list + 8, reinterpret_cast<const std::uint8_t*>(areas), 16);
}

// errno as the machine's own function sets it.
bool IrSystem::compute_real_function(Thread& t, const Instruction& in) {
  const auto [f, is_float] =
      find_math_function(program_.externals[static_cast<std::size_t>(in.imm)]);
  check(f != nullptr, "a mathematical function that the decoder knows and the machine not");
  const unsigned bits = is_float ? 32 : 64;
  const auto x = [&](std::uint32_t i) { return real_of(argument(t, in, i), bits); };
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
  if (errno != 0) set_errno(t, static_cast<std::uint32_t>(errno));
  return set_result(t.frames.back(), in, result);
}

bool IrSystem::format_real(Thread& t, const Instruction& in, Outcome& outcome) {
  char text[512];
  const std::string directive = text_at(t, argument(t, in, 2));
  const auto x = std::bit_cast<double>(argument(t, in, 3));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length = std::snprintf(text, sizeof text, directive.c_str(), x);
#pragma GCC diagnostic pop
  const std::size_t size = std::min<std::size_t>(argument(t, in, 1), sizeof text);
  if (const ViolationFacts trouble = trouble_with(t, argument(t, in, 0), size, true);
      !trouble.is_none()) {
    fault(t, outcome, trouble);
    return false;
  }
  write_private(t, argument(t, in, 0), reinterpret_cast<const std::uint8_t*>(text), size);
  finish(t.frames.back(), in, static_cast<std::uint64_t>(length));
  return true;
}

bool IrSystem::parse_real(Thread& t, const Instruction& in, Outcome&) {
  const std::string text = text_at(t, argument(t, in, 0));
  const bool is_float = cut_to(argument(t, in, 2), 32) != 0;
  char* end = nullptr;
  errno = 0;
  const double x = is_float ? static_cast<double>(std::strtof(text.c_str(), &end))
                            : std::strtod(text.c_str(), &end);
  if (errno != 0) set_errno(t, static_cast<std::uint32_t>(errno));
  const auto length = static_cast<std::uint32_t>(end - text.c_str());
  write_private(t, argument(t, in, 1), reinterpret_cast<const std::uint8_t*>(&length), 4);
  finish(t.frames.back(), in, std::bit_cast<std::uint64_t>(x));
  return true;
}

bool IrSystem::step_builtin(Thread& t, const Instruction& in, Outcome& outcome) {
  Frame& f = t.frames.back();
  const auto set = [&](std::uint64_t value) { return set_result(f, in, value); };
  const auto what = static_cast<Builtin>(in.sub);
  const auto arg = [&](std::uint32_t i) { return argument(t, in, i); };
  const auto done = [&](std::uint64_t value) {
    finish(f, in, value);
    return true;
  };
  const auto with_overflow = [&](Code code, bool is_signed) {
    const std::uint64_t a = arg(0);
    const std::uint64_t b = arg(1);
    __extension__ using Wide = __int128;
    const Wide x = is_signed ? static_cast<Wide>(signed_of(a, in.bits)) : static_cast<Wide>(a);
    const Wide y = is_signed ? static_cast<Wide>(signed_of(b, in.bits)) : static_cast<Wide>(b);
    const Wide exact = code == Code::Add ? x + y : code == Code::Sub ? x - y : x * y;
    const std::uint64_t cut = cut_to(static_cast<std::uint64_t>(exact), in.bits);
    const Wide back =
        is_signed ? static_cast<Wide>(signed_of(cut, in.bits)) : static_cast<Wide>(cut);
    f.slots[static_cast<std::size_t>(in.dst) + 1] = back == exact ? 0 : 1;
    return set(cut);
  };
  switch (what) {
    case Builtin::ThreadSelf: return done(t.agent + 1);
    case Builtin::ThreadEqual: return done(arg(0) == arg(1) ? 1 : 0);
    case Builtin::AtomicBegin: ++t.section_depth; return done(0);
    case Builtin::AtomicEnd:
      if (t.section_depth == 0) {
        fault(t, outcome, ViolationCode::EndsSectionOutside);
        return false;
      }
      --t.section_depth;
      return done(0);
    case Builtin::Assume:
      if (cut_to(arg(0), 32) != 0) return done(0);
      t.status = Status::Assumed;
      return false;
    case Builtin::AssertFail:
    case Builtin::SkeinFail: {
      const std::string place = text_at(t, arg(1)) + ":" + std::to_string(cut_to(arg(2), 32));
      fault(t, outcome,
            {ViolationCode::AssertionFailed, {text_at(t, arg(3)), text_at(t, arg(0))}, {place}});
      return false;
    }
    case Builtin::ReachError: fault(t, outcome, ViolationCode::ReachErrorIsReached); return false;
    // As natively: who aborts says that something is wrong, also by an exception nobody catches.
    case Builtin::Abort: fault(t, outcome, ViolationCode::AbortCalled); return false;
    case Builtin::Trap: fault(t, outcome, ViolationCode::ExecutesTrap); return false;
    case Builtin::Throw:
      fault(
          t, outcome,
          {ViolationCode::ThrowsException, {program_.externals[static_cast<std::size_t>(in.imm)]}});
      return false;
    case Builtin::Exit:
      if (t.leaving == Leaving::Not && leave(t, Leaving::Exit, arg(0))) return true;
      t.result = arg(0);
      t.status = Status::Over;
      return false;
    case Builtin::QuickExit:
      t.result = arg(0);
      t.status = Status::Over;
      return false;
    case Builtin::ThreadExit:
      if (t.section_depth > 0) {
        refuse(t, "a thread that ends in the middle of an atomic section is not supported");
      }
      return leave(t, Leaving::Thread, arg(0));
    case Builtin::Refuse: refuse(t, text_at(t, arg(0)));
    case Builtin::Print:
      if (arg(0) == 1 || arg(0) == 2) outcome.output += static_cast<char>(arg(1));
      return done(0);
    case Builtin::FormatReal: return format_real(t, in, outcome);
    case Builtin::ParseReal: return parse_real(t, in, outcome);
    case Builtin::SetErrno: set_errno(t, static_cast<std::uint32_t>(arg(0))); return done(0);
    case Builtin::LookAtClock: return done(look_at_clock(t));
    case Builtin::PassTime: pass_time(t, arg(0)); return done(0);
    case Builtin::PassUntil: pass_until(t, arg(0)); return done(0);
    case Builtin::StackSave: return done(f.memory.size());
    case Builtin::StackRestore: f.memory.resize(arg(0)); return done(0);
    case Builtin::VaStart: start_variadic(t, arg(0)); return done(0);
    case Builtin::VaCopy: {
      if (!is_private(arg(0)) || !is_private(arg(1))) {
        refuse(t, "a va_list that others can reach is not supported");
      }
      std::uint8_t list[24];
      read_private(t, arg(1), list, sizeof list);
      write_private(t, arg(0), list, sizeof list);
      return done(0);
    }
    case Builtin::Math: return compute_real_function(t, in);
    case Builtin::RealClass:
      return done(class_of(real_of(arg(0), in.bits2), arg(0), in.bits2) & arg(1) ? 1 : 0);
    case Builtin::MulAdd: {
      // Rounded twice, as on a processor without a fused operation.
      if (in.bits == 32) {
        const float product =
            static_cast<float>(real_of(arg(0), 32)) * static_cast<float>(real_of(arg(1), 32));
        return set(bits_of(product + static_cast<float>(real_of(arg(2), 32)), 32));
      }
      const double product = real_of(arg(0), 64) * real_of(arg(1), 64);
      return set(bits_of(product + real_of(arg(2), 64), 64));
    }
    case Builtin::PopCount: return done(static_cast<std::uint64_t>(std::popcount(arg(0))));
    case Builtin::LeadingZeros:
      return done(static_cast<std::uint64_t>(std::countl_zero(arg(0))) - (64U - in.bits));
    case Builtin::TrailingZeros:
      return done(arg(0) == 0 ? in.bits : static_cast<std::uint64_t>(std::countr_zero(arg(0))));
    case Builtin::SwapBytes: return done(__builtin_bswap64(arg(0)) >> (64U - in.bits));
    case Builtin::IsActive: return done(1);
    case Builtin::Random:
      t.random = t.random * 1103515245 + 12345;
      return done((t.random >> 16U) & 0x7fffffffU);
    case Builtin::RandomSeed: t.random = cut_to(arg(0), 32); return done(0);
    case Builtin::Abs: {
      const std::int64_t x = signed_of(arg(0), in.bits);
      return done(static_cast<std::uint64_t>(x < 0 ? -x : x));
    }
    case Builtin::Expect: return done(arg(0));
    case Builtin::UMin: return done(std::min(arg(0), arg(1)));
    case Builtin::UMax: return done(std::max(arg(0), arg(1)));
    case Builtin::SMin:
    case Builtin::SMax: {
      const bool takes_first = signed_of(arg(0), in.bits) < signed_of(arg(1), in.bits);
      return done(takes_first == (what == Builtin::SMin) ? arg(0) : arg(1));
    }
    case Builtin::SAddOverflow: return with_overflow(Code::Add, true);
    case Builtin::UAddOverflow: return with_overflow(Code::Add, false);
    case Builtin::SSubOverflow: return with_overflow(Code::Sub, true);
    case Builtin::USubOverflow: return with_overflow(Code::Sub, false);
    case Builtin::SMulOverflow: return with_overflow(Code::Mul, true);
    case Builtin::UMulOverflow: return with_overflow(Code::Mul, false);
    case Builtin::Memcpy:
    case Builtin::Memset: {
      const std::uint64_t count = arg(2);
      std::vector<std::uint8_t> bytes(count, static_cast<std::uint8_t>(arg(1)));
      ViolationFacts trouble = trouble_with(t, arg(0), count, true);
      if (what == Builtin::Memcpy && trouble.is_none())
        trouble = trouble_with(t, arg(1), count, false);
      if (count > 0 && !trouble.is_none()) {
        fault(t, outcome, trouble);
        return false;
      }
      if (count > 0 && what == Builtin::Memcpy) read_private(t, arg(1), bytes.data(), count);
      if (count > 0) write_private(t, arg(0), bytes.data(), count);
      return done(arg(0));
    }
    default: return done(0);  // Ignore, Yield, free(NULL)
  }
}

}  // namespace skein::ir
