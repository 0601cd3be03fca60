// SPDX-License-Identifier: Apache-2.0
#include "machine/model/syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "machine/model/lexer.hpp"

namespace skein {

namespace {

using ast::Block;
using ast::Body;
using ast::Declaration;
using ast::Expr;
using ast::ExprPtr;
using ast::Statement;

template <std::size_t N>
bool is_in(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Operations on one object, without and with a result.
constexpr auto kDo1 =
    std::to_array<std::string_view>({"lock", "unlock", "rdlock", "wrlock", "rdunlock", "wrunlock",
                                     "signal", "broadcast", "semwait", "sempost", "seminit"});
constexpr auto kGet1 = std::to_array<std::string_view>(
    {"trylock", "tryrdlock", "trywrlock", "semtrywait", "semvalue", "barrierwait", "call"});
// A place and a value in parentheses.
constexpr auto kGet2 = std::to_array<std::string_view>(
    {"fetch_add", "fetch_sub", "exchange", "futexwait", "futextimedwait", "futexwake"});

struct DeclarationWord {
  std::string_view word;
  Declaration::Kind kind;
};
constexpr auto kDeclarations = std::to_array<DeclarationWord>({
    {"atomic", Declaration::Kind::Atomic},
    {"plain", Declaration::Kind::Plain},
    {"data", Declaration::Kind::Data},
    {"mutex", Declaration::Kind::Mutex},
    {"rwlock", Declaration::Kind::RwLock},
    {"cond", Declaration::Kind::Cond},
    {"sem", Declaration::Kind::Sem},
    {"barrier", Declaration::Kind::Barrier},
    {"once", Declaration::Kind::Once},
    {"library", Declaration::Kind::Library},
    {"handler", Declaration::Kind::Handler},
});

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

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : text_(text), lexer_(text, file) {
    result_.name = file;
    if (text.size() > kMaxFileBytes) fail("the file is larger than 4 MiB");
    token_ = lexer_.next();
  }

  ast::File file() {
    while (token_.kind != Token::Kind::End) {
      item();
      while (accept(";")) {
      }
    }
    return std::move(result_);
  }

 private:
  // One level of recursion: a block, a parenthesis, a unary operator.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ > kMaxNesting) parser_.fail("nested too deeply");
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --parser_.nesting_; }

   private:
    Parser& parser_;
  };

  [[noreturn]] void fail(std::string_view message) { fail_at(result_.name, token_.at, message); }
  [[noreturn]] void expected(std::string_view what) {
    fail(fmt::format("expected {}, found {}", what, describe(token_)));
  }

