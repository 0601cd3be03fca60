// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/effects/effects.hpp"

#include <algorithm>
#include <array>

#include "core/ensure.hpp"
#include "machine/ir/memory/small_locks.hpp"

namespace skein::ir {

namespace {

// A row must name its effect: a reference cannot be left out. (A comparison of function pointers
// with null is not constant for gcc under -fsanitize=undefined.)
struct Family {
  EffectFamily family = EffectFamily::Local;
  void (&execute)(const Effect&);
  std::uint32_t (*choices)(const PendingOperation&) = nullptr;  // null: always one
};

void execute_local(const Effect& /*e*/) {
  ensure(false, "a local builtin is executed as a visible one");
}

using E = EffectFamily;

constexpr std::array<Family, kEffectFamilies> kFamilies{{
    {E::Local, execute_local, nullptr},
    {E::Thread, execute_thread, thread_choices},
    {E::Exit, execute_thread_exit, nullptr},
    {E::Block, execute_block, nullptr},
    {E::Realloc, execute_realloc, nullptr},
    {E::Copy, execute_copy, nullptr},
    {E::Mutex, execute_mutex, mutex_choices},
    {E::RwLock, execute_rwlock, rwlock_choices},
    {E::Cond, execute_cond, cond_choices},
    {E::Barrier, execute_barrier, barrier_choices},
    {E::Semaphore, execute_semaphore, semaphore_choices},
    {E::Once, execute_once, once_choices},
    {E::Choice, execute_choice, choice_choices},
    {E::Section, execute_section_lock, nullptr},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kFamilies.size(); ++i) {
    if (kFamilies[i].family != static_cast<EffectFamily>(i)) return false;
  }
  return true;
}
static_assert(is_in_order(), "each family has its row, in the order of the enumeration");

const Family& family_of(Builtin what) {
  return kFamilies[static_cast<std::size_t>(traits(what).effect)];
}

// The cell as a lock that fills the whole cell.
std::optional<Cell> whole_lock_in(const Cell& cell, ValueKind kind) {
  if (cell.kind == kind) return cell;
  if (cell.kind != ValueKind::Bytes || cell.bits != 0 || !cell.waiting.empty()) {
    return std::nullopt;
  }
  Cell fresh;
  fresh.kind = kind;
  return fresh;
}

// The variables of a returning function cease to exist.
void execute_return(const Effect& e) {
  std::fill(e.outcome.values.begin(), e.outcome.values.end(), ValueId{});
  e.context.allocation.release_locals(e.thread, e.frame());
  if (!e.outcome.fault) static_cast<void>(e.context.control.return_from(e.thread, e.in));
}

}  // namespace

std::optional<Cell> PendingOperation::lock(std::size_t i, ValueKind kind) const {
  if (i == 0 && traits(what()).is_small_lock) {
    return small_lock_in(cell(0), kind, context.memory.place_in_cell(argument(0)));
  }
  return whole_lock_in(cell(i), kind);
}

bool Effect::take_lock(std::size_t i, ValueKind kind, Cell& lock) const {
  if (const std::optional<Cell> found = pending().lock(i, kind)) {
    lock = *found;
    return true;
  }
  fault(values[i].is_absent() ? ViolationCode::LockInFreedMemory : ViolationCode::LockOfOtherKind);
  return false;
}

void Effect::put_lock(const Cell& lock) const {
  if (!traits(what()).is_small_lock) return put(0, lock);
  put(0, with_small_lock(cell(0), context.memory.place_in_cell(argument(0)), lock));
}

void Effect::store(std::size_t first, std::uint64_t pointer, std::uint64_t value,
                   std::uint32_t bytes) const {
  const auto* from = reinterpret_cast<const std::uint8_t*>(&value);
  if (context.memory.is_private(pointer)) {
    return context.memory.write_private(thread, pointer, from, bytes);
  }
  std::vector<Part> parts;
  context.memory.split(pointer, bytes, parts);
  const auto cells = std::span(outcome.values).subspan(first, parts.size());
  if (const MaybeMisuse misuse = context.memory.write(cells, parts, from)) fault(*misuse);
}

void execute(const Effect& e) {
  if (e.context.allocation.chooses_name(e.thread, e.in)) {
    e.frame().phase = Allocation::kNameChosen + e.choice;
    return;
  }
  switch (e.in.code) {
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return execute_memory(e);
    case Code::NewBlock: return execute_block(e);
    case Code::Return: return execute_return(e);
    default: break;
  }
  family_of(e.what()).execute(e);
}

std::uint32_t count_choices(const PendingOperation& op) {
  if (!is_builtin(op.in)) return 1;
  const Family& family = family_of(op.what());
  return family.choices == nullptr ? 1 : family.choices(op);
}

}  // namespace skein::ir
