// SPDX-License-Identifier: Apache-2.0
// Threads: creation, join, detach, exit.
#include <algorithm>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/memory/sorted_list.hpp"

namespace skein::ir {

namespace {

void create(const Effect& e) {
  Thread& t = e.thread;
  const BlockNames& blocks = e.context.memory.blocks();
  const AgentId agent = e.transition.child;
  Thread child;
  child.agent = agent;
  child.own = e.context.program.thread_image;
  child.clock = t.clock;
  t.has_created = true;
  // Blocks that an earlier thread of the same name has not freed.
  for (const BlockId block : t.leftovers) {
    if (blocks.agent_of(block) == child.agent) child.numbers.push_back(block);
  }
  std::erase_if(t.leftovers, [&](BlockId block) { return blocks.agent_of(block) == child.agent; });
  const std::uint64_t arguments[] = {e.argument(3)};
  e.context.allocation.publish(t, arguments[0]);
  e.context.control.call(child, function_of(block_of(e.argument(2))), arguments);
  e.outcome.born = e.context.threads.intern(child);
  Cell life;
  life.kind = ValueKind::Life;
  life.a = e.argument(1) != 0 ? kDetached : kRunning;
  e.put(0, life);
  insert_sorted(t.children, Agents::lowest_free(t.children));
  e.store(1, e.argument(0), agent.value + 1, 8);
  e.outcome.value = agent.value;
}

void join(const Effect& e) {
  Thread& t = e.thread;
  const Cell& life = e.cell(0);
  const AgentId agent{static_cast<std::uint32_t>(e.argument(0)) - 1};
  e.outcome.value = agent.value;
  if (life.kind != ValueKind::Life) return e.fault(ViolationCode::JoinsGone);
  if (life.a == kDetached) return e.fault(ViolationCode::JoinsDetached);
  e.outcome.values[0] = ValueId{};
  Clocks::take(t, life);
  const AgentName& name = e.context.agents[agent];
  if (name.creator == t.agent && agent != kMainAgent) {
    erase_value(t.children, name.ordinal);
    for (const std::uint32_t block : life.waiting) insert_sorted(t.leftovers, BlockId{block});
  }
  if (e.argument(1) != 0) e.store(1, e.argument(1), life.bits, 8);
}

void detach(const Effect& e) {
  Cell life = e.cell(0);
  e.outcome.value = static_cast<std::int64_t>(e.argument(0)) - 1;
  if (life.kind != ValueKind::Life) return e.fault(ViolationCode::DetachesGone);
  if (life.a == kDetached) return e.fault(ViolationCode::DetachesTwice);
  if (life.a == kFinished) {
    e.outcome.values[0] = ValueId{};
    return;
  }
  life.a = kDetached;
  e.put(0, life);
}

}  // namespace

void execute_thread(const Effect& e) {
  switch (e.what()) {
    case Builtin::ThreadCreate: create(e); break;
    case Builtin::ThreadJoin: join(e); break;
    default: detach(e); break;
  }
  if (!e.outcome.fault) e.finish(0);
}

std::uint32_t thread_choices(const PendingOperation& op) {
  if (op.what() != Builtin::ThreadJoin) return 1;
  const Cell& life = op.cell(0);
  return life.kind == ValueKind::Life && life.a == kRunning ? 0 : 1;
}

void execute_thread_exit(const Effect& e) {
  Thread& t = e.thread;
  t.result = e.argument(0);
  e.context.allocation.publish(t, t.result);
  std::fill(e.outcome.values.begin() + 1, e.outcome.values.end(), ValueId{});
  for (const Frame& f : t.frames) e.context.allocation.release_locals(t, f);
  execute_exit(e.context, t, e.values[0], e.outcome);
}

void execute_exit(Context& context, Thread& t, ValueId life, Outcome& outcome) {
  Cell cell = context.memory.cells()[life];
  if (cell.a == kDetached) {
    outcome.values[0] = ValueId{};
  } else {
    cell.kind = ValueKind::Life;
    cell.a = kFinished;
    cell.bits = t.result;
    cell.waiting.clear();
    for (const BlockId block : t.numbers) cell.waiting.push_back(block.value);
    context.clocks.leave(t, cell);
    outcome.values[0] = context.memory.cells().intern(cell);
  }
  t.frames.clear();
  t.status = t.ends_program ? Status::Over : Status::Gone;
}

}  // namespace skein::ir
