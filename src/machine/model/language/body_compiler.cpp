// SPDX-License-Identifier: Apache-2.0
// Statements of a body. Names, registers and expressions are in body_expressions.cpp.
#include "machine/model/language/body_compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace skein {

using Kind = ast::Statement::Kind;

namespace {

// Whether a statement of the block assigns the local variable.
bool assigns(const ast::Block& statements, const std::string& name) {
  return std::ranges::any_of(statements, [&](const ast::Statement& s) {
    if (s.kind == Kind::Assign && s.exprs[0]->name == name) return true;
    if (s.kind == Kind::For && s.name == name) return true;
    return std::ranges::any_of(s.blocks, [&](const ast::Block& b) { return assigns(b, name); });
  });
}

}  // namespace

void BodyCompiler::block(const ast::Block& statements) {
  for (const ast::Statement& s : statements) {
    const std::uint32_t kept = registers_;
    const std::uint32_t outer_text = text_;
    program_.texts.push_back(s.text);
    text_ = static_cast<std::uint32_t>(program_.texts.size() - 1);
    statement(s);
    registers_ = kept;
    text_ = outer_text;
  }
}

void BodyCompiler::statement(const ast::Statement& s) {
  switch (s.kind) {
    case Kind::Assign: return assign(s);
    case Kind::Local: return;
    case Kind::If: return if_statement(s);
    case Kind::While: return while_statement(s);
    case Kind::For: return for_statement(s);
    case Kind::Break:
    case Kind::Continue:
    case Kind::Return: return leave_statement(s);
    case Kind::Assert: return assert_statement(s);
    case Kind::Assume: emit_local(Code::Assume, -1, expr(*s.exprs[0]), kNoOperand, s.at); return;
    case Kind::Critical: return critical_statement(s);
    case Kind::Once: return once_statement(s);
    case Kind::Join:
    case Kind::Detach: {
      const bool is_join = s.kind == Kind::Join;
      Instruction in;
      in.x = expr(*s.exprs[0]);
      emit_visible(is_join ? Code::Join : Code::Detach,
                   is_join ? OpKind::ThreadJoin : OpKind::ThreadDetach, in, s.at);
      return;
    }
    case Kind::Post: {
      Instruction in;
      const SharedArray& handler = object(*s.exprs[0], {SharedKind::Handler}, in);
      in.base2 = handler.size;  // the mailboxes follow their handlers
      const bool is_fifo = handler.is_fifo;
      arguments(in, s.name, true, s.at, s.exprs, 1);
      emit_visible(Code::Post, is_fifo ? OpKind::PostFifo : OpKind::Post, in, s.at);
      return;
    }
    case Kind::Operation: return operation_statement(s);
    case Kind::Evaluate: return call(*s.exprs[0], -1);
  }
}

void BodyCompiler::store(const Instruction& target, bool is_local, Operand value,
                         ast::Location at) {
  Instruction in = target;
  in.x = value;
  if (is_local) {
    in.code = Code::StoreArray;
    emit(in, at);
  } else if (in.base >= program_.visible_cells) {
    in.code = Code::StoreData;
    emit(in, at);
  } else if (in.kind == OpKind::PlainStore) {
    emit_visible(Code::PlainStore, OpKind::PlainStore, in, at);
  } else {
    emit_visible(Code::Store, OpKind::AtomicStore, in, at);
  }
}

void BodyCompiler::assign(const ast::Statement& s) {
  const ast::Expr& target = *s.exprs[0];
  const ast::Expr& value = *s.exprs[1];
  Code op = Code::Add;
  if (s.compound == ast::Binary::Sub) op = Code::Sub;
  if (s.compound == ast::Binary::Mul) op = Code::Mul;
  Instruction place;
  bool is_local = false;
  SharedKind kind = SharedKind::Data;
  if (const auto it = locals_.find(target.name); it != locals_.end()) {
    is_local = true;
    place.base = it->second.base;
    place.size = it->second.size;
    index(target, it->second.is_array, place);
    if (place.index == kNoOperand) {
      const auto reg = static_cast<std::int32_t>(place.base);
      if (s.is_compound) {
        emit_local(op, reg, reg, expr(value), s.at);
      } else {
        expr_into(value, reg);
      }
      return;
    }
  } else {
    const Symbol& symbol = known(target);
    if (symbol.kind == Symbol::Kind::Param) {
      symbols_.fail(target.at, fmt::format("'{}' is a param and cannot be assigned", target.name));
    }
    kind = object(target, {SharedKind::Data, SharedKind::Atomic, SharedKind::Plain}, place).kind;
    if (kind == SharedKind::Plain) place.kind = OpKind::PlainStore;
  }
  if (!s.is_compound) return store(place, is_local, expr(value), target.at);
  Instruction read = place;
  read.dst = temporary();
  if (is_local) {
    read.code = Code::LoadArray;
    emit(read, target.at);
  } else if (kind == SharedKind::Data) {
    read.code = Code::LoadData;
    emit(read, target.at);
  } else if (kind == SharedKind::Plain) {
    emit_visible(Code::PlainLoad, OpKind::PlainLoad, read, target.at);
  } else {
    emit_visible(Code::Load, OpKind::AtomicLoad, read, target.at);
  }
  const Operand right = expr(value);
  const std::int32_t result = temporary();
  emit_local(op, result, read.dst, right, s.at);
  store(place, is_local, result, target.at);
}

