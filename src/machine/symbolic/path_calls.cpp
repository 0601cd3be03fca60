// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/path_calls.hpp"

#include <algorithm>
#include <utility>

#include "machine/abstract/local/builtin_calls.hpp"
#include "machine/ir/effects/effects.hpp"

namespace skein::symbolic {

namespace {

using ir::Builtin;
using ir::Code;
using ir::Compare;
using ir::Instruction;
using ir::Operand;

}  // namespace

bool is_memory_operation(const Instruction& in) {
  return !ir::is_builtin(in) || abstract::is_local_here(ir::builtin_of(in));
}

// Whether signed arithmetic overflows.
TermId overflow_of(Terms& terms, const Instruction& in, TermId a, TermId b, TermId result) {
  const unsigned bits = in.bits;
  const auto compute = [&](Code code, TermId x, TermId y) {
    return terms.compute(code, bits, x, y);
  };
  const auto sign = [&](TermId x) { return compute(Code::LShr, x, terms.constant(bits - 1)); };
  if (in.code == Code::Add) {
    return sign(compute(Code::And, compute(Code::Xor, a, result), compute(Code::Xor, b, result)));
  }
  if (in.code == Code::Sub) {
    return sign(compute(Code::And, compute(Code::Xor, a, b), compute(Code::Xor, a, result)));
  }
  if (bits > 32) return terms.new_variable(1);  // it may
  Instruction extend;
  extend.code = Code::SExt;
  extend.bits2 = in.bits;
  const auto wide = [&](TermId x) { return terms.compute(extend, x, x); };
  const TermId exact = terms.compute(Code::Mul, 64, wide(a), wide(b));
  return terms.opposite(terms.equal(exact, wide(result)));
}

bool has_unknown_bytes(const ThreadState& t) {
  return !t.own.empty() || std::any_of(t.frames.begin(), t.frames.end(),
                                       [](const auto& frame) { return !frame.memory.empty(); });
}

Flow PathCalls::call(Path& p, const Instruction& in, std::vector<Path>& more) {
  const Builtin what = ir::builtin_of(in);
  const ir::BuiltinTraits& row = ir::traits(what);
  switch (row.effect) {
    case ir::EffectFamily::Choice:
      if (!registers_.is_operating() && world_.is_divided &&
          world_.is_divided(registers_.me(p).thread)) {
        return Flow::Waits;
      }
      return input(p, in, more);
    case ir::EffectFamily::Local: return local_builtin(p, in, more);
    case ir::EffectFamily::Copy: return copy(p, in, more);
    case ir::EffectFamily::Section: throw NotFollowed("an atomic section");
    default: break;
  }
  const bool makes_block = what == Builtin::Malloc || what == Builtin::Calloc;
  if (makes_block && world_.makes_unsized_block &&
      world_.makes_unsized_block(registers_.me(p).thread)) {
    throw NotFollowed("a block of unknown size");
  }
  // What it works on must be known; what it only passes on need not.
  const std::uint32_t needed = what == Builtin::ThreadCreate ? 3U : row.arity;
  for (std::uint32_t i = 0; i < needed && i < in.argument_count; ++i) {
    if (!registers_.is_known(p, registers_.argument(in, i)))
      return registers_.split(p, registers_.argument(in, i), more);
  }
  if (!context_.visibility.is_visible(registers_.me(p).thread, in))
    return registers_.step_machine(p, in);
  if (const ir::MaybeMisuse misuse =
          context_.visibility.misuse_before(registers_.me(p).thread, in)) {
    return registers_.fail(p, *misuse);
  }
  return is_memory_operation(in) ? shared_step(p, in) : Flow::Waits;
}

Flow PathCalls::input(Path& p, const Instruction& in, std::vector<Path>& more) {
  TermId result;
  switch (ir::builtin_of(in)) {
    case Builtin::Choose: {
      const Operand operand = registers_.argument(in, 0);
      if (!registers_.is_known(p, operand)) return registers_.split(p, operand, more);
      const std::uint64_t count = ir::cut_to(registers_.known(p, operand), 32);
      if (count == 0) throw NotFollowed("a choice of nothing");
      if (count == 1) return registers_.give(p, in, terms_.constant(0));  // not a choice
      result = terms_.new_variable(terms_[terms_.constant(count - 1)].width);
      if (!feasibility_.admit(p, terms_.between(result, 0, count - 1))) return Flow::Vanishes;
      p.decisions.push_back({result, false, 32});
      break;
    }
    case Builtin::NondetBool:
      result = terms_.new_variable(1);
      p.decisions.push_back({result, false, 32});
      break;
    case Builtin::NondetPointer: {
      const TermId is_wrong = terms_.new_variable(1);
      p.decisions.push_back({is_wrong, false, 32});
      result = terms_.choice(is_wrong, terms_.constant(ir::kNowhere), terms_.constant(0));
      break;
    }
    case Builtin::Any: {
      const TermId lo = registers_.term(p, registers_.argument(in, 0));
      const TermId hi = registers_.term(p, registers_.argument(in, 1));
      const TermId is_empty = terms_.compare(Compare::SGT, 64, lo, hi);
      if (!registers_.fail_if(p, is_empty, ViolationCode::ChoiceOfNothing, more))
        return Flow::Vanishes;
      result = terms_.new_variable(64);
      if (!feasibility_.admit(p, terms_.compare(Compare::SLE, 64, lo, result)) ||
          !feasibility_.admit(p, terms_.compare(Compare::SLE, 64, result, hi))) {
        return Flow::Vanishes;
      }
      p.decisions.push_back({result, true, 64});
      break;
    }
    case Builtin::Nondet:
      result = terms_.new_variable(in.bits);
      p.decisions.push_back({result, true, in.bits});
      break;
    default: throw NotFollowed("an input of another kind");
  }
  asked_[p.decisions.back().value] = abstract::InputSplits::place_of(registers_.me(p).thread);
  return registers_.give(p, in, result);
}

// With operands that are all known: by the machine, if it writes no memory that has unknown bytes.
Flow PathCalls::known_builtin(Path& p, const Instruction& in) {
  ThreadState& t = registers_.me(p);
  switch (ir::builtin_of(in)) {
    case Builtin::FormatReal:
    case Builtin::ParseReal:
    case Builtin::Math:
    case Builtin::SetErrno:
    case Builtin::VaStart:
    case Builtin::VaCopy:
      if (has_unknown_bytes(t)) throw NotFollowed("a builtin that may touch unknown bytes");
      return registers_.step_machine(p, in);
    case Builtin::LookAtClock:
    case Builtin::PassTime:
    case Builtin::PassUntil: throw NotFollowed("time");
    case Builtin::Refuse: throw NotFollowed("something that is not supported");
    case Builtin::Yield:
    case Builtin::ThreadSelf:
    case Builtin::ThreadEqual:
    case Builtin::Ignore:
    case Builtin::Assume:
    case Builtin::AssertFail:
    case Builtin::SkeinFail:
    case Builtin::ReachError:
    case Builtin::Abort:
    case Builtin::Trap:
    case Builtin::Throw:
    case Builtin::Exit:
    case Builtin::QuickExit:
    case Builtin::IsActive:
    case Builtin::RandomSeed:
    case Builtin::Abs:
    case Builtin::Expect:
    case Builtin::Print:
    case Builtin::OnThreadExit:
    case Builtin::OnProgramExit:
    case Builtin::StackSave:
    case Builtin::StackRestore:
    case Builtin::RealClass:
    case Builtin::MulAdd:
    case Builtin::PopCount:
    case Builtin::LeadingZeros:
    case Builtin::TrailingZeros:
    case Builtin::SwapBytes:
    case Builtin::UMin:
    case Builtin::UMax:
    case Builtin::SMin:
    case Builtin::SMax:
    case Builtin::SAddOverflow:
    case Builtin::UAddOverflow:
    case Builtin::SSubOverflow:
    case Builtin::USubOverflow:
    case Builtin::SMulOverflow:
    case Builtin::UMulOverflow: return registers_.step_machine(p, in);
    default: throw NotFollowed("a builtin that is not known here");
  }
}

Flow PathCalls::local_builtin(Path& p, const Instruction& in, std::vector<Path>& more) {
  const Builtin what = ir::builtin_of(in);
  if (what == Builtin::Random) return registers_.give(p, in, terms_.new_variable(31));
  std::uint32_t first_unknown = in.argument_count;
  for (std::uint32_t i = in.argument_count; i-- > 0;) {
    if (!registers_.is_known(p, registers_.argument(in, i))) first_unknown = i;
  }
  if (first_unknown == in.argument_count) return known_builtin(p, in);
  const auto arg = [&](std::uint32_t i) { return registers_.term(p, registers_.argument(in, i)); };
  const auto pick = [&](Compare takes_first) {
    return registers_.give(
        p, in, terms_.choice(terms_.compare(takes_first, in.bits, arg(0), arg(1)), arg(0), arg(1)));
  };
  switch (what) {
    case Builtin::Assume: {
      const TermId condition = terms_.compute(Code::Trunc, 32, arg(0), arg(0));
      if (!feasibility_.admit(p, terms_.opposite(terms_.equal(condition, 0)))) {
        return Flow::Vanishes;
      }
      ++registers_.me(p).thread.frames.back().pc;
      return Flow::Goes;
    }
    case Builtin::Expect: return registers_.give(p, in, arg(0));
    case Builtin::Ignore:
    case Builtin::Print:
    case Builtin::RandomSeed: return registers_.give(p, in, terms_.new_variable(in.bits));
    case Builtin::UMin: return pick(Compare::ULT);
    case Builtin::UMax: return pick(Compare::UGT);
    case Builtin::SMin: return pick(Compare::SLT);
    case Builtin::SMax: return pick(Compare::SGT);
    case Builtin::Abs: {
      const TermId zero = terms_.constant(0);
      return registers_.give(
          p, in,
          terms_.choice(terms_.compare(Compare::SLT, in.bits, arg(0), zero),
                        terms_.compute(Code::Sub, in.bits, zero, arg(0)), arg(0)));
    }
    case Builtin::Exit:
    case Builtin::QuickExit:
      // The exit status is the only thing that depends on it.
      registers_.set_slot(registers_.me(p),
                          static_cast<std::size_t>(registers_.argument(in, first_unknown)),
                          terms_.constant(0));
      return registers_.step_machine(p, in);
    case Builtin::PopCount:
    case Builtin::LeadingZeros:
    case Builtin::TrailingZeros:
    case Builtin::SwapBytes: return registers_.give(p, in, bit_trick(p, in));
    case Builtin::SAddOverflow:
    case Builtin::UAddOverflow:
    case Builtin::SSubOverflow:
    case Builtin::USubOverflow:
    case Builtin::SMulOverflow:
    case Builtin::UMulOverflow: return with_overflow(p, in);
    case Builtin::RealClass:
    case Builtin::MulAdd: return registers_.give(p, in, terms_.new_variable(in.bits));
    default: return registers_.split(p, registers_.argument(in, first_unknown), more);
  }
}

// Bit by bit, from the highest to the lowest or the other way round.
TermId PathCalls::bit_trick(Path& p, const Instruction& in) {
  const TermId x = registers_.term(p, registers_.argument(in, 0));
  const Builtin what = ir::builtin_of(in);
  const unsigned bits = in.bits;
  const auto bit = [&](unsigned i) {
    return terms_.compute(Code::And, 64, terms_.compute(Code::LShr, 64, x, terms_.constant(i)),
                          terms_.constant(1));
  };
  TermId result =
      terms_.constant(what == Builtin::PopCount || what == Builtin::SwapBytes ? 0 : bits);
  if (what == Builtin::SwapBytes) {
    std::vector<Byte> bytes = symbolic::bytes_of(terms_, x, bits / 8);
    std::reverse(bytes.begin(), bytes.end());
    return value_of(terms_, bytes);
  }
  for (unsigned i = 0; i < bits; ++i) {
    if (what == Builtin::PopCount) {
      result = terms_.compute(Code::Add, 64, result, bit(i));
    } else if (what == Builtin::LeadingZeros) {
      result = terms_.choice(bit(i), terms_.constant(bits - 1 - i), result);
    } else {
      const unsigned from_above = bits - 1 - i;
      result = terms_.choice(bit(from_above), terms_.constant(from_above), result);
    }
  }
  return result;
}

Flow PathCalls::with_overflow(Path& p, const Instruction& in) {
  const Builtin what = ir::builtin_of(in);
  const bool is_signed = what == Builtin::SAddOverflow || what == Builtin::SSubOverflow ||
                         what == Builtin::SMulOverflow;
  Instruction plain;
  plain.code = what == Builtin::SAddOverflow || what == Builtin::UAddOverflow   ? Code::Add
               : what == Builtin::SSubOverflow || what == Builtin::USubOverflow ? Code::Sub
                                                                                : Code::Mul;
  plain.bits = in.bits;
  const TermId a = registers_.term(p, registers_.argument(in, 0));
  const TermId b = registers_.term(p, registers_.argument(in, 1));
  const TermId result = terms_.compute(plain, a, b);
  TermId overflows;
  if (is_signed) {
    overflows = overflow_of(terms_, plain, a, b, result);
  } else if (plain.code == Code::Add) {
    overflows = terms_.compare(Compare::ULT, 64, result, a);
  } else if (plain.code == Code::Sub) {
    overflows = terms_.compare(Compare::ULT, 64, a, b);
  } else if (in.bits <= 32) {
    overflows = terms_.opposite(terms_.equal(terms_.compute(Code::Mul, 64, a, b), result));
  } else {
    overflows = terms_.new_variable(1);  // it may
  }
  registers_.set_slot(registers_.me(p), static_cast<std::size_t>(in.dst) + 1, overflows);
  return registers_.give(p, in, result);
}

// ---- Shared memory, by the machine ---------------------------------------------------------

Flow PathCalls::shared_step(Path& p, const Instruction& in) {
  ThreadState& t = registers_.me(p);
  const Transition what = footprints_.next(t.thread);
  const bool is_visible =
      std::any_of(what.touches.begin(), what.touches.end(),
                  [&](const Touch& touch) { return world_.is_watched(touch.object); });
  if (is_visible && !registers_.is_operating()) return Flow::Waits;
  if (!what.gate.is_none()) throw NotFollowed("an operation that waits for atomic sections");
  const std::vector<ValueId> values = memory_.values_of(p, what);
  if (ir::is_builtin(in, Builtin::Realloc)) {
    for (const Touch& touch : what.touches) {
      if (!memory_.cell(p, touch.object).bytes.empty())
        throw NotFollowed("realloc of unknown contents");
    }
  }
  std::vector<TermId> results;
  if (in.code == Code::Return) results = registers_.unknown_results(p, in);
  Outcome outcome;
  outcome.values = values;
  const std::size_t depth = t.thread.frames.size();
  const std::vector<BlockId> names = t.thread.numbers;
  ir::execute(ir::Effect{context_, t.thread, in, what, values, 0, outcome});
  // As for the abstract machine, the name of a freed block is not given again.
  for (const BlockId block : names) context_.allocation.keep(t.thread, block);
  if (outcome.fault) {
    p.fault = std::move(outcome.fault);
    return Flow::Ends;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (outcome.values[i] != values[i]) {
      p.shared[what.touches[i].object] = {outcome.values[i], {}};
    }
  }
  PathRegisters::fit_frames(t);
  if (in.code == Code::Return) {
    if (t.thread.frames.size() + 1 == depth && t.thread.status == ir::Status::Running) {
      registers_.take_results(p, results);
    }
  } else if (in.dst >= 0 && in.slots > 0 && t.frames.size() == depth) {
    t.frames.back().slots[static_cast<std::size_t>(in.dst)] = TermId{};
  }
  return t.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

// memcpy, memmove, memset: byte by byte, as one step.
Flow PathCalls::copy(Path& p, const Instruction& in, std::vector<Path>& more) {
  const bool is_set = ir::is_builtin(in, Builtin::Memset);
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (i == 1 && is_set) continue;
    if (!registers_.is_known(p, registers_.argument(in, i)))
      return registers_.split(p, registers_.argument(in, i), more);
  }
  const std::uint64_t to = registers_.known(p, registers_.argument(in, 0));
  const std::uint64_t length = registers_.known(p, registers_.argument(in, 2));
  if (length > 0) {
    ViolationFacts error = context_.memory.pointer_error(registers_.me(p).thread, to, length, true);
    const std::uint64_t from = is_set ? 0 : registers_.known(p, registers_.argument(in, 1));
    if (context_.memory.is_unsized(ir::block_of(to)) ||
        context_.memory.is_unsized(ir::block_of(from))) {
      throw NotFollowed("a copy of a block of unknown size");
    }
    if (error.is_none() && !is_set) {
      error = context_.memory.pointer_error(registers_.me(p).thread, from, length, false);
    }
    if (!error.is_none()) return registers_.fail(p, error);
    if (!registers_.is_operating() && (memory_.touches_watched(to, length) ||
                                       (!is_set && memory_.touches_watched(from, length)))) {
      return Flow::Waits;
    }
    // All is read before anything is written, since they may overlap.
    std::vector<Byte> bytes(length);
    if (is_set) {
      const TermId byte = terms_.compute(
          Code::Trunc, 8, registers_.term(p, registers_.argument(in, 1)), terms_.constant(0));
      std::fill(bytes.begin(), bytes.end(), symbolic::bytes_of(terms_, byte, 1).front());
    } else if (const ir::MaybeMisuse misuse = memory_.read(p, from, bytes)) {
      if (misuse->code == ViolationCode::ReadsUnwritten) {
        throw NotFollowed("a copy of memory that was never written");
      }
      return registers_.fail(p, *misuse);
    }
    if (const ir::MaybeMisuse misuse = memory_.write(p, to, bytes))
      return registers_.fail(p, *misuse);
  }
  return registers_.give(p, in, terms_.constant(to));
}

}  // namespace skein::symbolic
