// SPDX-License-Identifier: Apache-2.0
// Expressions of a model file: places, calls, operators. See syntax.hpp.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "machine/model/language/ast.hpp"
#include "machine/model/language/token_stream.hpp"

namespace skein {

class ExpressionSyntax {
 public:
  explicit ExpressionSyntax(TokenStream& tokens) : tokens_(tokens) {}

  // An expression of operators with at least the precedence `weakest`.
  ast::ExprPtr expr(int weakest = 1);
  // A name with its index; `what` describes it in the message.
  ast::ExprPtr place(std::string_view what);
  std::vector<ast::ExprPtr> places(std::size_t count);
  void arguments(std::vector<ast::ExprPtr>& result);
  // Null if the next word does not begin a call.
  ast::ExprPtr call();

 private:
  ast::ExprPtr primary();
  ast::ExprPtr unary();
  void add_operand(ast::Expr& e, ast::ExprPtr operand);

  TokenStream& tokens_;
};

}  // namespace skein
