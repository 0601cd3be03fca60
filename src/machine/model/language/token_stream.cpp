// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/token_stream.hpp"

#include <fmt/format.h>

#include "machine/model/language/syntax.hpp"

namespace skein {

TokenStream::TokenStream(std::string_view text, std::string_view file)
    : text_(text), file_(file), lexer_(text, file) {
  if (text.size() > kMaxFileBytes) fail("the file is larger than 4 MiB");
  token_ = lexer_.next();
}

TokenStream::Nesting::Nesting(TokenStream& tokens) : tokens_(tokens) {
  if (++tokens_.nesting_ > kMaxNesting) tokens_.fail("nested too deeply");
}

void TokenStream::take() {
  last_end_ = token_.end;
  last_at_ = token_.at;
  token_ = lexer_.next();
}

void TokenStream::expect(std::string_view text) {
  if (!accept(text)) expected(fmt::format("'{}'", text));
}

std::string TokenStream::name(std::string_view what) {
  if (token_.kind != Token::Kind::Name) expected(what);
  std::string result(token_.text);
  take();
  return result;
}

std::string TokenStream::written(std::size_t begin) const {
  constexpr std::size_t kLongest = 72;
  std::string result;
  bool is_comment = false;
  for (std::size_t i = begin; i < last_end_ && result.size() <= kLongest; ++i) {
    const char c = text_[i];
    if (c == '#' || (c == '/' && i + 1 < last_end_ && text_[i + 1] == '/')) is_comment = true;
    if (c == '\n') is_comment = false;
    if (is_comment) continue;
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (result.size() > kLongest) result.replace(kLongest - 3, std::string::npos, "...");
  return result;
}

void TokenStream::expected(std::string_view what) const {
  fail(fmt::format("expected {}, found {}", what, describe(token_)));
}

}  // namespace skein