void BodyCompiler::if_statement(const ast::Statement& s) {
  std::vector<std::uint32_t> exits;
  for (std::size_t i = 0; i < s.exprs.size(); ++i) {
    const std::uint32_t kept = registers_;
    const Operand x = expr(*s.exprs[i]);
    registers_ = kept;
    const std::uint32_t skip = emit_local(Code::JumpIfZero, -1, x, kNoOperand, s.at);
    block(s.blocks[i]);
    if (i + 1 < s.blocks.size()) {
      exits.push_back(emit_local(Code::Jump, -1, kNoOperand, kNoOperand, s.at));
    }
    direct(skip, here());
  }
  if (s.blocks.size() > s.exprs.size()) block(s.blocks.back());
  for (const std::uint32_t jump : exits) direct(jump, here());
}

void BodyCompiler::while_statement(const ast::Statement& s) {
  const std::uint64_t rounds = std::exchange(rounds_, kUncounted);
  const std::uint32_t top = here();
  const Operand x = expr(*s.exprs[0]);
  const std::uint32_t exit = emit_local(Code::JumpIfZero, -1, x, kNoOperand, s.at);
  scopes_.push_back(Scope{true, {}, {}, {}});
  block(s.blocks[0]);
  const Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  direct(emit_local(Code::Jump, -1, kNoOperand, kNoOperand, s.at), top);
  direct(exit, here());
  for (const std::uint32_t jump : scope.breaks) direct(jump, here());
  for (const std::uint32_t jump : scope.continues) direct(jump, top);
  rounds_ = rounds;
}

void BodyCompiler::for_statement(const ast::Statement& s) {
  const auto counter = static_cast<std::int32_t>(locals_.at(s.name).base);
  if (locals_.at(s.name).is_array) symbols_.fail(s.at, fmt::format("'{}' is an array", s.name));
  // The end may use the counter's old value, so the counter is set after it.
  const std::int32_t from = temporary();
  const Operand begin = expr(*s.exprs[0], from);
  if (begin != from) emit_local(Code::Move, from, begin, kNoOperand, s.exprs[0]->at);
  Operand end = expr(*s.exprs[1]);
  const std::uint64_t rounds = rounds_;
  std::int64_t low = 0;
  std::int64_t high = 0;
  if (!is_constant(begin, low) || !is_constant(end, high) || assigns(s.blocks[0], s.name)) {
    rounds_ = kUncounted;
  } else if (low < high) {
    const auto turns = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    rounds_ = std::min(rounds * std::min(turns, kUncounted), kUncounted);
  }
  if (end >= 0) {
    const std::int32_t copy = temporary();
    emit_local(Code::Move, copy, end, kNoOperand, s.at);
    end = copy;
  }
  emit_local(Code::Move, counter, from, kNoOperand, s.at);
  const std::uint32_t top = here();
  const std::int32_t is_inside = temporary();
  emit_local(Code::Lt, is_inside, counter, end, s.at);
  const std::uint32_t exit = emit_local(Code::JumpIfZero, -1, is_inside, kNoOperand, s.at);
  scopes_.push_back(Scope{true, {}, {}, {}});
  block(s.blocks[0]);
  const Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  const std::uint32_t next = emit_local(Code::Add, counter, counter, constant(1), s.at);
  direct(emit_local(Code::Jump, -1, kNoOperand, kNoOperand, s.at), top);
  direct(exit, here());
  for (const std::uint32_t jump : scope.breaks) direct(jump, here());
  for (const std::uint32_t jump : scope.continues) direct(jump, next);
  rounds_ = rounds;
}

void BodyCompiler::leave_statement(const ast::Statement& s) {
  Scope* loop = nullptr;
  for (Scope& scope : std::views::reverse(scopes_)) {
    if (scope.is_loop && s.kind != Kind::Return) {
      loop = &scope;
      break;
    }
    if (!scope.is_loop) emit(scope.release, s.at);
  }
  if (s.kind != Kind::Return && loop == nullptr) {
    symbols_.fail(s.at, fmt::format("'{}' outside of a loop", s.text));
  }
  const std::uint32_t jump = emit_local(Code::Jump, -1, kNoOperand, kNoOperand, s.at);
  if (s.kind == Kind::Return) {
    returns_.push_back(jump);
  } else if (s.kind == Kind::Break) {
    loop->breaks.push_back(jump);
  } else {
    loop->continues.push_back(jump);
  }
}

void BodyCompiler::assert_statement(const ast::Statement& s) {
  Assertion assertion;
  assertion.condition = s.text.substr(std::string_view("assert ").size());
  assertion_ = &assertion;
  is_sure_ = true;
  is_or_chain_ = true;
  const Operand x = expr(*s.exprs[0]);
  assertion_ = nullptr;
  Instruction in;
  in.code = Code::Assert;
  in.x = x;
  in.target = static_cast<std::uint32_t>(program_.assertions.size());
  program_.assertions.push_back(std::move(assertion));
  emit(in, s.at);
}

