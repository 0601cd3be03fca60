// SPDX-License-Identifier: Apache-2.0
// Names, registers and expressions of a body. Statements are in body_compiler.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "machine/model/language/body_compiler.hpp"
#include "machine/model/language/model_arithmetic.hpp"

namespace skein {

using Kind = ast::Statement::Kind;

// ---- Registers and emission ----------------------------------------------------------------

std::uint32_t BodyCompiler::here() const {
  return static_cast<std::uint32_t>(program_.code.size());
}

std::uint32_t BodyCompiler::emit(Instruction in, ast::Location at) {
  const bool is_new = program_.sites.empty() || program_.sites.back().line != at.line ||
                      program_.sites.back().column != at.column ||
                      program_.sites.back().text != text_;
  if (is_new) program_.sites.push_back(Site{at.line, at.column, text_});
  in.site = SiteId{program_.sites.size() - 1};
  program_.code.push_back(in);
  return here() - 1;
}

std::uint32_t BodyCompiler::emit_visible(Code code, OpKind kind, Instruction in, ast::Location at) {
  in.code = code;
  in.kind = kind;
  return emit(in, at);
}

std::uint32_t BodyCompiler::emit_local(Code code, std::int32_t dst, Operand x, Operand y,
                                       ast::Location at) {
  Instruction in;
  in.code = code;
  in.dst = dst;
  in.x = x;
  in.y = y;
  return emit(in, at);
}

void BodyCompiler::direct(std::uint32_t jump, std::uint32_t target) {
  program_.code[jump].target = target;
}

std::int32_t BodyCompiler::temporary() {
  if (registers_ >= kMaxRegisters) {
    symbols_.fail(source_->at,
                  fmt::format("'{}' needs more than {} registers", source_->name, kMaxRegisters));
  }
  most_registers_ = std::max(most_registers_, registers_ + 1);
  return static_cast<std::int32_t>(registers_++);
}

Operand BodyCompiler::constant(std::int64_t value) {
  const auto [it, is_new] = pool_.emplace(value, ~static_cast<Operand>(program_.constants.size()));
  if (is_new) program_.constants.push_back(value);
  return it->second;
}

bool BodyCompiler::is_constant(Operand operand, std::int64_t& value) const {
  if (operand >= 0) return false;
  const Operand index = ~operand;
  value = program_.constants[static_cast<std::size_t>(index)];
  return true;
}

// ---- Names ---------------------------------------------------------------------------------

void BodyCompiler::declare(const std::string& name, ast::Location at, std::int64_t size,
                           bool is_array) {
  if (symbols_.find(name) != nullptr) {
    symbols_.fail(at, fmt::format("'{}' is declared outside; choose another name", name));
  }
  const Local local{registers_, static_cast<std::uint32_t>(size), is_array};
  if (!locals_.emplace(name, local).second) {
    symbols_.fail(at, fmt::format("the name '{}' is declared twice in '{}'", name, source_->name));
  }
  for (std::int64_t i = 0; i < size; ++i) static_cast<void>(temporary());
}

void BodyCompiler::implicit_local(const std::string& name, ast::Location at) {
  if (symbols_.find(name) == nullptr && !locals_.contains(name)) declare(name, at, 1, false);
}

void BodyCompiler::declare_locals(const ast::Block& statements) {
  for (const ast::Statement& s : statements) {
    if (s.kind == Kind::Local) {
      for (const ast::LocalArray& local : s.locals) {
        const std::int64_t size =
            local.size ? symbols_.constant(*local.size, 1, kMaxRegisters, "the size") : 1;
        declare(local.name, local.at, size, local.size != nullptr);
      }
    } else if (s.kind == Kind::Assign && s.exprs[0]->operands.empty()) {
      implicit_local(s.exprs[0]->name, s.exprs[0]->at);
    } else if (s.kind == Kind::For) {
      if (symbols_.find(s.name) != nullptr) {
        symbols_.fail(s.at, fmt::format("'{}' is declared outside; choose another name", s.name));
      }
      implicit_local(s.name, s.at);
    }
    for (const ast::Block& inner : s.blocks) declare_locals(inner);
  }
}

const Symbol& BodyCompiler::known(const ast::Expr& place) const {
  const Symbol* symbol = symbols_.find(place.name);
  if (symbol == nullptr) {
    symbols_.fail(place.at, fmt::format("unknown name '{}'", place.name));
  }
  return *symbol;
}

void BodyCompiler::index(const ast::Expr& place, bool is_array, Instruction& in) {
  if (place.operands.empty()) {
    if (is_array)
      symbols_.fail(place.at, fmt::format("'{}' is an array: expected an index", place.name));
    return;
  }
  if (!is_array) symbols_.fail(place.at, fmt::format("'{}' is not an array", place.name));
  in.index = expr(*place.operands[0]);
  std::int64_t value = 0;
  if (is_constant(in.index, value) && value >= 0 && value < in.size) {
    in.base += static_cast<std::uint32_t>(value);
    in.index = kNoOperand;
  }
}

const SharedArray& BodyCompiler::object(const ast::Expr& place,
                                        std::initializer_list<SharedKind> kinds, Instruction& in) {
  const std::string wanted(describe(*kinds.begin()));
  if (locals_.contains(place.name)) {
    symbols_.fail(place.at, fmt::format("expected {}, but '{}' is a local", wanted, place.name));
  }
  const Symbol& symbol = known(place);
  if (symbol.kind != Symbol::Kind::Shared) {
    symbols_.fail(place.at, fmt::format("expected {}, but '{}' is {}", wanted, place.name,
                                        symbol.kind == Symbol::Kind::Param ? "a param" : "a body"));
  }
  const SharedArray& array = program_.shared[symbol.index];
  if (std::find(kinds.begin(), kinds.end(), array.kind) == kinds.end()) {
    symbols_.fail(place.at, fmt::format("expected {}, but '{}' is {}", wanted, place.name,
                                        describe(array.kind)));
  }
  in.base = array.base;
  in.size = array.size;
  in.is_recursive = array.is_recursive;
  in.is_fifo = array.is_fifo;
  index(place, array.is_array, in);
  return array;
}

void BodyCompiler::object2(const ast::Expr& place, Instruction& in) {
  Instruction second;
  object(place, {SharedKind::Mutex}, second);
  in.base2 = second.base;
  in.size2 = second.size;
  in.index2 = second.index;
}

void BodyCompiler::keep_index(Instruction& in) {
  if (in.index == kNoOperand || in.index < 0) return;
  if (static_cast<std::uint32_t>(in.index) >= first_temporary_) return;
  const std::int32_t copy = temporary();
  emit_local(Code::Move, copy, in.index, kNoOperand, source_->at);
  in.index = copy;
}

// ---- Expressions ---------------------------------------------------------------------------

void BodyCompiler::note_operand(const std::string& text, Operand operand) {
  if (assertion_ == nullptr || !is_sure_) return;
  assertion_->operands.push_back(AssertionOperand{text, operand});
}

void BodyCompiler::expr_into(const ast::Expr& e, std::int32_t reg) {
  const Operand result = expr(e, reg);
  if (result != reg) emit_local(Code::Move, reg, result, kNoOperand, e.at);
}

Operand BodyCompiler::expr(const ast::Expr& e, std::int32_t want) {
  const auto target = [&] { return want >= 0 ? want : temporary(); };
  switch (e.kind) {
    case ast::Expr::Kind::Number: return constant(e.number);
    case ast::Expr::Kind::Place: return load(e, want);
    case ast::Expr::Kind::Binary:
      if (e.binary == ast::Binary::And || e.binary == ast::Binary::Or) return short_circuit(e);
      return binary(e, want);
    case ast::Expr::Kind::Negate:
    case ast::Expr::Kind::Not: {
      is_or_chain_ = false;
      const Operand x = expr(*e.operands[0]);
      const bool is_not = e.kind == ast::Expr::Kind::Not;
      std::int64_t value = 0;
      if (is_constant(x, value)) {
        return constant(is_not ? (value == 0 ? 1 : 0) : arithmetic::subtract(0, value));
      }
      const std::int32_t dst = target();
      emit_local(is_not ? Code::Not : Code::Negate, dst, x, kNoOperand, e.at);
      return dst;
    }
    case ast::Expr::Kind::Call: {
      is_or_chain_ = false;
      const std::int32_t dst = target();
      call(e, dst);
      note_operand(e.text, dst);
      return dst;
    }
  }
  symbols_.fail(e.at, "expected an expression");
}

Operand BodyCompiler::binary(const ast::Expr& e, std::int32_t want) {
  is_or_chain_ = false;
  Operand x = expr(*e.operands[0]);
  Operand y = expr(*e.operands[1]);
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t folded = 0;
  if (is_constant(x, a) && is_constant(y, b) && apply(e.binary, a, b, folded)) {
    return constant(folded);
  }
  Code code = Code::Add;
  switch (e.binary) {
    case ast::Binary::Add: code = Code::Add; break;
    case ast::Binary::Sub: code = Code::Sub; break;
    case ast::Binary::Mul: code = Code::Mul; break;
    case ast::Binary::Div: code = Code::Div; break;
    case ast::Binary::Mod: code = Code::Mod; break;
    case ast::Binary::Eq: code = Code::Eq; break;
    case ast::Binary::Ne: code = Code::Ne; break;
    case ast::Binary::Lt: code = Code::Lt; break;
    case ast::Binary::Le: code = Code::Le; break;
    case ast::Binary::Gt:
      code = Code::Lt;
      std::swap(x, y);
      break;
    case ast::Binary::Ge:
      code = Code::Le;
      std::swap(x, y);
      break;
    case ast::Binary::And:
    case ast::Binary::Or: break;  // not here
  }
  const std::int32_t dst = want >= 0 ? want : temporary();
  emit_local(code, dst, x, y, e.at);
  return dst;
}

Operand BodyCompiler::short_circuit(const ast::Expr& e) {
  const bool is_or = e.binary == ast::Binary::Or;
  const bool was_sure = is_sure_;
  is_or_chain_ = is_or_chain_ && is_or;
  const bool is_chain = is_or_chain_;
  // Not into the wanted register: the right side may still read it.
  const std::int32_t dst = temporary();
  const Operand x = expr(*e.operands[0]);
  emit_local(Code::Bool, dst, x, kNoOperand, e.at);
  const std::uint32_t jump =
      emit_local(is_or ? Code::JumpIfNot0 : Code::JumpIfZero, -1, dst, kNoOperand, e.at);
  is_or_chain_ = is_chain;
  is_sure_ = was_sure && is_chain;
  const Operand y = expr(*e.operands[1]);
  is_sure_ = was_sure;
  emit_local(Code::Bool, dst, y, kNoOperand, e.at);
  direct(jump, here());
  return dst;
}

Operand BodyCompiler::load(const ast::Expr& place, std::int32_t want) {
  is_or_chain_ = false;
  Instruction in;
  if (const auto it = locals_.find(place.name); it != locals_.end()) {
    const Local& local = it->second;
    in.base = local.base;
    in.size = local.size;
    index(place, local.is_array, in);
    if (in.index == kNoOperand) {
      note_operand(place.text, static_cast<Operand>(in.base));
      return static_cast<Operand>(in.base);
    }
    in.code = Code::LoadArray;
    in.dst = want >= 0 ? want : temporary();
    emit(in, place.at);
    note_operand(place.text, in.dst);
    return in.dst;
  }
  const Symbol& symbol = known(place);
  if (symbol.kind == Symbol::Kind::Param) {
    if (!place.operands.empty())
      symbols_.fail(place.at, fmt::format("'{}' is not an array", place.name));
    return constant(symbol.value);
  }
  const SharedKind kind =
      object(place, {SharedKind::Data, SharedKind::Atomic, SharedKind::Plain}, in).kind;
  in.dst = want >= 0 ? want : temporary();
  if (kind == SharedKind::Data) {
    in.code = Code::LoadData;
    emit(in, place.at);
  } else if (kind == SharedKind::Atomic) {
    emit_visible(Code::Load, OpKind::AtomicLoad, in, place.at);
  } else {
    emit_visible(Code::PlainLoad, OpKind::PlainLoad, in, place.at);
  }
  note_operand(place.text, in.dst);
  return in.dst;
}

void BodyCompiler::arguments(Instruction& in, const std::string& name, bool is_message,
                             ast::Location at, const std::vector<ast::ExprPtr>& exprs,
                             std::size_t first) {
  const Symbol* symbol = symbols_.find(name);
  const std::string_view what = is_message ? "message" : "thread";
  if (symbol == nullptr || symbol->kind != Symbol::Kind::Body ||
      program_.bodies[symbol->index].is_message != is_message) {
    symbols_.fail(at, fmt::format("expected the name of a {}, found '{}'", what, name));
  }
  const ModelBody& body = program_.bodies[symbol->index];
  const std::size_t given = exprs.size() - first;
  if (body.parameters != given) {
    symbols_.fail(at, fmt::format("{} '{}' has {} parameter{}, but {} given", what, name,
                                  body.parameters, body.parameters == 1 ? "" : "s", given));
  }
  program_.creations.push_back({number_, symbol->index, rounds_});
  in.target = symbol->index;
  in.x = static_cast<Operand>(registers_);
  std::vector<std::int32_t> registers(given);
  for (std::int32_t& r : registers) r = temporary();
  for (std::size_t i = 0; i < given; ++i) expr_into(*exprs[first + i], registers[i]);
}

void BodyCompiler::call(const ast::Expr& e, std::int32_t dst) {
  const std::string& w = e.word;
  Instruction in;
  in.dst = dst;
  const auto get1 = [&](Code code, OpKind kind, SharedKind wanted) {
    object(*e.operands[0], {wanted}, in);
    emit_visible(code, kind, in, e.at);
  };
  const auto get2 = [&](Code code, OpKind kind) {
    object(*e.operands[0], {SharedKind::Atomic}, in);
    in.x = expr(*e.operands[1]);
    if (code == Code::Cas) in.y = expr(*e.operands[2]);
    emit_visible(code, kind, in, e.at);
  };
  if (w == "trylock") return get1(Code::TryLock, OpKind::MutexTryLock, SharedKind::Mutex);
  if (w == "tryrdlock") return get1(Code::TryReadLock, OpKind::RwTryReadLock, SharedKind::RwLock);
  if (w == "trywrlock") return get1(Code::TryWriteLock, OpKind::RwTryWriteLock, SharedKind::RwLock);
  if (w == "semtrywait") return get1(Code::SemTryWait, OpKind::SemTryWait, SharedKind::Sem);
  if (w == "semvalue") return get1(Code::SemValue, OpKind::SemGetValue, SharedKind::Sem);
  if (w == "call") return get1(Code::LibraryCall, OpKind::LibraryCall, SharedKind::Library);
  if (w == "fetch_add") return get2(Code::FetchAdd, OpKind::AtomicRmw);
  if (w == "fetch_sub") return get2(Code::FetchSub, OpKind::AtomicRmw);
  if (w == "exchange") return get2(Code::Exchange, OpKind::AtomicRmw);
  if (w == "cas") return get2(Code::Cas, OpKind::AtomicRmw);
  if (w == "futexwake") return get2(Code::FutexWake, OpKind::FutexWake);
  if (w == "futexwait") {
    get2(Code::FutexWait, OpKind::FutexWait);
    emit_visible(Code::FutexResume, OpKind::FutexResume, in, e.at);
    return;
  }
  if (w == "futextimedwait") {
    get2(Code::FutexWait, OpKind::FutexWait);
    emit_visible(Code::FutexTimedResume, OpKind::FutexTimedResume, in, e.at);
    return;
  }
  if (w == "barrierwait") {
    in.dst = -1;  // passing sets the result
    get1(Code::Arrive, OpKind::BarrierArrive, SharedKind::Barrier);
    in.dst = dst;
    emit_visible(Code::Pass, OpKind::BarrierPass, in, e.at);
    return;
  }
  if (w == "timedwait") {
    object(*e.operands[0], {SharedKind::Cond}, in);
    object2(*e.operands[1], in);
    emit_visible(Code::Wait, OpKind::CondWait, in, e.at);
    emit_visible(Code::TimedWake, OpKind::CondTimedWake, in, e.at);
    return;
  }
  if (w == "create") {
    arguments(in, e.name, false, e.at, e.operands, 0);
    emit_visible(Code::Create, OpKind::ThreadCreate, in, e.at);
    return;
  }
  if (w == "choose") {
    in.x = expr(*e.operands[0]);
    emit_visible(Code::Choose, OpKind::Choose, in, e.at);
    return;
  }
  symbols_.fail(e.at, fmt::format("unknown operation '{}'", w));
}

}  // namespace skein
