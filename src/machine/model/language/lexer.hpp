// SPDX-License-Identifier: Apache-2.0
// Splits a model file into tokens. The lexer returns one token at a time and remembers its
// position, so that every message can name line and column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "machine/model/language/ast.hpp"

namespace skein {

struct Token {
  enum class Kind : std::uint8_t { Name, Keyword, Integer, Symbol, End };

  Kind kind = Kind::End;
  std::string_view text;  // part of the file's text
  std::int64_t number = 0;
  ast::Location at;
  std::size_t begin = 0;  // offsets into the text
  std::size_t end = 0;
};

// Throws UserError "FILE:LINE:COLUMN: MESSAGE".
[[noreturn]] void fail_at(std::string_view file, ast::Location at, std::string_view message);

class Lexer {
 public:
  // Both views must outlive the lexer.
  Lexer(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  [[nodiscard]] Token next();

 private:
  void skip_blanks();
  void advance(std::size_t count);
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  [[nodiscard]] Token integer(Token token);

  std::string_view text_;
  std::string_view file_;
  std::size_t position_ = 0;
  ast::Location at_;
};

// The description of a token in "expected X, found ...".
[[nodiscard]] std::string describe(const Token& token);

}  // namespace skein
