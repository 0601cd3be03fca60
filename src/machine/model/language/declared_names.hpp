// SPDX-License-Identifier: Apache-2.0
// The declared names of a model file, and constant expressions over its params.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "machine/model/language/ast.hpp"
#include "machine/model/language/model_program.hpp"

namespace skein {

struct Symbol {
  enum class Kind : std::uint8_t { Param, Shared, Body };

  Kind kind = Kind::Param;
  std::uint32_t index = 0;  // Shared: into program.shared; Body: into program.bodies
  std::int64_t value = 0;   // Param
};

class DeclaredNames {
 public:
  explicit DeclaredNames(std::string file) : file_(std::move(file)) {}

  // Throws UserError if the name is taken.
  void add(const std::string& name, ast::Location at, Symbol symbol);
  // Null if there is no such name.
  [[nodiscard]] const Symbol* find(const std::string& name) const;

  // The value of a constant expression; UserError if the expression is not constant.
  [[nodiscard]] std::int64_t constant(const ast::Expr& expr) const;
  // constant() with a value from `low` to `high`; `what` is for the message.
  [[nodiscard]] std::int64_t constant(const ast::Expr& expr, std::int64_t low, std::int64_t high,
                                      std::string_view what) const;

  [[noreturn]] void fail(ast::Location at, std::string_view message) const;

 private:
  std::string file_;
  std::map<std::string, Symbol> symbols_;
};

// Computes `a op b`; false if there is no result (division by zero).
[[nodiscard]] bool apply(ast::Binary op, std::int64_t a, std::int64_t b, std::int64_t& result);

// "a mutex", "an atomic variable", ...
[[nodiscard]] std::string_view describe(SharedKind kind);

}  // namespace skein
