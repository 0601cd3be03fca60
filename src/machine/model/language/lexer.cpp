// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/ensure.hpp"

namespace skein {

namespace {

// Sorted. Words that cannot be names.
constexpr auto kKeywords = std::to_array<std::string_view>({
    "assert",         "assume",    "atomic",    "barrier",   "barrierwait", "break",
    "broadcast",      "call",      "cas",       "choose",    "cond",        "continue",
    "create",         "critical",  "data",      "detach",    "else",        "exchange",
    "expect",         "fence",     "fetch_add", "fetch_sub", "fifo",        "for",
    "futextimedwait", "futexwait", "futexwake", "handler",   "if",          "in",
    "join",           "library",   "local",     "lock",      "message",     "mutex",
    "once",           "param",     "plain",     "post",      "rdlock",      "rdunlock",
    "recursive",      "return",    "rwlock",    "sem",       "seminit",     "sempost",
    "semtrywait",     "semvalue",  "semwait",   "signal",    "thread",      "timedwait",
    "trylock",        "tryrdlock", "trywrlock", "unlock",    "wait",        "while",
    "wrlock",         "wrunlock",  "yield",
});
static_assert(std::is_sorted(kKeywords.begin(), kKeywords.end()));

constexpr auto kSymbols = std::to_array<std::string_view>({
    "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "..", "{", "}", "(", ")",
    "[",  "]",  ",",  ";",  "=",  "<",  ">",  "+",  "-",  "*",  "/", "%", "!",
});

// Must not depend on the locale, so <cctype> is not used.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

}  // namespace

void fail_at(std::string_view file, ast::Location at, std::string_view message) {
  throw UserError(fmt::format("{}:{}:{}: {}", file, at.line, at.column, message));
}

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::End) return "the end of the file";
  if (token.kind == Token::Kind::Keyword) return fmt::format("the word '{}'", token.text);
  constexpr std::size_t kShown = 40;
  if (token.text.size() > kShown) return fmt::format("'{}...'", token.text.substr(0, kShown));
  return fmt::format("'{}'", token.text);
}

char Lexer::peek(std::size_t ahead) const {
  return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
}

void Lexer::advance(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, ++position_) {
    if (text_[position_] == '\n') {
      ++at_.line;
      at_.column = 1;
    } else {
      ++at_.column;
    }
  }
}

void Lexer::skip_blanks() {
  while (position_ < text_.size()) {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      advance(1);
    } else if (c == '#' || (c == '/' && peek(1) == '/')) {
      const std::size_t line_end = std::min(text_.find('\n', position_), text_.size());
      advance(line_end - position_);
    } else {
      return;
    }
  }
}

Token Lexer::integer(Token token) {
  const bool is_hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
  const int base = is_hex ? 16 : 10;
  std::size_t length = is_hex ? 2 : 0;
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  for (; digit_value(peek(length)) < base; ++length) {
    const int digit = digit_value(peek(length));
    if (token.number > (kMax - digit) / base) fail_at(file_, token.at, "the number is too large");
    token.number = token.number * base + digit;
  }
  if ((is_hex && length == 2) || is_letter(peek(length)) || is_digit(peek(length))) {
    fail_at(file_, token.at, "a number must consist of digits");
  }
  token.kind = Token::Kind::Integer;
  token.end = position_ + length;
  return token;
}

Token Lexer::next() {
  skip_blanks();
  Token token;
  token.at = at_;
  token.begin = position_;
  token.end = position_;
  if (position_ == text_.size()) return token;
  const char c = peek();
  if (is_digit(c)) {
    token = integer(token);
  } else if (is_letter(c)) {
    std::size_t length = 1;
    while (is_letter(peek(length)) || is_digit(peek(length))) ++length;
    token.end = position_ + length;
    const std::string_view word = text_.substr(position_, length);
    const bool is_keyword = std::binary_search(kKeywords.begin(), kKeywords.end(), word);
    token.kind = is_keyword ? Token::Kind::Keyword : Token::Kind::Name;
  } else {
    const std::string_view rest = text_.substr(position_);
    const auto* symbol = std::find_if(kSymbols.begin(), kSymbols.end(),
                                      [&](std::string_view s) { return rest.starts_with(s); });
    if (symbol == kSymbols.end()) {
      const bool is_printable = c > ' ' && c < 127;
      fail_at(file_, at_,
              is_printable ? fmt::format("unexpected character '{}'", c)
                           : fmt::format("unexpected byte 0x{:02x}",
                                         static_cast<unsigned>(static_cast<unsigned char>(c))));
    }
    token.kind = Token::Kind::Symbol;
    token.end = position_ + symbol->size();
  }
  token.text = text_.substr(token.begin, token.end - token.begin);
  advance(token.end - token.begin);
  return token;
}

}  // namespace skein
