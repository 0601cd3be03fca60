// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/declared_names.hpp"

#include <fmt/format.h>

#include "machine/model/language/lexer.hpp"
#include "machine/model/language/model_arithmetic.hpp"

namespace skein {

void DeclaredNames::fail(ast::Location at, std::string_view message) const {
  fail_at(file_, at, message);
}

void DeclaredNames::add(const std::string& name, ast::Location at, Symbol symbol) {
  if (!symbols_.emplace(name, symbol).second) {
    fail(at, fmt::format("the name '{}' is declared twice", name));
  }
}

const Symbol* DeclaredNames::find(const std::string& name) const {
  const auto it = symbols_.find(name);
  return it == symbols_.end() ? nullptr : &it->second;
}

bool apply(ast::Binary op, std::int64_t a, std::int64_t b, std::int64_t& result) {
  using ast::Binary;
  switch (op) {
    case Binary::Add: result = arithmetic::add(a, b); return true;
    case Binary::Sub: result = arithmetic::subtract(a, b); return true;
    case Binary::Mul: result = arithmetic::multiply(a, b); return true;
    case Binary::Div:
      if (b == 0) return false;
      result = arithmetic::divide(a, b);
      return true;
    case Binary::Mod:
      if (b == 0) return false;
      result = arithmetic::modulo(a, b);
      return true;
    case Binary::Eq: result = a == b ? 1 : 0; return true;
    case Binary::Ne: result = a != b ? 1 : 0; return true;
    case Binary::Lt: result = a < b ? 1 : 0; return true;
    case Binary::Le: result = a <= b ? 1 : 0; return true;
    case Binary::Gt: result = a > b ? 1 : 0; return true;
    case Binary::Ge: result = a >= b ? 1 : 0; return true;
    case Binary::And: result = a != 0 && b != 0 ? 1 : 0; return true;
    case Binary::Or: result = a != 0 || b != 0 ? 1 : 0; return true;
  }
  return false;
}

std::int64_t DeclaredNames::constant(const ast::Expr& expr) const {
  using ExprKind = ast::Expr::Kind;
  switch (expr.kind) {
    case ExprKind::Number: return expr.number;
    case ExprKind::Negate: return arithmetic::subtract(0, constant(*expr.operands[0]));
    case ExprKind::Not: return constant(*expr.operands[0]) == 0 ? 1 : 0;
    case ExprKind::Binary: {
      std::int64_t result = 0;
      if (!apply(expr.binary, constant(*expr.operands[0]), constant(*expr.operands[1]), result)) {
        fail(expr.at, "division by zero in a constant");
      }
      return result;
    }
    case ExprKind::Place: {
      const Symbol* symbol = find(expr.name);
      if (symbol != nullptr && symbol->kind == Symbol::Kind::Param && expr.operands.empty()) {
        return symbol->value;
      }
      fail(expr.at,
           fmt::format("expected a constant, but '{}' is not a param declared before", expr.name));
    }
    case ExprKind::Call: break;
  }
  fail(expr.at, fmt::format("expected a constant, found '{}'", expr.word));
}

std::int64_t DeclaredNames::constant(const ast::Expr& expr, std::int64_t low, std::int64_t high,
                                     std::string_view what) const {
  const std::int64_t value = constant(expr);
  if (value < low || value > high) {
    fail(expr.at, fmt::format("{} must be from {} to {}, not {}", what, low, high, value));
  }
  return value;
}

std::string_view describe(SharedKind kind) {
  switch (kind) {
    case SharedKind::Atomic: return "an atomic variable";
    case SharedKind::Plain: return "a plain variable";
    case SharedKind::Data: return "a data variable";
    case SharedKind::Mutex: return "a mutex";
    case SharedKind::RwLock: return "a rwlock";
    case SharedKind::Cond: return "a cond";
    case SharedKind::Sem: return "a sem";
    case SharedKind::Barrier: return "a barrier";
    case SharedKind::Once: return "a once object";
    case SharedKind::Library: return "a library";
    case SharedKind::Handler: return "a handler";
    case SharedKind::Mailbox: return "a mailbox";
  }
  return "an object";
}

}  // namespace skein
