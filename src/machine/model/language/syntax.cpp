// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "machine/model/language/expression_syntax.hpp"
#include "machine/model/language/token_stream.hpp"

namespace skein {

namespace {

using ast::Block;
using ast::Body;
using ast::Declaration;
using ast::ExprPtr;
using ast::Statement;

// Operations on one object without a result.
constexpr auto kDo1 =
    std::to_array<std::string_view>({"lock", "unlock", "rdlock", "wrlock", "rdunlock", "wrunlock",
                                     "signal", "broadcast", "semwait", "sempost", "seminit"});
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

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : tokens_(text, file), exprs_(tokens_) {
    result_.name = file;
  }

  ast::File file() {
    while (tokens_.token().kind != Token::Kind::End) {
      item();
      while (tokens_.accept(";")) {
      }
    }
    return std::move(result_);
  }

 private:
  void item() {
    if (tokens_.token().kind == Token::Kind::Keyword) {
      if (tokens_.is("param")) return param();
      if (tokens_.is("thread") || tokens_.is("message")) return body();
      if (tokens_.is("expect")) return expectation();
      const bool is_recursive = tokens_.accept("recursive");
      if (is_recursive && !tokens_.is("mutex")) tokens_.expected("'mutex'");
      for (const auto& [word, kind] : kDeclarations) {
        if (tokens_.accept(word)) return declarations(kind, is_recursive);
      }
    }
    tokens_.expected("a declaration");
  }

  void param() {
    tokens_.take();
    Declaration d;
    d.kind = Declaration::Kind::Param;
    d.at = tokens_.token().at;
    d.name = tokens_.name("the parameter's name");
    tokens_.expect("=");
    d.inits.push_back(exprs_.expr());
    result_.declarations.push_back(std::move(d));
  }

  void declarations(Declaration::Kind kind, bool is_recursive) {
    using K = Declaration::Kind;
    const bool is_variable = kind == K::Atomic || kind == K::Plain || kind == K::Data;
    do {
      Declaration d;
      d.kind = kind;
      d.is_recursive = is_recursive;
      d.at = tokens_.token().at;
      d.name = tokens_.name("a name");
      if (tokens_.accept("[")) {
        d.size = exprs_.expr();
        tokens_.expect("]");
      }
      if (kind == K::Barrier && !tokens_.is("="))
        tokens_.expected("'=' and how many agents the barrier is for");
      if ((is_variable || kind == K::Sem || kind == K::Barrier) && tokens_.accept("=")) {
        if (is_variable && tokens_.accept("{")) {
          d.is_list = true;
          do {
            d.inits.push_back(exprs_.expr());
          } while (tokens_.accept(","));
          tokens_.expect("}");
        } else {
          d.inits.push_back(exprs_.expr());
        }
      }
      if (kind == K::Handler) d.is_fifo = tokens_.accept("fifo");
      result_.declarations.push_back(std::move(d));
    } while (tokens_.accept(","));
  }

  void body() {
    Body b;
    b.is_message = tokens_.is("message");
    tokens_.take();
    b.at = tokens_.token().at;
    b.name = tokens_.name(b.is_message ? "the message's name" : "the thread's name");
    if (tokens_.accept("(") && !tokens_.accept(")")) {
      do {
        b.parameter_locations.push_back(tokens_.token().at);
        b.parameters.push_back(tokens_.name("a parameter's name"));
      } while (tokens_.accept(","));
      tokens_.expect(")");
    }
    b.block = block();
    b.end = tokens_.last_at();
    result_.bodies.push_back(std::move(b));
  }

  void expectation() {
    tokens_.take();
    ast::Expectation e;
    e.at = tokens_.token().at;
    // The key may be any word, even a keyword ("deadlock" today, "join" tomorrow).
    if (tokens_.token().kind != Token::Kind::Name && tokens_.token().kind != Token::Kind::Keyword) {
      tokens_.expected("what is expected: executions, events, verdict ...");
    }
    e.key = tokens_.token().text;
    tokens_.take();
    const bool is_param = std::any_of(
        result_.declarations.begin(), result_.declarations.end(), [&](const Declaration& d) {
          return d.kind == Declaration::Kind::Param && d.name == tokens_.token().text;
        });
    if (tokens_.token().kind == Token::Kind::Name && !is_param) {
      e.word = tokens_.token().text;
      tokens_.take();
    } else {
      e.value = exprs_.expr();
    }
    result_.expectations.push_back(std::move(e));
  }

