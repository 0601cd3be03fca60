// SPDX-License-Identifier: Apache-2.0
// Calls: intrinsics, builtins, functions of the program.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "machine/ir/decoder/decoder.hpp"
#include "machine/ir/program/math_functions.hpp"

namespace skein::ir {

namespace {

const char* float_suffix(const llvm::CallBase& call) {
  return call.getArgOperand(0)->getType()->isFloatTy() ? "f" : "";
}

// The math.h function of the intrinsic: llvm.sin.f32 is sinf. Empty if there is none.
std::string math_name(const llvm::IntrinsicInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  name.consume_front("llvm.");
  if (id == llvm::Intrinsic::minnum) name = "fmin";
  if (id == llvm::Intrinsic::maxnum) name = "fmax";
  if (find_math_function({name.data(), name.size()}).function == nullptr) return "";
  return name.str() + float_suffix(call);
}

}  // namespace

// llvm.ldexp and llvm.frexp, in terms of the builtins that the library uses.
void Decoder::decode_exponent(const llvm::CallBase& call, Function& to) {
  const bool is_frexp = call.arg_size() == 1;
  const std::uint8_t bits = bits_of(call.getArgOperand(0)->getType(), &call);
  const Operand x = operand(call.getArgOperand(0));
  const Operand dst = slot_of(&call);
  const auto compute = [&](const char* name, std::vector<Operand> arguments, Operand result,
                           std::uint8_t result_bits) {
    Instruction& out = emit(to, Code::Builtin, call);
    out.sub = static_cast<std::uint8_t>(Builtin::Math);
    out.arguments = static_cast<std::uint32_t>(program_.arguments.size());
    out.argument_count = static_cast<std::uint32_t>(arguments.size());
    out.dst = result;
    out.bits = result_bits;
    out.imm = static_cast<std::int64_t>(program_.externals.size());
    program_.arguments.insert(program_.arguments.end(), arguments.begin(), arguments.end());
    program_.externals.push_back(std::string(name) + float_suffix(call));
  };
  if (is_frexp) {
    compute("__skein_ir_fraction", {x}, dst, bits);
    compute("__skein_ir_exponent", {x}, dst + 1, 32);
    return;
  }
  const Operand n = operand(call.getArgOperand(1));
  const auto real = static_cast<Operand>(next_slot_++);
  Instruction& convert = emit(to, Code::SIToFP, call);
  convert.dst = real;
  convert.a = n;
  convert.bits = bits;
  convert.bits2 = bits_of(call.getArgOperand(1)->getType(), &call);
  compute("__skein_ir_scale", {x, real}, dst, bits);
}

bool Decoder::decode_intrinsic(const llvm::CallBase& call, Function& to) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (intrinsic == nullptr) return false;
  Builtin what = Builtin::Unknown;
  const std::string name = math_name(*intrinsic);
  std::uint32_t count = call.arg_size();
  switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::x86_sse2_pause:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::vaend: return true;
    case llvm::Intrinsic::stacksave: what = Builtin::StackSave; break;
    case llvm::Intrinsic::stackrestore: what = Builtin::StackRestore; break;
    case llvm::Intrinsic::vastart: what = Builtin::VaStart; break;
    case llvm::Intrinsic::vacopy: what = Builtin::VaCopy; break;
    case llvm::Intrinsic::threadlocal_address: {
      const Operand variable = operand(call.getArgOperand(0));
      const Operand dst = slot_of(&call);
      Instruction& out = emit(to, Code::Move, call);
      out.dst = dst;
      out.a = variable;
      return true;
    }
    case llvm::Intrinsic::fmuladd: what = Builtin::MulAdd; break;
    case llvm::Intrinsic::ctpop: what = Builtin::PopCount; break;
    case llvm::Intrinsic::ctlz: what = Builtin::LeadingZeros; break;
    case llvm::Intrinsic::cttz: what = Builtin::TrailingZeros; break;
    case llvm::Intrinsic::bswap: what = Builtin::SwapBytes; break;
    case llvm::Intrinsic::is_fpclass: what = Builtin::RealClass; break;
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove:
      what = Builtin::Memcpy;
      count = 3;
      break;
    case llvm::Intrinsic::memset:
      what = Builtin::Memset;
      count = 3;
      break;
    case llvm::Intrinsic::expect:
      what = Builtin::Expect;
      count = 1;
      break;
    case llvm::Intrinsic::trap: what = Builtin::Trap; break;
    case llvm::Intrinsic::umin: what = Builtin::UMin; break;
    case llvm::Intrinsic::umax: what = Builtin::UMax; break;
    case llvm::Intrinsic::smin: what = Builtin::SMin; break;
    case llvm::Intrinsic::smax: what = Builtin::SMax; break;
    case llvm::Intrinsic::abs:
      what = Builtin::Abs;
      count = 1;
      break;
    case llvm::Intrinsic::sadd_with_overflow: what = Builtin::SAddOverflow; break;
    case llvm::Intrinsic::uadd_with_overflow: what = Builtin::UAddOverflow; break;
    case llvm::Intrinsic::ssub_with_overflow: what = Builtin::SSubOverflow; break;
    case llvm::Intrinsic::usub_with_overflow: what = Builtin::USubOverflow; break;
    case llvm::Intrinsic::smul_with_overflow: what = Builtin::SMulOverflow; break;
    case llvm::Intrinsic::umul_with_overflow: what = Builtin::UMulOverflow; break;
    case llvm::Intrinsic::ldexp:
    case llvm::Intrinsic::frexp: decode_exponent(call, to); return true;
    default:
      if (!name.empty()) break;
      refuse(&call,
             "the intrinsic '" + call.getCalledFunction()->getName().str() + "' is not supported");
  }
  if (!name.empty()) what = Builtin::Math;
  const auto first = static_cast<std::uint32_t>(program_.arguments.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    program_.arguments.push_back(operand(call.getArgOperand(i)));
  }
  const Operand dst = call.getType()->isVoidTy() ? 0 : slot_of(&call);
  Instruction& out = emit(to, Code::Builtin, call);
  if (!name.empty()) {
    out.imm = static_cast<std::int64_t>(program_.externals.size());
    program_.externals.push_back(name);
  }
  out.sub = static_cast<std::uint8_t>(what);
  out.arguments = first;
  out.argument_count = count;
  out.dst = dst;
  out.slots = slots_of(call.getType());
  if (call.getType()->isFloatTy()) out.bits = 32;
  if (call.arg_size() > 0 && call.getArgOperand(0)->getType()->isIntegerTy()) {
    out.bits = bits_of(call.getArgOperand(0)->getType(), &call);
  }
  if (what == Builtin::Math && call.getType()->isIntegerTy()) {
    out.bits = bits_of(call.getType(), &call);
  }
  if (what == Builtin::RealClass) {
    out.bits = 1;
    out.bits2 = bits_of(call.getArgOperand(0)->getType(), &call);
  }
  return true;
}