  void take() {
    last_end_ = token_.end;
    last_at_ = token_.at;
    token_ = lexer_.next();
  }
  [[nodiscard]] bool is(std::string_view text) const {
    return token_.text == text &&
           (token_.kind == Token::Kind::Symbol || token_.kind == Token::Kind::Keyword);
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    take();
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) expected(fmt::format("'{}'", text));
  }
  std::string name(std::string_view what) {
    if (token_.kind != Token::Kind::Name) expected(what);
    std::string result(token_.text);
    take();
    return result;
  }

  // What was written from `begin` to the last token taken, on one line and not too long.
  [[nodiscard]] std::string written(std::size_t begin) const {
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

  void item() {
    if (token_.kind == Token::Kind::Keyword) {
      if (is("param")) return param();
      if (is("thread") || is("message")) return body();
      if (is("expect")) return expectation();
      const bool is_recursive = accept("recursive");
      if (is_recursive && !is("mutex")) expected("'mutex'");
      for (const auto& [word, kind] : kDeclarations) {
        if (accept(word)) return declarations(kind, is_recursive);
      }
    }
    expected("a declaration");
  }

  void param() {
    take();
    Declaration d;
    d.kind = Declaration::Kind::Param;
    d.at = token_.at;
    d.name = name("the parameter's name");
    expect("=");
    d.inits.push_back(expr());
    result_.declarations.push_back(std::move(d));
  }

  void declarations(Declaration::Kind kind, bool is_recursive) {
    using K = Declaration::Kind;
    const bool is_variable = kind == K::Atomic || kind == K::Plain || kind == K::Data;
    do {
      Declaration d;
      d.kind = kind;
      d.is_recursive = is_recursive;
      d.at = token_.at;
      d.name = name("a name");
      if (accept("[")) {
        d.size = expr();
        expect("]");
      }
      if (kind == K::Barrier && !is("=")) expected("'=' and how many agents the barrier is for");
      if ((is_variable || kind == K::Sem || kind == K::Barrier) && accept("=")) {
        if (is_variable && accept("{")) {
          d.is_list = true;
          do {
            d.inits.push_back(expr());
          } while (accept(","));
          expect("}");
        } else {
          d.inits.push_back(expr());
        }
      }
      if (kind == K::Handler) d.is_fifo = accept("fifo");
      result_.declarations.push_back(std::move(d));
    } while (accept(","));
  }

  void body() {
    Body b;
    b.is_message = is("message");
    take();
    b.at = token_.at;
    b.name = name(b.is_message ? "the message's name" : "the thread's name");
    if (accept("(") && !accept(")")) {
      do {
        b.parameter_locations.push_back(token_.at);
        b.parameters.push_back(name("a parameter's name"));
      } while (accept(","));
      expect(")");
    }
    b.block = block();
    b.end = last_at_;
    result_.bodies.push_back(std::move(b));
  }

  void expectation() {
    take();
    ast::Expectation e;
    e.at = token_.at;
    // The key may be any word, also one of the language ("deadlock" today, "join" tomorrow).
    if (token_.kind != Token::Kind::Name && token_.kind != Token::Kind::Keyword) {
      expected("what is expected: executions, events, verdict ...");
    }
    e.key = token_.text;
    take();
    const bool is_param = std::any_of(
        result_.declarations.begin(), result_.declarations.end(), [&](const Declaration& d) {
          return d.kind == Declaration::Kind::Param && d.name == token_.text;
        });
    if (token_.kind == Token::Kind::Name && !is_param) {
      e.word = token_.text;
      take();
    } else {
      e.value = expr();
    }
    result_.expectations.push_back(std::move(e));
  }

  Block block() {
    const Nesting nesting(*this);
    expect("{");
    Block result;
    while (!accept("}")) {
      if (accept(";")) continue;
      result.push_back(statement());
    }
    return result;
  }

  Statement statement() {
    const std::size_t begin = token_.begin;
    Statement s;
    s.at = token_.at;
    if (token_.kind == Token::Kind::Name) {
      assignment(s);
    } else if (token_.kind == Token::Kind::Keyword) {
      keyword_statement(s, begin);
    } else {
      expected("a statement or '}'");
    }
    if (s.text.empty()) s.text = written(begin);
    return s;
  }

  void assignment(Statement& s) {
    s.kind = Statement::Kind::Assign;
    s.exprs.push_back(place("a variable"));
    if (!accept("=")) {
      s.is_compound = true;
      if (accept("+=")) {
        s.compound = ast::Binary::Add;
      } else if (accept("-=")) {
        s.compound = ast::Binary::Sub;
      } else if (accept("*=")) {
        s.compound = ast::Binary::Mul;
      } else {
        expected("'='");
      }
    }
    s.exprs.push_back(expr());
  }

  void keyword_statement(Statement& s, std::size_t begin) {
    using K = Statement::Kind;
    const std::string word(token_.text);
    const auto with_expr = [&](K kind) {
      take();
      s.kind = kind;
      s.exprs.push_back(expr());
    };
    const auto with_block = [&] {
      s.text = written(begin);
      s.blocks.push_back(block());
      s.end = last_at_;
    };
    if (word == "if") return if_statement(s, begin);
    if (word == "local") return local_statement(s);
    if (word == "for") return for_statement(s, begin);
    if (word == "post") return post_statement(s);
    if (word == "while") {
      with_expr(K::While);
      return with_block();
    }
    if (word == "assert") return with_expr(K::Assert);
    if (word == "assume") return with_expr(K::Assume);
    if (word == "join") return with_expr(K::Join);
    if (word == "detach") return with_expr(K::Detach);
    if (word == "critical" || word == "once") {
      take();
      s.kind = word == "once" ? K::Once : K::Critical;
      s.exprs.push_back(place(word == "once" ? "a once object" : "a mutex"));
      return with_block();
    }
    if (word == "break" || word == "continue" || word == "return") {
      take();
      s.kind = word == "break" ? K::Break : word == "continue" ? K::Continue : K::Return;
      return;
    }
    if (word == "fence" || word == "yield" || word == "wait" || is_in(word, kDo1)) {
      take();
      s.kind = K::Operation;
      s.word = word;
      if (word == "fence" || word == "yield") return;
      s.exprs = places(word == "wait" ? 2 : 1);
      return;
    }
    if (ExprPtr result = call()) {
      s.kind = K::Evaluate;
      s.exprs.push_back(std::move(result));
      return;
    }
    expected("a statement or '}'");
  }

  void if_statement(Statement& s, std::size_t begin) {
    s.kind = Statement::Kind::If;
    take();
    s.exprs.push_back(expr());
    s.text = written(begin);
    s.blocks.push_back(block());
    while (accept("else")) {
      const bool is_last = !accept("if");
      if (!is_last) s.exprs.push_back(expr());
      s.blocks.push_back(block());
      if (is_last) break;
    }
    s.end = last_at_;
  }

  void local_statement(Statement& s) {
    s.kind = Statement::Kind::Local;
    take();
    do {
      ast::LocalArray local;
      local.at = token_.at;
      local.name = name("a name");
      if (accept("[")) {
        local.size = expr();
        expect("]");
      }
      s.locals.push_back(std::move(local));
    } while (accept(","));
  }

  void for_statement(Statement& s, std::size_t begin) {
    s.kind = Statement::Kind::For;
    take();
    s.name = name("the loop's variable");
    expect("in");
    s.exprs.push_back(expr());
    expect("..");
    s.exprs.push_back(expr());
    s.text = written(begin);
    s.blocks.push_back(block());
    s.end = last_at_;
  }

  void post_statement(Statement& s) {
    s.kind = Statement::Kind::Post;
    take();
    s.exprs.push_back(place("a handler"));
    s.name = name("the message's name");
    arguments(s.exprs);
  }

  // [ "(" [ expr { "," expr } ] ")" ]
  void arguments(std::vector<ExprPtr>& result) {
    if (!accept("(") || accept(")")) return;
    do {
      result.push_back(expr());
    } while (accept(","));
    expect(")");
  }

  // One or two places, in parentheses or not.
  std::vector<ExprPtr> places(std::size_t count) {
    std::vector<ExprPtr> result;
    const bool has_parentheses = accept("(");
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && has_parentheses) expect(",");
      result.push_back(place("the name of an object"));
    }
    if (has_parentheses) expect(")");
    return result;
  }

  ExprPtr place(std::string_view what) {
    const std::size_t begin = token_.begin;
    auto e = std::make_unique<Expr>();
    e->kind = Expr::Kind::Place;
    e->at = token_.at;
    e->name = name(what);
    if (is("[")) {
      const Nesting nesting(*this);
      take();
      add_operand(*e, expr());
      expect("]");
    }
    e->text = written(begin);
    return e;
  }

  void add_operand(Expr& e, ExprPtr operand) {
    e.depth = std::max(e.depth, operand->depth + 1);
    if (e.depth > kMaxExprDepth) fail_at(result_.name, e.at, "the expression is too long");
    e.operands.push_back(std::move(operand));
  }

  // A call, or null if the next word does not begin one.
  ExprPtr call() {
    if (token_.kind != Token::Kind::Keyword) return nullptr;
    const std::string word(token_.text);
    const bool is_get1 = is_in(word, kGet1);
    const bool is_get2 = is_in(word, kGet2);
    if (!is_get1 && !is_get2 && word != "timedwait" && word != "create" && word != "choose" &&
        word != "cas") {
      return nullptr;
    }
    const Nesting nesting(*this);
    const std::size_t begin = token_.begin;
    auto e = std::make_unique<Expr>();
    e->kind = Expr::Kind::Call;
    e->at = token_.at;
    e->word = word;
    take();
    std::vector<ExprPtr> operands;
    if (is_get1 || word == "timedwait") {
      operands = places(is_get1 ? 1 : 2);
    } else if (word == "create") {
      e->name = name("the name of a thread");
      arguments(operands);
    } else if (word == "choose") {
      operands.push_back(primary());
    } else {
      expect("(");
      operands.push_back(place("an atomic variable"));
      const int values = word == "cas" ? 2 : 1;
      for (int i = 0; i < values; ++i) {
        expect(",");
        operands.push_back(expr());
      }
      expect(")");
    }
    for (ExprPtr& operand : operands) add_operand(*e, std::move(operand));
    e->text = written(begin);
    return e;
  }

  ExprPtr primary() {
    if (token_.kind == Token::Kind::Integer) {
      auto e = std::make_unique<Expr>();
      e->kind = Expr::Kind::Number;
      e->at = token_.at;
      e->number = token_.number;
      take();
      return e;
    }
    if (token_.kind == Token::Kind::Name) return place("a name");
    if (is("(")) {
      const Nesting nesting(*this);
      take();
      ExprPtr e = expr();
      expect(")");
      return e;
    }
    if (ExprPtr e = call()) return e;
    expected("an expression");
  }

  ExprPtr unary() {
    const bool is_not = is("!");
    if (!is_not && !is("-")) return primary();
    const Nesting nesting(*this);
    auto e = std::make_unique<Expr>();
    e->kind = is_not ? Expr::Kind::Not : Expr::Kind::Negate;
    e->at = token_.at;
    take();
    add_operand(*e, unary());
    return e;
  }

  [[nodiscard]] const Operator* binary_operator() const {
    if (token_.kind != Token::Kind::Symbol) return nullptr;
    for (const Operator& o : kOperators) {
      if (o.symbol == token_.text) return &o;
    }
    return nullptr;
  }

  // Precedence climbing; all operators group to the left. Recursion is at most one level for each
  // strength.
  ExprPtr expr(int weakest = 1) {
    ExprPtr left = unary();
    for (const Operator* o = binary_operator(); o != nullptr && o->strength >= weakest;
         o = binary_operator()) {
      auto e = std::make_unique<Expr>();
      e->kind = Expr::Kind::Binary;
      e->binary = o->binary;
      e->at = token_.at;
      take();
      ExprPtr right = expr(o->strength + 1);
      add_operand(*e, std::move(left));
      add_operand(*e, std::move(right));
      left = std::move(e);
    }
    return left;
  }

  std::string_view text_;
  Lexer lexer_;
  ast::File result_;
  Token token_;
  std::size_t last_end_ = 0;  // of the token taken last
  ast::Location last_at_;
  std::size_t nesting_ = 0;
};

}  // namespace

ast::File parse_syntax(std::string_view text, std::string_view file_name) {
  return Parser(text, file_name).file();
}

}  // namespace skein
