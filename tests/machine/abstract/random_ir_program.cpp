// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/random_ir_program.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "machine/abstract/ir_emitter.hpp"
#include "machine/ir/program/builtins.hpp"

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
constexpr std::uint32_t kFrameBytes = 4 * kLocals + 8;  // and a pointer

class Generator : private IrEmitter {
 public:
  Generator(std::uint64_t seed, const RandomIrOptions& options)
      : random_(seed), options_(options) {}

  ir::Program program() {
    add_globals();
    const std::uint64_t threads = (options_.has_counters ? 0 : pick(1)) + 2;
    threads_ = static_cast<std::uint32_t>(threads);
    is_child_.assign(threads, false);
    program_.functions.emplace_back();  // main
    helper_ = static_cast<std::uint32_t>(threads) + 1;
    for (std::uint64_t i = 0; i < threads; ++i) add_thread(static_cast<std::uint32_t>(i));
    add_helper();
    program_.functions.front() = main_function(static_cast<std::uint32_t>(threads));
    program_.main = ir::FunctionId{0U};
    return std::move(program_);
  }

 private:
  std::uint64_t pick(std::uint64_t most) {
    return std::uniform_int_distribution<std::uint64_t>(0, most)(random_);
  }
  bool flip(std::uint64_t out_of) { return pick(out_of - 1) == 0; }

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
    for (const char* name : {"t0", "t1", "t2", "p", "q"}) global(name, handle);
    program_.sites.resize(1);
    if (!options_.has_arrays) return;
    for (std::uint32_t i = 0; i < kElements; ++i) {
      program_.globals[3].bytes[4 * i] = static_cast<std::uint8_t>(pick(2));
    }
  }

  // Any value of its bits, or of a range, which is sometimes empty or unknown itself.
  Operand input() {
    if (!flip(3)) return call(Builtin::Nondet, {}, options_.input_bits, true);
    const std::uint64_t most = (1ULL << options_.input_bits) - 1;
    const Operand lo = constant(pick(most - 1));
    Operand hi = constant(pick(20) == 0 ? 0 : most);
    if (flip(6)) {
      const Operand unknown = call(Builtin::Nondet, {}, options_.input_bits, true);
      hi = compute(Code::Or, unknown, constant(most - 1));
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
    if (options_.has_arrays && flip(8)) {
      return element_at(compute(Code::And, expression(1), constant(2 * kElements - 1)));
    }
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

  [[nodiscard]] bool may_share() const {
    return !options_.is_careful || locked_ > 0 || atomic_sections_ > 0;
  }

  Operand convert(Code code, Operand a, unsigned from, unsigned to) {
    const Operand result = compute(code, a, a, to);
    function_.code.back().bits2 = static_cast<std::uint8_t>(from);
    return result;
  }

  // A float or double made of integers.
  Operand real(int depth, unsigned bits) {
    if (depth == 0 || flip(4)) {
      return convert(flip(4) ? Code::UIToFP : Code::SIToFP, expression(0), 32, bits);
    }
    if (flip(6)) {
      const unsigned other = bits == 32 ? 64 : 32;
      return convert(bits == 32 ? Code::FPTrunc : Code::FPExt, real(depth - 1, other), other, bits);
    }
    constexpr Code kCodes[] = {Code::FAdd, Code::FSub, Code::FMul, Code::FDiv, Code::FRem};
    const Operand a = real(depth - 1, bits);
    if (flip(8)) return compute(Code::FNeg, a, a, bits);
    return compute(kCodes[pick(4)], a, real(depth - 1, bits), bits);
  }

  Operand real_expression() {
    const unsigned bits = flip(2) ? 32 : 64;
    return convert(flip(2) ? Code::FPToUI : Code::FPToSI, real(2, bits), bits, 32);
  }

  Operand real_condition() {
    const unsigned bits = flip(2) ? 32 : 64;
    const Operand a = real(2, bits);
    return compute(Code::FCmp, a, real(1, bits), bits, static_cast<std::uint8_t>(pick(15)));
  }

  Operand expression(int depth) {
    if (options_.has_reals && depth > 0 && flip(3)) return real_expression();
    if (options_.has_arrays && may_share() && depth > 0 && flip(3)) return load(element_address());
    if (!may_share()) {  // inputs and private memory only
      if (depth == 0 || flip(3)) {
        return flip(2) ? load(local_address()) : input();
      }
      const Operand a = expression(depth - 1);
      return compute(flip(2) ? Code::Add : Code::And, a, expression(depth - 1));
    }
    switch (pick(depth > 0 ? 11 : 4)) {
      case 0: return constant(pick(3));
      case 1: return input();
      case 2: return load(address_of(static_cast<std::uint32_t>(pick(kVariables - 1))));
      case 3: return load(local_address());
      case 4: return constant(pick(1));
      case 5: return load(element_address());
      case 6: {
        Instruction in;
        in.code = Code::Select;
        in.bits = 32;
        in.a = condition(0);
        in.b = expression(depth - 1);
        in.c = expression(depth - 1);
        in.dst = slot();
        emit(in);
        return in.dst;
      }
      case 7: return phi(depth);
      case 8: {
        const Operand a = expression(depth - 1);
        return call_function(helper_, {a, expression(depth - 1)});
      }
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

  // Two paths that meet, each with a value of its own.
  Operand phi(int depth) {
    const Operand a = expression(depth - 1);
    const Operand b = expression(depth - 1);
    const Operand result = slot();
    const std::uint32_t edges = branch(condition(0));
    land(edges);
    const std::uint32_t first = add_edge({{result, a}});
    jump(first);
    land(edges + 1);
    const std::uint32_t second = add_edge({{result, b}});
    jump(second);
    land(first);
    land(second);
    return result;
  }

  Operand condition(int depth = 1) {
    if (options_.has_reals && flip(3)) return real_condition();
    const Operand a = expression(depth);
    const auto predicate =
        static_cast<std::uint8_t>(pick(static_cast<std::uint64_t>(Compare::SLE)));
    return compute(Code::ICmp, a, flip(2) ? constant(pick(3)) : expression(depth), 32, predicate);
  }

  void statements(int count, int depth) {
    for (int i = 0; i < count; ++i) statement(depth);
  }

  // if (x < y) x = x + 1, and the like: variables that a condition keeps in order.
  void pair() {
    const auto first = static_cast<std::uint32_t>(pick(kVariables - 1));
    const std::uint32_t second = (first + 1) % kVariables;
    const auto predicate = [&] {
      return static_cast<std::uint8_t>(pick(static_cast<std::uint64_t>(Compare::SLE)));
    };
    const Operand x = load(address_of(first));
    const Operand y = flip(4) ? input() : load(address_of(second));
    if (flip(3)) return assert_that(compute(Code::ICmp, x, y, 32, predicate()));
    if (flip(6)) {
      call(Builtin::Assume, {compute(Code::ICmp, x, y, 32, predicate())}, 32, false);
      return;
    }
    const std::uint32_t edges = branch(compute(Code::ICmp, x, y, 32, predicate()));
    land(edges);
    const std::uint32_t changed = flip(2) ? first : second;
    Operand value = flip(2) ? x : y;
    if (!flip(3)) value = compute(flip(2) ? Code::Add : Code::Sub, value, constant(pick(1) + 1));
    if (flip(4)) value = compute(Code::Sub, x, y);
    if (flip(4)) value = compute(Code::Add, x, input());
    store(address_of(changed), value);
    if (flip(3)) store(address_of((changed + 1) % kVariables), value);
    const std::uint32_t end = add_edge();
    jump(end);
    land(edges + 1);
    const std::uint32_t fall = add_edge();
    jump(fall);
    land(end);
    land(fall);
  }

  // x = x + 1, if (x > 0) x = x - 1, and the like.
  void count() {
    const Operand address = address_of(static_cast<std::uint32_t>(pick(1)));
    const Operand x = load(address);
    const bool falls = flip(2);
    const auto change = [&] {
      const Operand value =
          compute(falls ? Code::Sub : Code::Add, x, constant(pick(8) == 0 ? 2 : 1));
      store(address, value);
    };
    if (flip(falls ? 6 : 2)) return change();
    const Operand limit = constant(falls ? 0 : pick(2) + 1);
    const auto predicate = falls ? Compare::SGT : flip(3) ? Compare::NE : Compare::SLT;
    const std::uint32_t edges =
        branch(compute(Code::ICmp, x, limit, 32, static_cast<std::uint8_t>(predicate)));
    land(edges);
    change();
    const std::uint32_t end = add_edge();
    jump(end);
    land(edges + 1);
    land(end);
  }

  // assert(x <= k), and the like.
  void compare_count(Operand k) {
    constexpr Compare kLikely[] = {Compare::SLE, Compare::SGE, Compare::SLT, Compare::ULE,
                                   Compare::EQ,  Compare::NE,  Compare::SGT};
    const Operand x = load(address_of(static_cast<std::uint32_t>(pick(1))));
    if (flip(2)) k = compute(Code::Add, k, constant(pick(2)));
    assert_that(compute(Code::ICmp, x, k, 32, static_cast<std::uint8_t>(kLikely[pick(6)])));
  }

  // for (k = 0; k < n; k++) { lock; x++; assert(x <= k); unlock; }, up or down; the next value may
  // be computed in the section, and k may begin again once.
  void counting_loop(int depth) {
    const bool falls = flip(4);
    const std::uint64_t turns = flip(4) ? 3 : 2;
    const Operand k = slot();
    const Operand again = slot();
    const Operand limit = flip(4) ? input() : constant(falls ? 0 : turns);
    const std::uint32_t enter = add_edge({{k, constant(falls          ? turns
                                                       : pick(5) == 0 ? 1
                                                                      : 0)},
                                          {again, constant(0)}});
    jump(enter);
    land(enter);
    const std::uint32_t head = here();
    const auto goes_on = falls ? Compare::SGT : Compare::SLT;
    const std::uint32_t edges =
        branch(compute(Code::ICmp, k, limit, 32, static_cast<std::uint8_t>(goes_on)));
    land(edges);
    const Operand lock = address_of(5);
    call(Builtin::MutexLock, {lock}, 32, true);
    ++locked_;
    const auto step = [&] {
      return compute(falls ? Code::Sub : Code::Add, k, constant(pick(8) == 0 ? 2 : 1));
    };
    const bool is_early = flip(3);
    Operand next = is_early ? step() : k;
    if (flip(2)) compare_count(k);
    count();
    if (flip(3)) count();
    if (flip(2)) compare_count(is_early ? next : k);
    if (flip(4)) statements(1, depth - 1);
    --locked_;
    call(Builtin::MutexUnlock, {lock}, 32, true);
    if (!is_early) next = step();
    const Operand once = compute(Code::Or, again, constant(1));
    if (flip(5)) {
      const std::uint32_t resets = branch(
          compute(Code::ICmp, again, constant(0), 32, static_cast<std::uint8_t>(Compare::EQ)));
      land(resets);
      const std::uint32_t anew = add_edge({{k, constant(falls ? turns : 0)}, {again, once}});
      jump(anew);
      program_.edges[anew].target = head;
      land(resets + 1);
    }
    const std::uint32_t back = add_edge({{k, next}, {again, again}});
    jump(back);
    program_.edges[back].target = head;
    land(edges + 1);
  }

  void statement(int depth) {
    if (options_.has_counters && depth > 0 && !has_counted_ && locked_ + atomic_sections_ == 0) {
      has_counted_ = true;
      return counting_loop(depth);
    }
    if (options_.has_pairs && may_share() && flip(2)) return pair();
    if (options_.has_arrays && may_share() && flip(3)) {
      const Operand value = expression(1);
      return store(element_address(), value);
    }
    if (options_.has_sections && depth > 0 && flip(3)) return atomic_section(depth);
    if (options_.has_sections && flip(16)) return assumption();
    if (options_.has_sizes && flip(2)) return sized_block();
    if (options_.has_heap && flip(3)) return heap();
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
      // Sometimes it is not an atomic access at all.
      store(local_address(), load(address, !flip(8)));
    }
  }

  // A law about two values, sometimes with a mistake in it.
  Operand relation() {
    const Operand p = expression(1);
    const Operand q = expression(1);
    Operand left = 0;
    Operand right = p;
    switch (pick(6)) {
      case 0: left = compute(Code::Sub, compute(Code::Add, p, q), q); break;
      case 1: left = compute(Code::Xor, compute(Code::Xor, p, q), q); break;
      case 2:
        left = compute(Code::Add, compute(Code::And, p, q), compute(Code::Or, p, q));
        right = compute(Code::Add, p, q);
        break;
      case 3:
        left = compute(Code::Mul, p, constant(3));
        right = compute(Code::Add, compute(Code::Shl, p, constant(1)), p);
        break;
      case 4:
        left = compute(Code::Mul, compute(Code::Add, p, q), compute(Code::Sub, p, q));
        right = compute(Code::Sub, compute(Code::Mul, p, p), compute(Code::Mul, q, q));
        break;
      case 5:
        left =
            compute(Code::Add, compute(Code::Mul, compute(Code::UDiv, p, constant(3)), constant(3)),
                    compute(Code::URem, p, constant(3)));
        break;
      default:
        left = compute(Code::And, compute(Code::Mul, p, compute(Code::Add, p, constant(1))),
                       constant(1));
        right = constant(0);
        break;
    }
    if (flip(4)) left = compute(Code::Add, left, compute(Code::LShr, p, constant(1 + pick(1))));
    return compute(Code::ICmp, left, right, 32, static_cast<std::uint8_t>(Compare::EQ));
  }

  void assertion() {
    Operand holds = 0;
    if (options_.has_relations && !flip(3)) {
      holds = relation();
    } else if (options_.is_careful && !flip(4)) {  // true, but for an unknown value or two
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

  // switch (expression) with two cases.
  void switch_on(int depth) {
    Instruction in;
    in.code = Code::Switch;
    in.bits = 32;
    in.a = expression(1);
    in.imm = static_cast<std::int64_t>(program_.switches.size());
    ir::SwitchTable table;
    table.values = {pick(1), 2 + pick(1)};
    table.edges = {add_edge(), add_edge()};
    table.otherwise = add_edge();
    program_.switches.push_back(table);
    emit(in);
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t edge : {table.edges[0], table.edges[1], table.otherwise}) {
      land(edge);
      statements(1, depth - 1);
      ends.push_back(add_edge());
      jump(ends.back());
    }
    for (const std::uint32_t end : ends) land(end);
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
    if (flip(4)) return switch_on(depth);
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
    if (options_.is_endless && flip(2)) return endless_loop(depth);
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

  // Globals 10 and 11 hold pointers, and so does the frame, after the other locals.
  Operand pointer_home() {
    if (may_share() && flip(2)) return address_of(10 + static_cast<std::uint32_t>(pick(1)));
    Instruction in;
    in.code = Code::Alloca;
    in.imm = 4 * kLocals;
    in.dst = slot();
    emit(in);
    return in.dst;
  }

  // p = malloc(8), free(p), *p = 1, x = *p, q = p, each of them only if p is not null.
  void heap() {
    const Operand home = pointer_home();
    if (flip(3)) {
      const Operand block = call(Builtin::Malloc, {constant(8)}, 64, true);
      store(block, constant(pick(2)));
      store_pointer(home, block);
      if (flip(2)) {  // and is freed soon
        call(Builtin::Free, {block}, 64, false);
        if (!flip(4)) store_pointer(home, constant(0));
      }
      return;
    }
    const Operand pointer = load_pointer(home);
    const Operand is_null =
        compute(Code::ICmp, pointer, constant(0), 64, static_cast<std::uint8_t>(Compare::EQ));
    const std::uint32_t edges = branch(is_null);
    land(edges + 1);
    switch (pick(3)) {
      case 0: store(pointer, expression(1)); break;
      case 1: store(local_address(), load(pointer)); break;
      case 2: store_pointer(pointer_home(), pointer); break;
      default:
        call(Builtin::Free, {pointer}, 64, false);
        if (!flip(4)) store_pointer(home, constant(0));
    }
    const std::uint32_t end = add_edge();
    jump(end);
    land(edges);
    land(end);
  }

  // A number of elements: from 0 to 3, sometimes 4 and more.
  Operand element_count() {
    const Operand from = may_share() && flip(2)
                             ? load(address_of(static_cast<std::uint32_t>(pick(kVariables - 1))))
                             : input();
    return compute(Code::And, from, constant(flip(8) ? 7 : 3));
  }

  // How many bytes these are, as programs compute it: of 4 or 8 bytes, or after a header of 8.
  Operand bytes_of(Operand count, bool is_wide) {
    const Operand wide = convert(flip(2) ? Code::SExt : Code::ZExt, count, 32, 64);
    Operand size = flip(2) ? compute(Code::Mul, wide, constant(is_wide ? 8 : 4), 64)
                           : compute(Code::Shl, wide, constant(is_wide ? 3 : 2), 64);
    if (flip(4)) size = compute(Code::Add, size, constant(8), 64);
    return size;
  }

  Operand element_of(Operand pointer, Operand index, bool is_wide) {
    Instruction in;
    in.code = Code::Offset;
    in.a = pointer;
    in.imm = flip(5) ? 8 : 0;
    in.dst = slot();
    emit(in);
    const bool is_extended = flip(2);
    if (is_extended) index = convert(Code::SExt, index, 32, 64);
    in.code = Code::Index;
    in.bits2 = is_extended ? 64 : 32;
    in.a = in.dst;
    in.b = index;
    in.imm = is_wide ? 8 : 4;
    emit(in);
    return in.dst;
  }

  void use_element(Operand pointer, Operand index, bool is_wide) {
    const Operand address = element_of(pointer, index, is_wide);
    if (flip(2)) return store(address, expression(1));
    store(local_address(), load(address));
  }

  // i is compared with n, mostly in the right way, and then a[i] is accessed.
  void use_below(Operand pointer, Operand count, bool is_wide) {
    const Operand index = element_count();
    const auto predicate = flip(6) ? Compare::SLE : flip(2) ? Compare::SLT : Compare::ULT;
    const std::uint32_t edges =
        branch(compute(Code::ICmp, index, count, 32, static_cast<std::uint8_t>(predicate)));
    land(edges);
    use_element(pointer, index, is_wide);
    const std::uint32_t end = add_edge();
    jump(end);
    land(edges + 1);
    land(end);
  }

  // p = malloc(n * 4), free(p), p[i] = 1, x = p[i], if (i < n) p[i] = 1, q = p: the latter only if
  // p is not null. Global 0 has the number of elements, if it is still the same.
  void sized_block() {
    const Operand home = pointer_home();
    const bool is_wide = flip(4);
    if (flip(2)) {
      const Operand count = element_count();
      const Operand block =
          flip(4)
              ? call(Builtin::Calloc, {convert(Code::ZExt, count, 32, 64), constant(4)}, 64, true)
              : call(Builtin::Malloc, {bytes_of(count, is_wide)}, 64, true);
      if (may_share() && !flip(4)) store(address_of(0), count);
      if (!flip(3)) use_below(block, count, is_wide);
      if (flip(3)) {
        call(Builtin::Free, {block}, 64, false);
        if (flip(4)) store_pointer(home, block);
        return;
      }
      store_pointer(home, block);
      return;
    }
    const Operand pointer = load_pointer(home);
    const std::uint32_t edges = branch(
        compute(Code::ICmp, pointer, constant(0), 64, static_cast<std::uint8_t>(Compare::EQ)));
    land(edges + 1);
    switch (pick(4)) {
      case 0: use_element(pointer, element_count(), is_wide); break;
      case 1: store_pointer(pointer_home(), pointer); break;
      case 2:
        call(Builtin::Free, {pointer}, 64, false);
        if (!flip(4)) store_pointer(home, constant(0));
        break;
      default: use_below(pointer, may_share() ? load(address_of(0)) : element_count(), is_wide);
    }
    const std::uint32_t end = add_edge();
    jump(end);
    land(edges);
    land(end);
  }

  // while (input) ...: values may grow for ever.
  void endless_loop(int depth) {
    const std::uint32_t enter = add_edge();
    jump(enter);
    land(enter);
    const std::uint32_t head = here();
    const std::uint32_t edges = branch(call(Builtin::Nondet, {}, 1, true));
    land(edges);
    if (flip(2)) grow();
    statements(1, depth - 1);
    const std::uint32_t back = add_edge();
    jump(back);
    program_.edges[back].target = head;
    land(edges + 1);
  }

  // x = x + 1, perhaps with an end to it.
  void grow() {
    const Operand address = may_share()
                                ? address_of(static_cast<std::uint32_t>(pick(kVariables - 1)))
                                : local_address();
    const Operand next = compute(Code::Add, load(address), constant(pick(2)));
    if (flip(2)) {
      const Operand fits = compute(Code::ICmp, next, constant(pick(4) + 1), 32,
                                   static_cast<std::uint8_t>(Compare::SLE));
      const std::uint32_t edges = branch(fits);
      land(edges);
      store(address, next);
      const std::uint32_t end = add_edge();
      jump(end);
      land(edges + 1);
      store(address, constant(0));
      const std::uint32_t fall = add_edge();
      jump(fall);
      land(end);
      land(fall);
      return;
    }
    if (flip(2)) {
      const Operand fits = compute(Code::ICmp, next, constant(pick(4) + 1), 32,
                                   static_cast<std::uint8_t>(Compare::ULE));
      call(Builtin::Assume, {fits}, 32, false);
    }
    store(address, next);
  }

  void section(int depth) {
    // A careful program has one lock, and takes it once.
    if (options_.is_careful && locked_ > 0) return statement(depth - 1);
    // A lock in an atomic section is rare.
    if (atomic_sections_ > 0 && !flip(4)) return statement(depth - 1);
    const Operand lock = address_of(!options_.is_careful && flip(4) ? 6 : 5);
    call(Builtin::MutexLock, {lock}, 32, true);
    ++locked_;
    statements(static_cast<int>(pick(1)) + 1, depth - 1);
    --locked_;
    call(Builtin::MutexUnlock, {lock}, 32, true);
  }

  void atomic_section(int depth) {
    boundary(Builtin::AtomicBegin);
    ++atomic_sections_;
    statements(static_cast<int>(pick(2)) + 1, depth - 1);
    --atomic_sections_;
    boundary(Builtin::AtomicEnd);
  }
  void boundary(Builtin what) {
    Instruction in;
    in.code = Code::Builtin;
    in.sub = static_cast<std::uint8_t>(what);
    in.slots = 0;
    emit(in);
  }

  // Mostly of a shared variable, in which another thread may have to write first.
  void assumption() { call(Builtin::Assume, {condition()}, 32, false); }

  // A function of two numbers that returns one of them, or a sum.
  void add_helper() {
    begin_function("helper", 2, kFrameBytes);
    const auto predicate =
        static_cast<std::uint8_t>(pick(static_cast<std::uint64_t>(Compare::SLE)));
    const std::uint32_t edges =
        branch(compute(Code::ICmp, 0, flip(2) ? constant(pick(3)) : 1, 32, predicate));
    land(edges);
    give(compute(Code::Add, 0, flip(2) ? constant(pick(2)) : 1));
    land(edges + 1);
    give(1);
    program_.functions.push_back(std::move(function_));
  }

  void add_thread(std::uint32_t number) {
    begin_function("thread" + std::to_string(number), 1, kFrameBytes);
    has_counted_ = false;
    // The last thread may be a child of the one before it.
    const bool has_child = options_.has_generations && number + 2 == threads_ && flip(3);
    if (has_child) {
      is_child_.back() = true;
      create(number + 1);
      if (flip(2)) join(number + 1);
    }
    statements(options_.statements / 2 + static_cast<int>(pick(2)), 2);
    end_function(true);
    program_.functions.push_back(std::move(function_));
  }

  void create(std::uint32_t i) {
    const Operand start = constant(ir::pointer_to(ir::block_of(ir::FunctionId{1 + i})));
    call(Builtin::ThreadCreate, {address_of(7 + i), constant(0), start, constant(0)}, 32, true);
    is_joined_.resize(threads_);
    is_joined_[i] = false;
  }
  void join(std::uint32_t i) {
    Instruction in;
    in.code = Code::Load;
    in.bits = 64;
    in.a = address_of(7 + i);
    in.dst = slot();
    emit(in);
    call(Builtin::ThreadJoin, {in.dst, constant(0)}, 32, true);
    is_joined_[i] = true;
  }

  [[nodiscard]] bool has_child(std::uint32_t i) const {
    return i + 2 == threads_ && is_child_.back();
  }

  ir::Function main_function(std::uint32_t threads) {
    begin_function("main", 0, kFrameBytes);
    has_counted_ = true;
    if (flip(2)) statement(0);
    for (std::uint32_t i = 0; i < threads; ++i) {
      if (is_child_[i]) continue;
      create(i);
      if (!options_.has_generations || flip(3)) continue;
      join(i);
      if (!has_child(i) && flip(2)) create(i);  // the same once more
    }
    if (flip(3)) statement(1);
    for (std::uint32_t i = 0; i < threads; ++i) {
      if (!is_joined_[i]) join(i);
    }
    statements(1, 1);
    end_function(true);
    return std::move(function_);
  }

  std::mt19937_64 random_;
  RandomIrOptions options_;
  std::uint32_t helper_ = 0;
  std::uint32_t threads_ = 0;
  std::vector<bool> is_child_;   // of another thread; main does not create it
  std::vector<bool> is_joined_;  // by the code so far
  int locked_ = 0;               // locks held around the statement under construction
  int atomic_sections_ = 0;
  bool has_counted_ = false;  // in the function under construction
};

}  // namespace

ir::Program random_ir_program(std::uint64_t seed, const RandomIrOptions& options) {
  return Generator(seed, options).program();
}

}  // namespace skein::test