// A structure passed by value is a copy in the caller's frame; the callee gets its address.
Operand Decoder::copy_by_value(const llvm::CallBase& call, unsigned number, Function& to) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || callee->isDeclaration() || number >= callee->arg_size() ||
      is_kept(callee->getArg(number))) {
    refuse(
        &call,
        "a large structure is passed by value to a function that may keep its address, or is not "
        "known: not supported");
  }
  const std::uint64_t size = data_.getTypeAllocSize(call.getParamByValType(number));
  const Operand from = operand(call.getArgOperand(number));
  const auto copy = static_cast<Operand>(next_slot_++);
  to.frame_bytes = (to.frame_bytes + 7U) & ~7U;
  Instruction& place = emit(to, Code::Alloca, call);
  place.dst = copy;
  place.imm = to.frame_bytes;
  to.frame_bytes += static_cast<std::uint32_t>(size);
  const auto first = static_cast<std::uint32_t>(program_.arguments.size());
  program_.arguments.insert(program_.arguments.end(), {copy, from, constant(size)});
  Instruction& out = emit(to, Code::Builtin, call);
  out.sub = static_cast<std::uint8_t>(Builtin::Memcpy);
  out.arguments = first;
  out.argument_count = 3;
  out.slots = 0;
  return copy;
}

