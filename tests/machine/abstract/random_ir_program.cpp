// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/random_ir_program.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "machine/ir/builtins.hpp"

namespace skein::test {

namespace {

using ir::Builtin;
using ir::Code;
using ir::Compare;
using ir::Instruction;
using ir::Operand;

constexpr std::uint32_t kVariables = 3;
constexpr std::uint32_t kElements = 4;
constexpr std::uint32_t kLocals = 2;

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomIrOptions& options)
      : random_(seed), options_(options) {}

  ir::Program program() {
    add_globals();
    const std::uint64_t threads = pick(1) + 2;
    program_.functions.emplace_back();  // main
    for (std::uint64_t i = 0; i < threads; ++i) add_thread(static_cast<std::uint32_t>(i));
    program_.functions.front() = main_function(static_cast<std::uint32_t>(threads));
    program_.main = ir::FunctionId{0U};
    return std::move(program_);
  }

 private:
  std::uint64_t pick(std::uint64_t most) {
    return std::uniform_int_distribution<std::uint64_t>(0, most)(random_);
  }
  bool flip(std::uint64_t out_of) { return pick(out_of - 1) == 0; }

  Operand constant(std::uint64_t value) {
    program_.constants.push_back(value);
    return ~static_cast<Operand>(program_.constants.size() - 1);
  }

  // Globals 0..2: integers; 3: an array; 4: an atomic; 5, 6: locks; 7..: handles of threads.
  void add_globals() {
    const auto layout = [&](std::uint32_t cells, std::uint32_t size, ir::CellKind kind) {
      ir::Layout result;
      result.size = cells * size;
      for (std::uint32_t i = 0; i < cells; ++i) result.cells.push_back({i * size, size, kind});
      program_.layouts.push_back(result);
      return static_cast<std::uint32_t>(program_.layouts.size() - 1);
    };
    const auto global = [&](const std::string& name, std::uint32_t shape) {
      ir::Global result;
      result.name = name;
      result.layout = shape;
      result.bytes.resize(program_.layouts[shape].size);
      program_.globals.push_back(result);
    };
    const std::uint32_t word = layout(1, 4, ir::CellKind::Bytes);
    const std::uint32_t array = layout(kElements, 4, ir::CellKind::Bytes);
    const std::uint32_t lock = layout(1, 40, ir::CellKind::Mutex);
    const std::uint32_t handle = layout(1, 8, ir::CellKind::Bytes);
    for (const char* name : {"x", "y", "z"}) global(name, word);
    global("array", array);
    global("atomic", word);
    global("m", lock);
    global("n", lock);
    for (const char* name : {"t0", "t1", "t2"}) global(name, handle);
    program_.sites.resize(1);
  }

  Operand address_of(std::uint32_t global, std::uint32_t offset = 0) {
    return constant(ir::pointer_to(global + 1, offset));
  }

  // ---- Code of the function under construction.