  Block block() {
    const TokenStream::Nesting nesting(tokens_);
    tokens_.expect("{");
    Block result;
    while (!tokens_.accept("}")) {
      if (tokens_.accept(";")) continue;
      result.push_back(statement());
    }
    return result;
  }

  Statement statement() {
    const std::size_t begin = tokens_.token().begin;
    Statement s;
    s.at = tokens_.token().at;
    if (tokens_.token().kind == Token::Kind::Name) {
      assignment(s);
    } else if (tokens_.token().kind == Token::Kind::Keyword) {
      keyword_statement(s, begin);
    } else {
      tokens_.expected("a statement or '}'");
    }
    if (s.text.empty()) s.text = tokens_.written(begin);
    return s;
  }

  void assignment(Statement& s) {
    s.kind = Statement::Kind::Assign;
    s.exprs.push_back(exprs_.place("a variable"));
    if (!tokens_.accept("=")) {
      s.is_compound = true;
      if (tokens_.accept("+=")) {
        s.compound = ast::Binary::Add;
      } else if (tokens_.accept("-=")) {
        s.compound = ast::Binary::Sub;
      } else if (tokens_.accept("*=")) {
        s.compound = ast::Binary::Mul;
      } else {
        tokens_.expected("'='");
      }
    }
    s.exprs.push_back(exprs_.expr());
  }

  void keyword_statement(Statement& s, std::size_t begin) {
    using K = Statement::Kind;
    const std::string word(tokens_.token().text);
    const auto with_expr = [&](K kind) {
      tokens_.take();
      s.kind = kind;
      s.exprs.push_back(exprs_.expr());
    };
    const auto with_block = [&] {
      s.text = tokens_.written(begin);
      s.blocks.push_back(block());
      s.end = tokens_.last_at();
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
      tokens_.take();
      s.kind = word == "once" ? K::Once : K::Critical;
      s.exprs.push_back(exprs_.place(word == "once" ? "a once object" : "a mutex"));
      return with_block();
    }
    if (word == "break" || word == "continue" || word == "return") {
      tokens_.take();
      s.kind = word == "break" ? K::Break : word == "continue" ? K::Continue : K::Return;
      return;
    }
    if (word == "fence" || word == "yield" || word == "wait" || is_in(word, kDo1)) {
      tokens_.take();
      s.kind = K::Operation;
      s.word = word;
      if (word == "fence" || word == "yield") return;
      s.exprs = exprs_.places(word == "wait" ? 2 : 1);
      return;
    }
    if (ExprPtr result = exprs_.call()) {
      s.kind = K::Evaluate;
      s.exprs.push_back(std::move(result));
      return;
    }
    tokens_.expected("a statement or '}'");
  }

  void if_statement(Statement& s, std::size_t begin) {
    s.kind = Statement::Kind::If;
    tokens_.take();
    s.exprs.push_back(exprs_.expr());
    s.text = tokens_.written(begin);
    s.blocks.push_back(block());
    while (tokens_.accept("else")) {
      const bool is_last = !tokens_.accept("if");
      if (!is_last) s.exprs.push_back(exprs_.expr());
      s.blocks.push_back(block());
      if (is_last) break;
    }
    s.end = tokens_.last_at();
  }

  void local_statement(Statement& s) {
    s.kind = Statement::Kind::Local;
    tokens_.take();
    do {
      ast::LocalArray local;
      local.at = tokens_.token().at;
      local.name = tokens_.name("a name");
      if (tokens_.accept("[")) {
        local.size = exprs_.expr();
        tokens_.expect("]");
      }
      s.locals.push_back(std::move(local));
    } while (tokens_.accept(","));
  }

  void for_statement(Statement& s, std::size_t begin) {
    s.kind = Statement::Kind::For;
    tokens_.take();
    s.name = tokens_.name("the loop's variable");
    tokens_.expect("in");
    s.exprs.push_back(exprs_.expr());
    tokens_.expect("..");
    s.exprs.push_back(exprs_.expr());
    s.text = tokens_.written(begin);
    s.blocks.push_back(block());
    s.end = tokens_.last_at();
  }

  void post_statement(Statement& s) {
    s.kind = Statement::Kind::Post;
    tokens_.take();
    s.exprs.push_back(exprs_.place("a handler"));
    s.name = tokens_.name("the message's name");
    exprs_.arguments(s.exprs);
  }

  TokenStream tokens_;
  ExpressionSyntax exprs_;
  ast::File result_;
};

}  // namespace

ast::File parse_syntax(std::string_view text, std::string_view file_name) {
  return Parser(text, file_name).file();
}

}  // namespace skein
