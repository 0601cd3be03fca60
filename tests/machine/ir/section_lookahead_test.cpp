// SPDX-License-Identifier: Apache-2.0
// What an atomic section will touch, of programs built by hand.
#include "machine/ir/steps/section_lookahead.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "machine/ir/program/builtins.hpp"

namespace skein::ir {
namespace {

constexpr Operand kX = ~0;  // constants: the addresses of two variables, and 1
constexpr Operand kY = ~1;
constexpr Operand kOne = ~2;

Instruction builtin(Builtin what) {
  Instruction in;
  in.code = Code::Builtin;
  in.sub = static_cast<std::uint8_t>(what);
  in.slots = 0;
  return in;
}

Instruction access(Code code, Operand address, Operand dst, Operand value = 0) {
  Instruction in;
  in.code = code;
  in.a = address;
  in.dst = dst;
  in.b = value;
  return in;
}

Instruction code_only(Code code) {
  Instruction in;
  in.code = code;
  return in;
}

// Two global variables of 8 bytes, x and y; main has two slots and this code.
Program program_of(std::vector<Instruction> code) {
  Program program;
  program.constants = {pointer_to(block_of(GlobalId{0U})), pointer_to(block_of(GlobalId{1U})), 1};
  Layout word;
  word.size = 8;
  word.cells = {{0, 8, CellKind::Bytes}};
  program.layouts = {word};
  for (const char* name : {"x", "y"}) {
    Global global;
    global.name = name;
    global.bytes.resize(8);
    program.globals.push_back(global);
  }
  program.sites.resize(1);
  Function main;
  main.name = "main";
  main.is_defined = true;
  main.slots = 2;
  main.code = std::move(code);
  program.functions = {main};
  program.main = FunctionId{0U};
  return program;
}

struct Foreseen {
  Touches touches;
  std::string obstacle;
  ObjectId x;
  ObjectId y;
};

Foreseen look_ahead(Program program) {
  Context context(std::move(program), SystemOptions{});
  Thread thread;
  thread.status = Status::Running;
  context.control.call(thread, FunctionId{0U}, {});
  const SectionLookahead ahead(context, thread);
  return {ahead.touches(), ahead.obstacle(),
          context.memory.object_at(pointer_to(block_of(GlobalId{0U}))),
          context.memory.object_at(pointer_to(block_of(GlobalId{1U})))};
}

// if (x) y = 1;
TEST(SectionLookahead, FollowsBothEdgesOfAnUnknownBranch) {
  Instruction branch = code_only(Code::Branch);
  branch.a = 0;
  Program program = program_of({builtin(Builtin::AtomicBegin), access(Code::Load, kX, 0), branch,
                                access(Code::Store, kY, 0, kOne), builtin(Builtin::AtomicEnd),
                                code_only(Code::Return)});
  program.edges.resize(2);
  program.edges[0].target = 3;
  program.edges[1].target = 4;
  const Foreseen found = look_ahead(program);
  EXPECT_EQ(found.obstacle, "");
  EXPECT_EQ(found.touches, (Touches{{found.x, Access::Read}, {found.y, Access::Write}}));
}

// if (1) x; else y = 1;
TEST(SectionLookahead, FollowsOneEdgeOfAKnownBranch) {
  Instruction branch = code_only(Code::Branch);
  branch.a = kOne;
  Program program = program_of({builtin(Builtin::AtomicBegin), branch, access(Code::Load, kX, 0),
                                builtin(Builtin::AtomicEnd), access(Code::Store, kY, 0, kOne),
                                builtin(Builtin::AtomicEnd), code_only(Code::Return)});
  program.edges.resize(2);
  program.edges[0].target = 2;
  program.edges[1].target = 4;
  const Foreseen found = look_ahead(program);
  EXPECT_EQ(found.obstacle, "");
  EXPECT_EQ(found.touches, (Touches{{found.x, Access::Read}}));
}

// x; x = 1: one touch, a write. What comes after the section does not count.
TEST(SectionLookahead, TouchesEachObjectOnceUpToTheEnd) {
  const Foreseen found = look_ahead(program_of(
      {builtin(Builtin::AtomicBegin), access(Code::Load, kX, 0), builtin(Builtin::AtomicBegin),
       access(Code::Store, kX, 0, kOne), builtin(Builtin::AtomicEnd), builtin(Builtin::AtomicEnd),
       access(Code::Store, kY, 0, kOne), code_only(Code::Return)}));
  EXPECT_EQ(found.obstacle, "");
  EXPECT_EQ(found.touches, (Touches{{found.x, Access::Write}}));
}

// *(int*)x
TEST(SectionLookahead, AnAddressThatIsReadIsAnObstacle) {
  const Foreseen found = look_ahead(
      program_of({builtin(Builtin::AtomicBegin), access(Code::Load, kX, 0),
                  access(Code::Load, 0, 1), builtin(Builtin::AtomicEnd), code_only(Code::Return)}));
  EXPECT_NE(found.obstacle, "");
}

// A choice is not an access.
TEST(SectionLookahead, AVisibleBuiltinIsAnObstacle) {
  const Foreseen found =
      look_ahead(program_of({builtin(Builtin::AtomicBegin), builtin(Builtin::NondetBool),
                             builtin(Builtin::AtomicEnd), code_only(Code::Return)}));
  EXPECT_NE(found.obstacle, "");
}

}  // namespace
}  // namespace skein::ir
