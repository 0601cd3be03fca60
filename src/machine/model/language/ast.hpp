// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a model file, before names are resolved. docs/model-files.md defines the
// language. parse_syntax() makes trees, and only compile() uses them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace skein::ast {

struct Location {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

enum class Binary : std::uint8_t { Add, Sub, Mul, Div, Mod, Eq, Ne, Lt, Le, Gt, Ge, And, Or };

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct Expr {
  enum class Kind : std::uint8_t {
    Number,
    Place,   // name, and its index as operands[0] if it has one
    Negate,  // operands[0]
    Not,     // operands[0]
    Binary,  // operands[0], operands[1]
    Call,    // word: the operation; name: the body that `create` creates; operands: its arguments
  };

  Kind kind = Kind::Number;
  Binary binary = Binary::Add;
  Location at;
  std::int64_t number = 0;
  std::string word;
  std::string name;
  std::string text;  // as written; for messages
  std::vector<ExprPtr> operands;
  std::size_t depth = 1;  // height of the tree, which bounds recursion over it
};

struct Statement;
using Block = std::vector<Statement>;

struct LocalArray {
  std::string name;
  Location at;
  ExprPtr size;  // null: one register
};

struct Statement {
  enum class Kind : std::uint8_t {
    Assign,  // exprs: target, value; compound: the operator of += -= *=
    Local,   // locals
    If,      // exprs: the conditions; blocks: one for each, and one more for an else
    While,   // exprs[0], blocks[0]
    For,     // name, exprs: from, to; blocks[0]
    Break,
    Continue,
    Return,
    Assert,     // exprs[0]
    Assume,     // exprs[0]
    Critical,   // exprs[0]: the mutex; blocks[0]
    Once,       // exprs[0]: the once object; blocks[0]
    Join,       // exprs[0]
    Detach,     // exprs[0]
    Post,       // exprs[0]: the handler; name: the message; the other exprs: its arguments
    Operation,  // word: lock, unlock, ..., fence, yield; exprs: the places
    Evaluate,   // exprs[0], for its side effect
  };

  Kind kind = Kind::Evaluate;
  Location at;
  Location end;  // of the closing brace, if there is one
  bool is_compound = false;
  Binary compound = Binary::Add;
  std::string word;
  std::string name;
  std::string text;  // as written, without blocks; for sites
  std::vector<ExprPtr> exprs;
  std::vector<LocalArray> locals;
  std::vector<Block> blocks;
};

struct Declaration {
  enum class Kind : std::uint8_t {
    Param,
    Atomic,
    Plain,
    Data,
    Mutex,
    RwLock,
    Cond,
    Sem,
    Barrier,
    Once,
    Library,
    Handler,
  };

  Kind kind = Kind::Data;
  Location at;
  std::string name;
  ExprPtr size;                // null: not an array
  std::vector<ExprPtr> inits;  // empty: 0; one: for all elements; else one for each
  bool is_list = false;        // the initial values were written in braces
  bool is_recursive = false;   // Mutex
  bool is_fifo = false;        // Handler
};

struct Body {
  bool is_message = false;
  Location at;
  Location end;
  std::string name;
  std::vector<std::string> parameters;
  std::vector<Location> parameter_locations;
  Block block;
};

struct Expectation {
  Location at;
  std::string key;
  std::string word;  // empty if `value` is set
  ExprPtr value;
};

struct File {
  std::string name;
  std::vector<Declaration> declarations;
  std::vector<Body> bodies;
  std::vector<Expectation> expectations;
};

}  // namespace skein::ast
