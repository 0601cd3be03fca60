// SPDX-License-Identifier: Apache-2.0
// Writes programs of the ir machine instruction by instruction, for tests that make them up.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "machine/ir/program/builtins.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::test {

class IrEmitter {
 protected:
  using Builtin = ir::Builtin;
  using Code = ir::Code;
  using Instruction = ir::Instruction;
  using Operand = ir::Operand;

  // ---- Operands

  Operand constant(std::uint64_t value) {
    program_.constants.push_back(value);
    return ~static_cast<Operand>(program_.constants.size() - 1);
  }

  Operand address_of(std::uint32_t global, std::uint32_t offset = 0) {
    return constant(ir::pointer_to(ir::block_of(ir::GlobalId{global}), offset));
  }

  // ---- Code of the function under construction; each instruction has a line of its own.

  std::uint32_t emit(Instruction in) {
    in.site = SiteId{program_.sites.size()};
    ir::Site site;
    site.file = "random.c";
    site.line = in.site.value;
    site.function = function_.name;
    program_.sites.push_back(site);
    function_.code.push_back(in);
    return static_cast<std::uint32_t>(function_.code.size() - 1);
  }
  Operand slot() { return static_cast<Operand>(function_.slots++); }
  std::uint32_t here() const { return static_cast<std::uint32_t>(function_.code.size()); }

  Operand compute(Code code, Operand a, Operand b, unsigned bits = 32, std::uint8_t sub = 0) {
    Instruction in;
    in.code = code;
    in.bits = static_cast<std::uint8_t>(bits);
    in.bits2 = in.bits;
    in.sub = sub;
    in.a = a;
    in.b = b;
    in.dst = slot();
    emit(in);
    return in.dst;
  }

  Operand call(Builtin what, const std::vector<Operand>& arguments, unsigned bits,
               bool has_result) {
    Instruction in;
    in.code = Code::Builtin;
    in.sub = static_cast<std::uint8_t>(what);
    in.bits = static_cast<std::uint8_t>(bits);
    in.arguments = static_cast<std::uint32_t>(program_.arguments.size());
    in.argument_count = static_cast<std::uint32_t>(arguments.size());
    program_.arguments.insert(program_.arguments.end(), arguments.begin(), arguments.end());
    in.slots = has_result ? 1 : 0;
    in.dst = slot();
    emit(in);
    return in.dst;
  }

  Operand call_function(std::uint32_t function, const std::vector<Operand>& arguments) {
    Instruction in;
    in.code = Code::Call;
    in.imm = function;
    in.arguments = static_cast<std::uint32_t>(program_.arguments.size());
    in.argument_count = static_cast<std::uint32_t>(arguments.size());
    program_.arguments.insert(program_.arguments.end(), arguments.begin(), arguments.end());
    in.dst = slot();
    emit(in);
    return in.dst;
  }

  Operand load(Operand address, bool is_atomic = false) {
    Instruction in;
    in.code = Code::Load;
    in.bits = 32;
    in.is_atomic = is_atomic;
    in.a = address;
    in.dst = slot();
    emit(in);
    return in.dst;
  }
  void store(Operand address, Operand value, bool is_atomic = false) {
    Instruction in;
    in.code = Code::Store;
    in.bits = 32;
    in.is_atomic = is_atomic;
    in.a = address;
    in.b = value;
    emit(in);
  }

  Operand load_pointer(Operand address) {
    Instruction in;
    in.code = Code::Load;
    in.bits = 64;
    in.a = address;
    in.dst = slot();
    emit(in);
    return in.dst;
  }
  void store_pointer(Operand address, Operand value) {
    Instruction in;
    in.code = Code::Store;
    in.bits = 64;
    in.a = address;
    in.b = value;
    emit(in);
  }
  // ---- Jumps: an edge is made first, and lands later.

  std::uint32_t add_edge(std::vector<ir::Copy> copies = {}) {
    ir::Edge edge;
    edge.copies = std::move(copies);
    program_.edges.push_back(edge);
    return static_cast<std::uint32_t>(program_.edges.size() - 1);
  }
  void jump(std::uint32_t edge) {
    Instruction in;
    in.code = Code::Jump;
    in.imm = edge;
    emit(in);
  }
  // Two edges, one after the other.
  std::uint32_t branch(Operand on) {
    Instruction in;
    in.code = Code::Branch;
    in.a = on;
    const std::uint32_t edge = add_edge();
    add_edge();
    in.imm = edge;
    emit(in);
    return edge;
  }
  void land(std::uint32_t edge) { program_.edges[edge].target = here(); }

  // ---- Functions

  void begin_function(const std::string& name, std::uint32_t parameters,
                      std::uint32_t frame_bytes) {
    function_ = {};
    function_.name = name;
    function_.is_defined = true;
    function_.parameters = parameters;
    function_.slots = parameters;
    function_.frame_bytes = frame_bytes;
  }

  void end_function(bool has_result) {
    if (has_result) return give(constant(0));
    Instruction in;
    in.code = Code::Return;
    emit(in);
  }

  // return value;
  void give(Operand value) {
    Instruction in;
    in.code = Code::Return;
    in.arguments = static_cast<std::uint32_t>(program_.arguments.size());
    in.argument_count = 1;
    program_.arguments.push_back(value);
    emit(in);
  }

  ir::Program program_;
  ir::Function function_;
};

}  // namespace skein::test
