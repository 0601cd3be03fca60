// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/expression_syntax.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "machine/model/language/syntax.hpp"

namespace skein {

using ast::Expr;
using ast::ExprPtr;

namespace {

// Operations with a result: on one object; and on a place and a value, in parentheses.
constexpr auto kGet1 = std::to_array<std::string_view>(
    {"trylock", "tryrdlock", "trywrlock", "semtrywait", "semvalue", "barrierwait", "call"});
constexpr auto kGet2 = std::to_array<std::string_view>(
    {"fetch_add", "fetch_sub", "exchange", "futexwait", "futextimedwait", "futexwake"});

struct Operator {
  std::string_view symbol;
  int strength;
  ast::Binary binary;
};
constexpr auto kOperators = std::to_array<Operator>({
    {"||", 1, ast::Binary::Or},
    {"&&", 2, ast::Binary::And},
    {"==", 3, ast::Binary::Eq},
    {"!=", 3, ast::Binary::Ne},
    {"<", 4, ast::Binary::Lt},
    {"<=", 4, ast::Binary::Le},
    {">", 4, ast::Binary::Gt},
    {">=", 4, ast::Binary::Ge},
    {"+", 5, ast::Binary::Add},
    {"-", 5, ast::Binary::Sub},
    {"*", 6, ast::Binary::Mul},
    {"/", 6, ast::Binary::Div},
    {"%", 6, ast::Binary::Mod},
});

// Null if the token is not a binary operator.
const Operator* operator_of(const Token& token) {
  if (token.kind != Token::Kind::Symbol) return nullptr;
  const auto* const found = std::find_if(kOperators.begin(), kOperators.end(),
                                         [&](const Operator& o) { return o.symbol == token.text; });
  return found == kOperators.end() ? nullptr : found;
}

}  // namespace

// [ "(" [ expr { "," expr } ] ")" ]
void ExpressionSyntax::arguments(std::vector<ExprPtr>& result) {
  if (!tokens_.accept("(") || tokens_.accept(")")) return;
  do {
    result.push_back(expr());
  } while (tokens_.accept(","));
  tokens_.expect(")");
}

// One or two places, in parentheses or not.
std::vector<ExprPtr> ExpressionSyntax::places(std::size_t count) {
  std::vector<ExprPtr> result;
  const bool has_parentheses = tokens_.accept("(");
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && has_parentheses) tokens_.expect(",");
    result.push_back(place("the name of an object"));
  }
  if (has_parentheses) tokens_.expect(")");
  return result;
}

ExprPtr ExpressionSyntax::place(std::string_view what) {
  const std::size_t begin = tokens_.token().begin;
  auto e = std::make_unique<Expr>();
  e->kind = Expr::Kind::Place;
  e->at = tokens_.token().at;
  e->name = tokens_.name(what);
  if (tokens_.is("[")) {
    const TokenStream::Nesting nesting(tokens_);
    tokens_.take();
    add_operand(*e, expr());
    tokens_.expect("]");
  }
  e->text = tokens_.written(begin);
  return e;
}

void ExpressionSyntax::add_operand(Expr& e, ExprPtr operand) {
  e.depth = std::max(e.depth, operand->depth + 1);
  if (e.depth > kMaxExprDepth) tokens_.fail(e.at, "the expression is too long");
  e.operands.push_back(std::move(operand));
}

// A call, or null if the next word does not begin one.
ExprPtr ExpressionSyntax::call() {
  if (tokens_.token().kind != Token::Kind::Keyword) return nullptr;
  const std::string word(tokens_.token().text);
  const bool is_get1 = is_in(word, kGet1);
  const bool is_get2 = is_in(word, kGet2);
  if (!is_get1 && !is_get2 && word != "timedwait" && word != "create" && word != "choose" &&
      word != "cas") {
    return nullptr;
  }
  const TokenStream::Nesting nesting(tokens_);
  const std::size_t begin = tokens_.token().begin;
  auto e = std::make_unique<Expr>();
  e->kind = Expr::Kind::Call;
  e->at = tokens_.token().at;
  e->word = word;
  tokens_.take();
  std::vector<ExprPtr> operands;
  if (is_get1 || word == "timedwait") {
    operands = places(is_get1 ? 1 : 2);
  } else if (word == "create") {
    e->name = tokens_.name("the name of a thread");
    arguments(operands);
  } else if (word == "choose") {
    operands.push_back(primary());
  } else {
    tokens_.expect("(");
    operands.push_back(place("an atomic variable"));
    const int values = word == "cas" ? 2 : 1;
    for (int i = 0; i < values; ++i) {
      tokens_.expect(",");
      operands.push_back(expr());
    }
    tokens_.expect(")");
  }
  for (ExprPtr& operand : operands) add_operand(*e, std::move(operand));
  e->text = tokens_.written(begin);
  return e;
}

ExprPtr ExpressionSyntax::primary() {
  if (tokens_.token().kind == Token::Kind::Integer) {
    auto e = std::make_unique<Expr>();
    e->kind = Expr::Kind::Number;
    e->at = tokens_.token().at;
    e->number = tokens_.token().number;
    tokens_.take();
    return e;
  }
  if (tokens_.token().kind == Token::Kind::Name) return place("a name");
  if (tokens_.is("(")) {
    const TokenStream::Nesting nesting(tokens_);
    tokens_.take();
    ExprPtr e = expr();
    tokens_.expect(")");
    return e;
  }
  if (ExprPtr e = call()) return e;
  tokens_.expected("an expression");
}

ExprPtr ExpressionSyntax::unary() {
  const bool is_not = tokens_.is("!");
  if (!is_not && !tokens_.is("-")) return primary();
  const TokenStream::Nesting nesting(tokens_);
  auto e = std::make_unique<Expr>();
  e->kind = is_not ? Expr::Kind::Not : Expr::Kind::Negate;
  e->at = tokens_.token().at;
  tokens_.take();
  add_operand(*e, unary());
  return e;
}

// Precedence climbing; all operators are left-associative. At most one level of recursion for each
// precedence.
ExprPtr ExpressionSyntax::expr(int weakest) {
  ExprPtr left = unary();
  for (const Operator* o = operator_of(tokens_.token()); o != nullptr && o->strength >= weakest;
       o = operator_of(tokens_.token())) {
    auto e = std::make_unique<Expr>();
    e->kind = Expr::Kind::Binary;
    e->binary = o->binary;
    e->at = tokens_.token().at;
    tokens_.take();
    ExprPtr right = expr(o->strength + 1);
    add_operand(*e, std::move(left));
    add_operand(*e, std::move(right));
    left = std::move(e);
  }
  return left;
}

}  // namespace skein
