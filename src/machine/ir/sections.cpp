// SPDX-License-Identifier: Apache-2.0
// Steps of several accesses: atomic sections (__VERIFIER_atomic_begin and _end), and statements, if
// a step is to be a statement (--granularity statement).
//
// What a step touches must be known before it is executed, from the thread's local state alone. So
// the code ahead is gone through with the values of shared memory unknown, along both ways of a
// branch that depends on them; what is touched on some way is touched by the step (an object that
// is then not accessed keeps its value: more dependence than needed, never less). An address that
// depends on what is read cannot be foreseen: a statement is then two steps, and a section is a
// lock (section_lock.cpp), as it is if it chooses, allocates or synchronises.
//
// A statement ends at the end of its source line, at a jump that leaves the expression (clang's
// names of blocks tell: land.rhs is inside, while.body is not), at a call or a return, and after
// its first write.
#include <algorithm>

#include "core/check.hpp"
#include "machine/ir/system.hpp"

namespace skein::ir {

namespace {

bool is_access(Code code) {
  return code == Code::Load || code == Code::Store || code == Code::Rmw || code == Code::CmpXchg;
}

bool is_begin(const Instruction& in) {
  return in.code == Code::Builtin && static_cast<Builtin>(in.sub) == Builtin::AtomicBegin;
}

bool is_end(const Instruction& in) {
  return in.code == Code::Builtin && static_cast<Builtin>(in.sub) == Builtin::AtomicEnd;
}

constexpr std::uint32_t kMostForks = 10;
constexpr std::uint32_t kMostInstructions = 20'000;

}  // namespace

bool IrSystem::is_section(const Thread& t) const {
  if (t.status != Status::Running) return false;
  const Instruction& in = here(t);
  return is_begin(in) || (options_.steps_are_statements && is_access(in.code));
}

// A thread some of whose values are not known.
struct IrSystem::Ahead {
  Thread thread;
  std::vector<std::vector<bool>> slots;   // by frame: whether unknown
  std::vector<std::vector<bool>> memory;  // by frame, byte
  std::vector<bool> own;                  // byte
  std::uint32_t forks = 0;
  std::uint32_t nested = 0;  // sections in this one
};

struct IrSystem::Lookout {
  Intent& intent;
  bool is_atomic = false;
  std::uint32_t line = 0;
  std::uint32_t instructions = 0;
  std::string trouble;  // why it could not be foreseen
};

void IrSystem::describe_section(const Thread& t, Intent& intent) {
  Ahead ahead;
  ahead.thread = t;
  for (const Frame& f : t.frames) {
    ahead.slots.emplace_back(f.slots.size());
    ahead.memory.emplace_back(f.memory.size());
  }
  ahead.own.resize(t.own.size());
  Lookout out{intent, is_begin(here(t)), program_.sites[here(t).site].line, 0, ""};
  if (out.is_atomic) ++ahead.thread.frames.back().pc;
  look_ahead(std::move(ahead), out);
  if (out.is_atomic && !out.trouble.empty()) {
    return describe_section_lock(intent);
  }
  const auto has = [&](Access access) {
    return std::any_of(intent.touches.begin(), intent.touches.end(),
                       [&](const Touch& touch) { return touch.access == access; });
  };
  intent.kind = !has(Access::Write)      ? OpKind::PlainLoad
                : has(Access::Read)      ? OpKind::AtomicRmw
                : intent.touches.empty() ? OpKind::Yield
                                         : OpKind::PlainStore;
  if (intent.touches.empty()) intent.kind = OpKind::Yield;
}

// Every way from here to the end of the section or statement.
void IrSystem::look_ahead(Ahead ahead, Lookout& out) {
  Thread& t = ahead.thread;
  const std::size_t depth = t.frames.size();
  const auto is_unknown = [&](Operand operand) {
    return operand >= 0 && ahead.slots.back()[static_cast<std::size_t>(operand)];
  };
  const auto learn = [&](const Instruction& in, bool is_known) {
    if (in.code == Code::Store) return;
    const std::uint32_t count = in.code == Code::CmpXchg ? 2 : in.slots;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto slot = static_cast<std::size_t>(in.dst) + i;
      if (slot < ahead.slots.back().size()) ahead.slots.back()[slot] = !is_known;
    }
  };
  // The bytes of private memory at this address; null: a constant.
  const auto shadow = [&](std::uint64_t pointer, std::size_t& from) -> std::vector<bool>* {
    const std::uint32_t block = block_of(pointer);
    from = offset_of(pointer);
    if (block >= kFrameBase) return &ahead.memory[block - kFrameBase];
    if (block < kThreadBase) return nullptr;
    from += program_.thread_locals[block - kThreadBase].offset;
    return &ahead.own;
  };
  const auto follow_edge = [&](std::uint32_t number) {
    const Edge& edge = program_.edges[number];
    std::vector<bool> unknown;
    for (const Copy& copy : edge.copies) unknown.push_back(is_unknown(copy.src));
    follow(t.frames.back(), number);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      ahead.slots.back()[static_cast<std::size_t>(edge.copies[i].dst)] = unknown[i];
    }
    return out.is_atomic || edge.is_inside_statement;
  };
  Outcome scratch;
  while (true) {
    if (++out.instructions > kMostInstructions) {
      out.trouble = "it is too long, or a loop in it depends on what it reads";
      return;
    }
    const Instruction& in = here(t);
    const Frame& f = t.frames.back();
    bool is_known = true;
    switch (in.code) {
      case Code::Jump:
        if (!follow_edge(static_cast<std::uint32_t>(in.imm))) return;
        continue;
      case Code::Branch:
      case Code::Switch: {
        std::vector<std::uint32_t> ways;
        if (in.code == Code::Branch) {
          const auto first = static_cast<std::uint32_t>(in.imm);
          ways = {first, first + 1};
          if (!is_unknown(in.a)) ways = {first + ((get(f, in.a) & 1U) != 0 ? 0 : 1)};
        } else {
          const SwitchTable& table = program_.switches[static_cast<std::size_t>(in.imm)];
          ways = table.edges;
          ways.push_back(table.otherwise);
          if (!is_unknown(in.a)) {
            const auto found = std::find(table.values.begin(), table.values.end(), get(f, in.a));
            ways = {found == table.values.end()
                        ? table.otherwise
                        : table.edges[static_cast<std::size_t>(found - table.values.begin())]};
          }
        }
        if (ways.size() > 1 && ++ahead.forks > kMostForks) {
          out.trouble = "too many branches in it depend on what it reads";
          return;
        }
        for (std::size_t i = 1; i < ways.size(); ++i) {
          Ahead other = ahead;
          std::swap(other, ahead);
          const bool goes_on = follow_edge(ways[i]);
          std::swap(other, ahead);
          if (goes_on) look_ahead(std::move(other), out);
        }
        if (!follow_edge(ways.front())) return;
        continue;
      }
      case Code::Load:
      case Code::Store:
      case Code::Rmw:
      case Code::CmpXchg: {
        if (is_unknown(in.a)) {
          out.trouble = "what it accesses depends on what it reads";
          return;
        }
        const std::uint64_t pointer = get(f, in.a);
        const std::size_t bytes = (in.bits + 7U) / 8U;
        if (!trouble_with(t, pointer, bytes, in.code != Code::Load).is_none()) return;  // a fault
        const bool is_load = in.code == Code::Load;
        if (!is_private(pointer)) {
          if (!out.is_atomic &&
              (program_.sites[in.site].line != out.line || t.frames.size() != depth)) {
            return;
          }
          touch(out.intent, pointer, bytes, is_load ? Access::Read : Access::Write);
          if (!out.is_atomic && !is_load) return;
          learn(in, false);
          ++t.frames.back().pc;
          continue;
        }
        std::size_t from = 0;
        std::vector<bool>* const unknown = shadow(pointer, from);
        if (is_load) {
          for (std::size_t i = 0; unknown != nullptr && i < bytes; ++i) {
            if ((*unknown)[from + i]) is_known = false;
          }
          break;
        }
        // A value that is not known, or an atomic operation on private memory: rare.
        is_known = in.code == Code::Store && !is_unknown(in.b);
        for (std::size_t i = 0; unknown != nullptr && i < bytes; ++i) {
          (*unknown)[from + i] = !is_known;
        }
        break;
      }
      case Code::Call:
      case Code::CallPointer: {
        if (!out.is_atomic) return;
        if (in.code == Code::CallPointer && is_unknown(in.a)) {
          out.trouble = "which function it calls depends on what it reads";
          return;
        }
        std::vector<bool> unknown;
        for (std::uint32_t i = 0; i < in.argument_count; ++i) {
          unknown.push_back(is_unknown(program_.arguments[in.arguments + i]));
        }
        if (!step_local(t, in, scratch)) return;
        const Frame& callee = t.frames.back();
        unknown.resize(std::max(unknown.size(), callee.slots.size()));
        // What a variadic function is given counts as known only if all is.
        const bool has_unknown = std::find(unknown.begin(), unknown.end(), true) != unknown.end();
        ahead.memory.emplace_back(callee.memory.size(), has_unknown);
        unknown.resize(callee.slots.size());
        ahead.slots.push_back(std::move(unknown));
        continue;
      }
      case Code::Return: {
        if (!out.is_atomic) return;
        if (t.frames.size() == 1 || is_visible(t, in)) {
          out.trouble = "it does not end in the function in which it begins";
          return;
        }
        bool has_unknown = false;
        for (std::uint32_t i = 0; i < in.argument_count; ++i) {
          if (is_unknown(program_.arguments[in.arguments + i])) has_unknown = true;
        }
        if (!return_from(t, in)) return;
        ahead.slots.pop_back();
        ahead.memory.pop_back();
        const Instruction& call_in =
            program_.functions[t.frames.back().function].code[t.frames.back().pc - 1];
        for (std::uint32_t i = 0; i < call_in.slots; ++i) {
          ahead.slots.back()[static_cast<std::size_t>(call_in.dst) + i] = has_unknown;
        }
        continue;
      }
      case Code::Builtin: {
        if (!out.is_atomic || (is_end(in) && ahead.nested == 0)) return;
        if (is_begin(in) || is_end(in)) {
          ahead.nested += is_begin(in) ? 1 : -1U;
          ++t.frames.back().pc;
          continue;
        }
        const auto what = static_cast<Builtin>(in.sub);
        for (std::uint32_t i = 0; i < in.argument_count; ++i) {
          if (is_unknown(program_.arguments[in.arguments + i])) is_known = false;
        }
        if (what == Builtin::Assume && !is_known) {
          ++t.frames.back().pc;
          continue;
        }
        if (what == Builtin::AssertFail || what == Builtin::SkeinFail ||
            what == Builtin::ReachError || what == Builtin::Abort || what == Builtin::Trap ||
            what == Builtin::Throw || what == Builtin::Exit || what == Builtin::QuickExit) {
          return;
        }
        if (is_visible(t, in) ||
            (!is_known && (what == Builtin::Memcpy || what == Builtin::Memset))) {
          out.trouble = "only accesses and computation are, within one";
          return;
        }
        break;
      }
      case Code::Grow: out.trouble = "an array of variable length"; return;
      case Code::NewBlock: out.trouble = "a variable of its own that others can reach"; return;
      case Code::Unreachable: return;
      case Code::Alloca: break;
      default:
        if (is_unknown(in.a)) is_known = false;
        if (in.code == Code::Select && is_unknown(in.c)) is_known = false;
        if (uses_b(in.code) && is_unknown(in.b)) is_known = false;
        break;
    }
    if (is_known) {
      if (!step_local(t, in, scratch)) return;
    } else {
      ++t.frames.back().pc;
    }
    learn(in, is_known);
  }
}

