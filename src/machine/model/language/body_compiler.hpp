// SPDX-License-Identifier: Apache-2.0
// Compiles the body of one thread or message. See compiler.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "machine/model/language/ast.hpp"
#include "machine/model/language/declared_names.hpp"
#include "machine/model/language/model_program.hpp"

namespace skein {

class BodyCompiler {
 public:
  // Appends to `program.code` and `program.creations`; fills in an entry of program.bodies.
  BodyCompiler(const DeclaredNames& symbols, ModelProgram& program,
               std::map<std::int64_t, Operand>& pool)
      : symbols_(symbols), program_(program), pool_(pool) {}

  void compile(const ast::Body& source, std::size_t number);

 private:
  struct Local {
    std::uint32_t base = 0;
    std::uint32_t size = 1;
    bool is_array = false;
  };
  // A scope that break, continue and return have to leave.
  struct Scope {
    bool is_loop = false;
    Instruction release;                   // if not a loop: Unlock or OnceLeave
    std::vector<std::uint32_t> breaks;     // jumps to be directed past the loop
    std::vector<std::uint32_t> continues;  // jumps to its next round
  };

  void declare(const std::string& name, ast::Location at, std::int64_t size, bool is_array);
  void declare_locals(const ast::Block& block);
  void implicit_local(const std::string& name, ast::Location at);

  void block(const ast::Block& statements);
  void statement(const ast::Statement& s);
  void assign(const ast::Statement& s);
  void if_statement(const ast::Statement& s);
  void while_statement(const ast::Statement& s);
  void for_statement(const ast::Statement& s);
  void leave_statement(const ast::Statement& s);
  void assert_statement(const ast::Statement& s);
  void critical_statement(const ast::Statement& s);
  void once_statement(const ast::Statement& s);
  void operation_statement(const ast::Statement& s);

  Operand expr(const ast::Expr& e, std::int32_t want = -1);
  Operand binary(const ast::Expr& e, std::int32_t want);
  Operand short_circuit(const ast::Expr& e);
  Operand load(const ast::Expr& place, std::int32_t want);
  void expr_into(const ast::Expr& e, std::int32_t reg);
  void store(const Instruction& target, bool is_local, Operand value, ast::Location at);
  void call(const ast::Expr& e, std::int32_t dst);
  void arguments(Instruction& in, const std::string& name, bool is_message, ast::Location at,
                 const std::vector<ast::ExprPtr>& exprs, std::size_t first);

  // The accessed object, with its index evaluated; UserError if it has none of the kinds.
  const SharedArray& object(const ast::Expr& place, std::initializer_list<SharedKind> kinds,
                            Instruction& in);
  void object2(const ast::Expr& place, Instruction& in);  // for the mutex of a wait
  void index(const ast::Expr& place, bool is_array, Instruction& in);
  void keep_index(Instruction& in);  // copies an index that the block might change
  [[nodiscard]] const Symbol& known(const ast::Expr& place) const;

  std::uint32_t emit(Instruction in, ast::Location at);
  std::uint32_t emit_visible(Code code, OpKind kind, Instruction in, ast::Location at);
  std::uint32_t emit_local(Code code, std::int32_t dst, Operand x, Operand y, ast::Location at);
  [[nodiscard]] std::uint32_t here() const;
  void direct(std::uint32_t jump, std::uint32_t target);
  std::int32_t temporary();
  Operand constant(std::int64_t value);
  [[nodiscard]] bool is_constant(Operand operand, std::int64_t& value) const;
  void note_operand(const std::string& text, Operand operand);

  const DeclaredNames& symbols_;
  ModelProgram& program_;
  std::map<std::int64_t, Operand>& pool_;
  const ast::Body* source_ = nullptr;
  std::uint32_t number_ = 0;  // of the body
  std::uint64_t rounds_ = 1;  // how often the statement is executed at most; or kUncounted
  std::map<std::string, Local> locals_;
  std::uint32_t registers_ = 0;  // in use now
  std::uint32_t most_registers_ = 0;
  std::uint32_t first_temporary_ = 0;
  std::vector<Scope> scopes_;
  std::vector<std::uint32_t> returns_;
  std::uint32_t text_ = 0;  // of the statement being compiled
  // While an assertion is compiled: where to record operands, and which are surely evaluated when
  // it fails. All of a || b is; of a && b only a.
  Assertion* assertion_ = nullptr;
  bool is_sure_ = false;
  bool is_or_chain_ = false;
};

}  // namespace skein