  std::uint32_t emit(Instruction in) {
    in.site = static_cast<std::uint32_t>(program_.sites.size());
    ir::Site site;
    site.file = "random.c";
    site.line = in.site;
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

  // Any value of its bits, or of a range, which now and then is empty or unknown itself.
  Operand input() {
    if (!flip(3)) return call(Builtin::Nondet, {}, options_.input_bits, true);
    const Operand lo = constant(pick(2));
    Operand hi = constant(pick(20) == 0 ? 0 : 3);
    if (flip(6)) {
      hi = compute(Code::Or, call(Builtin::Nondet, {}, options_.input_bits, true), constant(2));
    }
    return call(Builtin::Any, {lo, hi}, 64, true);
  }

  // An element of the array as the decoder makes addresses: in two instructions, in one slot.
  Operand element_at(Operand index) {
    Instruction in;
    in.code = Code::Offset;
    in.a = address_of(3);
    in.dst = slot();
    emit(in);
    in.code = Code::Index;
    in.bits2 = 32;
    in.a = in.dst;
    in.b = index;
    in.imm = 4;
    emit(in);
    return in.dst;
  }

  Operand element_address() {
    return element_at(compute(Code::And, expression(1), constant(kElements - 1)));
  }

  Operand local_address() {
    Instruction in;
    in.code = Code::Alloca;
    in.imm = static_cast<std::int64_t>(4 * pick(kLocals - 1));
    in.dst = slot();
    emit(in);
    return in.dst;
  }

  [[nodiscard]] bool may_share() const { return !options_.is_careful || sections_ > 0; }

  Operand expression(int depth) {
    if (!may_share()) {  // inputs and private memory only
      if (depth == 0 || flip(3)) {
        return flip(2) ? load(local_address()) : input();
      }
      const Operand a = expression(depth - 1);
      return compute(flip(2) ? Code::Add : Code::And, a, expression(depth - 1));
    }
    switch (pick(depth > 0 ? 8 : 4)) {
      case 0: return constant(pick(3));
      case 1: return input();
      case 2: return load(address_of(static_cast<std::uint32_t>(pick(kVariables - 1))));
      case 3: return load(local_address());
      case 4: return constant(pick(1));
      case 5: return load(element_address());
      default: {
        constexpr Code kCodes[] = {Code::Add, Code::Sub, Code::Mul, Code::And,
                                   Code::Or,  Code::Xor, Code::Add};
        const Code code = kCodes[pick(6)];
        const Operand a = expression(depth - 1);
        if (flip(4)) {  // operations without an inverse, by a known number
          constexpr Code kOthers[] = {Code::URem, Code::UDiv, Code::Shl, Code::LShr, Code::Mul};
          return compute(kOthers[pick(4)], a, constant(pick(2) + 1));
        }
        return compute(code, a, expression(depth - 1));
      }
    }
  }

  Operand condition() {
    const Operand a = expression(1);
    const auto predicate =
        static_cast<std::uint8_t>(pick(static_cast<std::uint64_t>(Compare::SLE)));
    return compute(Code::ICmp, a, flip(2) ? constant(pick(3)) : expression(1), 32, predicate);
  }

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

  void statements(int count, int depth) {
    for (int i = 0; i < count; ++i) statement(depth);
  }

  void statement(int depth) {
    if (!may_share()) {
      if (depth > 0 && flip(2)) return section(depth);
      if (flip(3)) return assertion();
      if (depth > 0 && flip(2)) return flip(2) ? choose(depth) : loop(depth);
      return store(local_address(), expression(2));
    }
    switch (pick(depth > 0 ? 11 : 5)) {
      case 0:
      case 1: {
        const Operand value = expression(2);
        return store(address_of(static_cast<std::uint32_t>(pick(kVariables - 1))), value);
      }
      case 2: {
        const Operand value = expression(2);
        return store(local_address(), value);
      }
      case 3: {
        const Operand value = expression(1);
        return store(element_address(), value);
      }
      case 4: return atomic();
      case 5: return flip(3) ? address_assertion() : assertion();
      case 6:
      case 7: return choose(depth);
      case 8: return loop(depth);
      default: return section(depth);
    }
  }

  void atomic() {
    const Operand address = address_of(4);
    if (flip(3)) {
      store(address, expression(1), true);
    } else if (flip(2)) {
      Instruction in;
      in.code = Code::Rmw;
      in.bits = 32;
      in.sub = static_cast<std::uint8_t>(flip(2) ? ir::RmwKind::Add : ir::RmwKind::Xchg);
      in.is_atomic = true;
      in.a = address;
      in.b = expression(1);
      in.dst = slot();
      emit(in);
      store(local_address(), in.dst);
    } else if (flip(2)) {
      Instruction in;
      in.code = Code::CmpXchg;
      in.bits = 32;
      in.is_atomic = true;
      in.a = address;
      in.b = constant(pick(2));
      in.c = expression(1);
      in.dst = slot();
      slot();
      emit(in);
      store(local_address(), in.dst);
    } else {
      // Now and then it is no atomic access at all.
      store(local_address(), load(address, !flip(8)));
    }
  }

  void assertion() {
    Operand holds = 0;
    if (options_.is_careful && !flip(4)) {  // true, but for an unknown value or two
      const Operand masked = compute(Code::And, expression(1), constant(3));
      holds = compute(Code::ICmp, masked, constant(flip(6) ? 2 : 3), 32,
                      static_cast<std::uint8_t>(Compare::ULE));
    } else {
      holds = condition();
    }
    assert_that(holds);
  }

  void assert_that(Operand holds) {
    const std::uint32_t edges = branch(holds);
    land(edges + 1);
    Instruction in;
    in.code = Code::Builtin;
    in.sub = static_cast<std::uint8_t>(Builtin::ReachError);
    in.slots = 0;
    emit(in);
    land(edges);
  }

  // What an address says about its index: mostly what is true.
  void address_assertion() {
    const Operand index = compute(Code::And, expression(1), constant(kElements - 1));
    const auto equal = static_cast<std::uint8_t>(Compare::EQ);
    const std::uint64_t element = pick(kElements - 1);
    const Operand wanted = address_of(3, static_cast<std::uint32_t>(4 * element));
    const std::uint32_t edges = branch(compute(Code::ICmp, element_at(index), wanted, 64, equal));
    land(edges);
    const Operand claimed = constant(flip(4) ? pick(kElements - 1) : element);
    assert_that(compute(Code::ICmp, index, claimed, 32, equal));
    const std::uint32_t end = add_edge();
    jump(end);
    land(edges + 1);
    const std::uint32_t fall = add_edge();
    jump(fall);
    land(end);
    land(fall);
  }

  void choose(int depth) {
    const std::uint32_t edges = branch(condition());
    land(edges);
    statements(static_cast<int>(pick(1)) + 1, depth - 1);
    const std::uint32_t end = add_edge();
    jump(end);
    land(edges + 1);
    if (flip(2)) statements(1, depth - 1);
    const std::uint32_t fall = add_edge();
    jump(fall);
    land(end);
    land(fall);
  }

  // for (i = 0; i < n; i++), with i in a phi; n may be an input.
  void loop(int depth) {
    const Operand counter = slot();
    const Operand bound = flip(2) ? constant(pick(1) + 1) : call(Builtin::Nondet, {}, 1, true);
    const std::uint32_t enter = add_edge({{counter, constant(0)}});
    jump(enter);
    land(enter);
    const std::uint32_t head = here();
    const Operand goes_on =
        compute(Code::ICmp, counter, bound, 32, static_cast<std::uint8_t>(Compare::SLT));
    const std::uint32_t edges = branch(goes_on);
    land(edges);
    statements(1, depth - 1);
    const Operand next = compute(Code::Add, counter, constant(1));
    const std::uint32_t back = add_edge({{counter, next}});
    jump(back);
    program_.edges[back].target = head;
    land(edges + 1);
  }

  void section(int depth) {
    // A careful program has one lock, and takes it once.
    if (options_.is_careful && sections_ > 0) return statement(depth - 1);
    const Operand lock = address_of(!options_.is_careful && flip(4) ? 6 : 5);
    call(Builtin::MutexLock, {lock}, 32, true);
    ++sections_;
    statements(static_cast<int>(pick(1)) + 1, depth - 1);
    --sections_;
    call(Builtin::MutexUnlock, {lock}, 32, true);
  }

  void begin_function(const std::string& name, std::uint32_t parameters) {
    function_ = {};
    function_.name = name;
    function_.is_defined = true;
    function_.parameters = parameters;
    function_.slots = parameters;
    function_.frame_bytes = 4 * kLocals;
  }

  void end_function(bool has_result) {
    Instruction in;
    in.code = Code::Return;
    in.arguments = static_cast<std::uint32_t>(program_.arguments.size());
    in.argument_count = has_result ? 1 : 0;
    if (has_result) program_.arguments.push_back(constant(0));
    emit(in);
  }

  void add_thread(std::uint32_t number) {
    begin_function("thread" + std::to_string(number), 1);
    statements(options_.statements / 2 + static_cast<int>(pick(2)), 2);
    end_function(true);
    program_.functions.push_back(std::move(function_));
  }

  ir::Function main_function(std::uint32_t threads) {
    begin_function("main", 0);
    if (flip(2)) statement(0);
    for (std::uint32_t i = 0; i < threads; ++i) {
      const Operand start = constant(static_cast<std::uint64_t>(ir::kFunctionBase + 1 + i) << 32U |
                                     ir::low_address(ir::kFunctionBase + 1 + i));
      call(Builtin::ThreadCreate, {address_of(7 + i), constant(0), start, constant(0)}, 32, true);
    }
    if (flip(3)) statement(1);
    for (std::uint32_t i = 0; i < threads; ++i) {
      Instruction in;
      in.code = Code::Load;
      in.bits = 64;
      in.a = address_of(7 + i);
      in.dst = slot();
      emit(in);
      call(Builtin::ThreadJoin, {in.dst, constant(0)}, 32, true);
    }
    statements(1, 1);
    end_function(true);
    return std::move(function_);
  }

  std::mt19937_64 random_;
  RandomIrOptions options_;
  int sections_ = 0;  // around the statement under construction
  ir::Program program_;
  ir::Function function_;
};

}  // namespace

ir::Program random_ir_program(std::uint64_t seed, const RandomIrOptions& options) {
  return Generator(seed, options).program();
}

}  // namespace skein::test