void Decoder::decode_call(const llvm::CallBase& call, Function& to) {
  if (decode_intrinsic(call, to)) return;
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    // Barriers for the compiler or the processor, and hints, do nothing under sequential
    // consistency.
    const std::string& text = assembly->getAsmString();
    for (const char* harmless : {"", "pause", "rep; nop", "mfence", "lfence", "sfence", "nop"}) {
      if (text == harmless && call.getType()->isVoidTy()) return;
    }
    refuse(&call, "inline assembly is not supported: \"" + text + "\"");
  }
  const llvm::Function* const callee = call.getCalledFunction();
  std::vector<Operand> arguments;
  for (const llvm::Use& argument : call.args()) {
    if (call.isByValArgument(call.getArgOperandNo(&argument))) {
      arguments.push_back(copy_by_value(call, call.getArgOperandNo(&argument), to));
      continue;
    }
    for (std::uint32_t i = 0; i < slots_of(argument->getType()); ++i) {
      arguments.push_back(operand(argument.get(), i));
    }
  }
  const Operand dst = call.getType()->isVoidTy() ? 0 : slot_of(&call);
  const auto first = static_cast<std::uint32_t>(program_.arguments.size());
  program_.arguments.insert(program_.arguments.end(), arguments.begin(), arguments.end());
  const auto finish = [&](Instruction& out) {
    out.arguments = first;
    out.argument_count = static_cast<std::uint32_t>(arguments.size());
    out.dst = dst;
    out.slots = slots_of(call.getType());
    if (!call.getType()->isVoidTy() && out.slots == 1) out.bits = bits_of(call.getType(), &call);
  };
  if (callee == nullptr) {
    const Operand target = operand(call.getCalledOperand());
    Instruction& out = emit(to, Code::CallPointer, call);
    out.a = target;
    finish(out);
    return;
  }
  const std::string name = callee->getName().str();
  if (const auto stub = request_.stubs.find(name); stub != request_.stubs.end()) {
    if (call.getType()->isVoidTy()) return;
    const bool is_real = call.getType()->isFloatingPointTy();
    const Operand value = constant(static_cast<std::uint64_t>(stub->second));
    Instruction& out = emit(to, is_real ? Code::SIToFP : Code::Trunc, call);
    out.dst = dst;
    out.a = value;
    out.bits = bits_of(call.getType(), &call);
    return;
  }
  const Builtin what = builtin_of(*callee);
  if (!callee->isDeclaration() && !stands_for_builtin(*callee)) {
    const FunctionId number = function_number(callee);
    Instruction& out = emit(to, Code::Call, call);
    out.imm = number.value;
    finish(out);
    return;
  }
  if (what == Builtin::Unknown) {
    throw UnknownCallee(place_of(&call) + "the function '" + llvm::demangle(name) +
                        "' is not known; --stub " + name + "=VALUE gives it a return value");
  }
  if (what == Builtin::OnThreadExit || what == Builtin::OnProgramExit) {
    const auto* hook = llvm::cast<llvm::Function>(call.getArgOperand(0));
    (what == Builtin::OnThreadExit ? program_.at_thread_exit : program_.at_program_exit) =
        function_number(hook);
    return;
  }
  Instruction& out = emit(to, Code::Builtin, call);
  out.sub = static_cast<std::uint8_t>(what);
  out.imm = static_cast<std::int64_t>(program_.externals.size());
  program_.externals.push_back(llvm::demangle(name));
  finish(out);
}

}  // namespace skein::ir
