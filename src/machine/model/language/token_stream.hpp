// SPDX-License-Identifier: Apache-2.0
// The tokens of a model file, one at a time, with the questions that every part of the parser asks:
// is this word next, take it, complain.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "machine/model/language/ast.hpp"
#include "machine/model/language/lexer.hpp"

namespace skein {

// Whether the word is one of these, which distinguish parts of the grammar.
template <class Words>
bool is_in(std::string_view word, const Words& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class TokenStream {
 public:
  // Both texts must outlive the stream. Throws UserError if the text is too long.
  TokenStream(std::string_view text, std::string_view file);

  // The token that comes next.
  [[nodiscard]] const Token& token() const { return token_; }
  // The location of the token taken last.
  [[nodiscard]] ast::Location last_at() const { return last_at_; }

  void take();
  [[nodiscard]] bool is(std::string_view text) const {
    return token_.text == text &&
           (token_.kind == Token::Kind::Symbol || token_.kind == Token::Kind::Keyword);
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    take();
    return true;
  }
  void expect(std::string_view text);
  // Takes a name; `what` describes it in the message.
  std::string name(std::string_view what);

  // The text from offset `begin` to the last token taken, on one line and not too long.
  [[nodiscard]] std::string written(std::size_t begin) const;

  [[noreturn]] void fail(std::string_view message) const { fail(token_.at, message); }
  [[noreturn]] void fail(ast::Location at, std::string_view message) const {
    fail_at(file_, at, message);
  }
  [[noreturn]] void expected(std::string_view what) const;

  // One level of recursion: a block, a parenthesis, a unary operator.
  class Nesting {
   public:
    explicit Nesting(TokenStream& tokens);
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --tokens_.nesting_; }

   private:
    TokenStream& tokens_;
  };

 private:
  std::string_view text_;
  std::string_view file_;
  Lexer lexer_;
  Token token_;
  std::size_t last_end_ = 0;  // of the token taken last
  ast::Location last_at_;
  std::size_t nesting_ = 0;
};

}  // namespace skein
