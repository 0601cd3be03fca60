// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/steps/sections.hpp"

#include <algorithm>
#include <vector>

#include "machine/ir/steps/section_lookahead.hpp"
#include "machine/ir/steps/touches.hpp"

namespace skein::ir {

namespace {

bool is_access(Code code) {
  return code == Code::Load || code == Code::Store || code == Code::Rmw || code == Code::CmpXchg;
}

}  // namespace

bool Sections::is_at_begin(const Thread& t) const {
  if (t.status != Status::Running) return false;
  const Instruction& in = context_.control.here(t);
  return is_builtin(in, Builtin::AtomicBegin) ||
         (context_.options.steps_are_statements && is_access(in.code));
}

void Sections::describe(const Thread& t, Transition& transition) {
  const SectionLookahead ahead(context_, t);
  if (ahead.is_atomic() && !ahead.obstacle().empty()) return lock_.describe_begin(transition);
  transition.touches = ahead.touches();
  transition.kind = kind_of_step(transition.touches);
}

void Sections::execute(const Effect& e) {
  if (e.transition.kind == OpKind::MutexLock) return execute_section_lock(e);
  execute_as_one(e);
}

void Sections::execute_as_one(const Effect& e) {
  Thread& t = e.thread;
  const Limits limits{is_builtin(e.in, Builtin::AtomicBegin), context_.program.site(e.in.site).line,
                      t.frames.size()};
  if (limits.is_atomic) e.finish(0);
  std::uint64_t steps = 0;
  std::uint32_t nested = 0;
  while (t.status == Status::Running && !e.outcome.fault) {
    const Instruction& in = context_.control.here(t);
    if (++steps > context_.options.most_local_steps) {
      return e.fault(ViolationCode::StepWithoutEnd);
    }
    const bool is_begin = is_builtin(in, Builtin::AtomicBegin);
    const bool is_end = is_builtin(in, Builtin::AtomicEnd);
    if (limits.is_atomic && (is_begin || is_end)) {
      Control::finish(t.frames.back(), in, 0);
      if (is_end && nested == 0) return;
      nested += is_begin ? 1 : -1U;
      continue;
    }
    if (context_.visibility.is_visible(t, in)) {
      if (!execute_access(e, limits)) return;
      continue;
    }
    // The caller executes the local code after a statement.
    if (!limits.is_atomic && ends_statement(t, in)) return;
    if (!context_.interpreter.step(t, in, e.outcome)) break;
  }
  // A run in which an assumption fails in a section does not count: no thread sees what it wrote.
  if (limits.is_atomic && t.status == Status::Assumed) {
    e.outcome.values.assign(e.values.begin(), e.values.end());
  }
}

// Executes the thread's current visible instruction. False if the step ends here.
bool Sections::execute_access(const Effect& e, const Limits& limits) {
  Thread& t = e.thread;
  const Instruction& in = context_.control.here(t);
  if (const MaybeMisuse misuse = context_.visibility.misuse_before(t, in)) {
    e.fault(*misuse);
    return false;
  }
  const bool is_inside = limits.is_atomic || (context_.program.site(in.site).line == limits.line &&
                                              t.frames.size() == limits.depth);
  if (!is_access(in.code) || !is_inside || !execute_part(e, in)) {
    if (limits.is_atomic) {
      context_.control.refuse(t, "an atomic section does here what is not supported in one");
    }
    return false;
  }
  return limits.is_atomic || in.code == Code::Load;
}

// Executes one access with the values of the section so far. False if it was not foreseen.
bool Sections::execute_part(const Effect& e, const Instruction& in) {
  Transition one;
  touch_memory(context_.memory, one.touches, e.get(in.a), bytes_of(in),
               in.code == Code::Load ? Access::Read : Access::Write);
  const Touches& foreseen = e.transition.touches;
  std::vector<std::size_t> where;
  for (const Touch& t : one.touches) {
    const auto it = std::find_if(foreseen.begin(), foreseen.end(), [&](const Touch& known) {
      return known.object == t.object &&
             (known.access == Access::Write || t.access == Access::Read);
    });
    if (it == foreseen.end()) return false;
    where.push_back(static_cast<std::size_t>(it - foreseen.begin()));
  }
  std::vector<ValueId> values;
  for (const std::size_t i : where) values.push_back(e.outcome.values[i]);
  Outcome part;
  part.values = values;
  execute_memory(Effect{context_, e.thread, in, one, values, 0, part});
  for (std::size_t i = 0; i < where.size(); ++i) e.outcome.values[where[i]] = part.values[i];
  e.outcome.value = part.value;
  e.outcome.fault = part.fault;
  return true;
}

bool Sections::ends_statement(const Thread& t, const Instruction& in) const {
  switch (in.code) {
    case Code::Jump:
    case Code::Branch: {
      const std::uint32_t edge = context_.control.edge_of(t.frames.back(), in);
      return !context_.program.edges[edge].is_inside_statement;
    }
    case Code::Switch:
    case Code::Call:
    case Code::CallPointer:
    case Code::Return:
    case Code::Builtin: return true;
    default: return false;
  }
}

// Takes the lock of all sections at the beginning of one, and releases it at the end.
void execute_section_lock(const Effect& e) {
  const bool is_begin = e.what() == Builtin::AtomicBegin;
  Cell lock = e.cell(0);
  lock.b = is_begin ? e.me() : 0;
  e.thread.section_depth = is_begin ? 1 : 0;
  e.put(0, lock);
  e.outcome.value = is_begin ? 1 : 0;
  e.finish(0);
}

}  // namespace skein::ir