void BodyCompiler::critical_statement(const ast::Statement& s) {
  Instruction in;
  object(*s.exprs[0], {SharedKind::Mutex}, in);
  keep_index(in);
  emit_visible(Code::Lock, OpKind::MutexLock, in, s.at);
  in.code = Code::Unlock;
  in.kind = OpKind::MutexUnlock;
  scopes_.push_back(Scope{false, in, {}, {}});
  block(s.blocks[0]);
  scopes_.pop_back();
  emit(in, s.end);
}

void BodyCompiler::once_statement(const ast::Statement& s) {
  Instruction in;
  object(*s.exprs[0], {SharedKind::Once}, in);
  keep_index(in);
  in.dst = temporary();
  emit_visible(Code::OnceEnter, OpKind::OnceEnter, in, s.at);
  const std::uint32_t skip = emit_local(Code::JumpIfZero, -1, in.dst, kNoOperand, s.at);
  in.dst = -1;
  in.code = Code::OnceLeave;
  in.kind = OpKind::OnceLeave;
  scopes_.push_back(Scope{false, in, {}, {}});
  block(s.blocks[0]);
  scopes_.pop_back();
  emit(in, s.end);
  direct(skip, here());
}

void BodyCompiler::operation_statement(const ast::Statement& s) {
  const std::string& w = s.word;
  Instruction in;
  const auto do1 = [&](Code code, OpKind kind, SharedKind wanted) {
    object(*s.exprs[0], {wanted}, in);
    emit_visible(code, kind, in, s.at);
  };
  if (w == "lock") return do1(Code::Lock, OpKind::MutexLock, SharedKind::Mutex);
  if (w == "unlock") return do1(Code::Unlock, OpKind::MutexUnlock, SharedKind::Mutex);
  if (w == "rdlock") return do1(Code::ReadLock, OpKind::RwReadLock, SharedKind::RwLock);
  if (w == "wrlock") return do1(Code::WriteLock, OpKind::RwWriteLock, SharedKind::RwLock);
  if (w == "rdunlock") return do1(Code::ReadUnlock, OpKind::RwReadUnlock, SharedKind::RwLock);
  if (w == "wrunlock") return do1(Code::WriteUnlock, OpKind::RwWriteUnlock, SharedKind::RwLock);
  if (w == "signal") return do1(Code::Signal, OpKind::CondSignal, SharedKind::Cond);
  if (w == "broadcast") return do1(Code::Broadcast, OpKind::CondBroadcast, SharedKind::Cond);
  if (w == "semwait") return do1(Code::SemWait, OpKind::SemWait, SharedKind::Sem);
  if (w == "sempost") return do1(Code::SemPost, OpKind::SemPost, SharedKind::Sem);
  if (w == "seminit") return do1(Code::SemInit, OpKind::LockInit, SharedKind::Sem);
  if (w == "wait") {
    object(*s.exprs[0], {SharedKind::Cond}, in);
    object2(*s.exprs[1], in);
    emit_visible(Code::Wait, OpKind::CondWait, in, s.at);
    emit_visible(Code::Wake, OpKind::CondWake, in, s.at);
    return;
  }
  if (w == "fence") {
    emit_visible(Code::Fence, OpKind::Fence, in, s.at);
    return;
  }
  emit_visible(Code::Yield, OpKind::Yield, in, s.at);
}

void BodyCompiler::compile(const ast::Body& source, std::size_t number) {
  source_ = &source;
  number_ = static_cast<std::uint32_t>(number);
  ModelBody& body = program_.bodies[number];
  for (std::size_t i = 0; i < source.parameters.size(); ++i) {
    declare(source.parameters[i], source.parameter_locations[i], 1, false);
  }
  declare_locals(source.block);
  first_temporary_ = registers_;
  body.register_names.resize(registers_);
  for (const auto& [name, local] : locals_) {
    for (std::uint32_t i = 0; i < local.size; ++i) {
      body.register_names[local.base + i] = local.is_array ? fmt::format("{}[{}]", name, i) : name;
    }
  }
  program_.texts.push_back(
      fmt::format("{} {}", source.is_message ? "message" : "thread", body.name));
  text_ = static_cast<std::uint32_t>(program_.texts.size() - 1);
  body.entry = here();
  emit_visible(source.is_message ? Code::Begin : Code::Start,
               source.is_message ? OpKind::MessageBegin : OpKind::ThreadStart, {}, source.at);
  block(source.block);
  for (const std::uint32_t jump : returns_) direct(jump, here());
  program_.texts.push_back(fmt::format("end of {}", body.name));
  text_ = static_cast<std::uint32_t>(program_.texts.size() - 1);
  emit_visible(source.is_message ? Code::End : Code::Exit,
               source.is_message ? OpKind::MessageEnd : OpKind::ThreadExit, {}, source.end);
  body.registers = most_registers_;
}

}  // namespace skein