// Executes one access with the values of the section so far. False: it is not among what was
// foreseen.
bool IrSystem::execute_part(Step& s, const Intent& intent) {
  const Instruction& in = here(s.thread);
  Intent one;
  touch(one, get(s.thread.frames.back(), in.a), (in.bits + 7U) / 8U,
        in.code == Code::Load ? Access::Read : Access::Write);
  std::vector<std::size_t> where;
  for (const Touch& t : one.touches) {
    const auto it =
        std::find_if(intent.touches.begin(), intent.touches.end(), [&](const Touch& known) {
          return known.object == t.object &&
                 (known.access == Access::Write || t.access == Access::Read);
        });
    if (it == intent.touches.end()) return false;
    where.push_back(static_cast<std::size_t>(it - intent.touches.begin()));
  }
  std::vector<ValueId> values;
  for (const std::size_t i : where) values.push_back(s.outcome.values[i]);
  Outcome part;
  part.values = values;
  Step step{s.thread, values, 0, part};
  execute_memory(step, in);
  for (std::size_t i = 0; i < where.size(); ++i) s.outcome.values[where[i]] = part.values[i];
  s.outcome.value = part.value;
  s.outcome.fault = part.fault;
  return true;
}

void IrSystem::execute_section(Step& s, const Intent& intent) {
  Thread& t = s.thread;
  const bool is_atomic = is_begin(here(t));
  const std::uint32_t line = program_.sites[here(t).site].line;
  const std::size_t depth = t.frames.size();
  if (is_atomic) finish(t.frames.back(), here(t), 0);
  std::uint64_t steps = 0;
  std::uint32_t nested = 0;
  while (t.status == Status::Running && !s.outcome.fault) {
    const Instruction& in = here(t);
    if (++steps > options_.most_local_steps) {
      return fault(t, s.outcome, ViolationCode::StepWithoutEnd);
    }
    if (is_atomic && (is_begin(in) || is_end(in))) {
      finish(t.frames.back(), in, 0);
      if (is_end(in) && nested == 0) return;
      nested += is_begin(in) ? 1 : -1U;
      continue;
    }
    if (is_visible(t, in)) {
      if (const ViolationFacts trouble = trouble_before(t, in); !trouble.is_none()) {
        return fault(t, s.outcome, trouble);
      }
      const bool goes_on =
          is_access(in.code) &&
          (is_atomic || (program_.sites[in.site].line == line && t.frames.size() == depth));
      const bool is_write = in.code != Code::Load;
      if (!goes_on || !execute_part(s, intent)) {
        if (is_atomic) refuse(t, "an atomic section does here what is not supported in one");
        return;
      }
      if (is_write && !is_atomic) return;
      continue;
    }
    // Whether the statement ends here; the local code after it is then executed by the caller.
    if (!is_atomic) {
      std::uint32_t edge = kNone;
      if (in.code == Code::Jump) edge = static_cast<std::uint32_t>(in.imm);
      if (in.code == Code::Branch) {
        edge =
            static_cast<std::uint32_t>(in.imm) + ((get(t.frames.back(), in.a) & 1U) != 0 ? 0 : 1);
      }
      const bool leaves = edge != kNone && !program_.edges[edge].is_inside_statement;
      if (leaves || in.code == Code::Switch || in.code == Code::Call ||
          in.code == Code::CallPointer || in.code == Code::Return || in.code == Code::Builtin) {
        return;
      }
    }
    if (!step_local(t, in, s.outcome)) return;
  }
}

}  // namespace skein::ir
