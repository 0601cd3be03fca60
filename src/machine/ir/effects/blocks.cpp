// SPDX-License-Identifier: Apache-2.0
// Blocks of memory: malloc and its relatives, free, realloc, and local variables that others can
// reach.
#include <algorithm>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/memory/sorted_list.hpp"

namespace skein::ir {

namespace {

void free_block(const Effect& e) {
  if (e.values[0].is_absent()) {
    return e.fault(ViolationCode::FreesFreed);
  }
  std::fill(e.outcome.values.begin(), e.outcome.values.end(), ValueId{});
  e.context.allocation.forget(e.thread, block_of(e.argument(0)));
  e.finish(0);
}

// From now on the thread knows which of its blocks other threads have freed.
void look_for_freed_blocks(const Effect& e) {
  for (std::size_t i = 0; i < e.transition.touches.size(); ++i) {
    if (!e.values[i].is_absent()) continue;
    erase_value(e.thread.numbers, e.context.memory.objects()[e.transition.touches[i].object].block);
  }
  e.frame().phase = 1;
}

// The part of a word that survives the reallocation of its block.
Cell kept_word(Cell word, const Cell& before) {
  const std::uint32_t kept = std::min(word.a, before.a);
  const std::uint64_t mask = kept == 8 ? ~0ULL : (1ULL << (8U * kept)) - 1U;
  word.bits = before.bits & mask;
  const std::uint32_t kept_bytes = (1U << kept) - 1U;
  word.b = (word.b & ~kept_bytes) | (before.b & kept_bytes);
  return word;
}

}  // namespace

void execute_block(const Effect& e) {
  if (is_builtin(e.in, Builtin::Free)) return free_block(e);
  if (e.context.allocation.looks_first(e.thread, e.in)) return look_for_freed_blocks(e);
  Memory& memory = e.context.memory;
  const BlockId block = e.context.allocation.new_block(e.thread, e.in);
  // Not every cell is touched, if some are folded.
  const auto for_each_cell = [&](const auto& look) {
    for (std::size_t i = 0; i < e.transition.touches.size(); ++i) {
      const Object& object = memory.objects()[e.transition.touches[i].object];
      if (object.kind == ObjectKind::Cell && object.block == block) look(i, object.cell);
    }
  };
  if (e.in.code == Code::NewBlock) {
    const Layout& layout = e.context.program.layouts[static_cast<std::size_t>(e.in.imm)];
    for_each_cell([&](std::size_t i, std::uint32_t cell) {
      e.outcome.values[i] = memory.cells().bytes(layout.cells[cell].size, 0);
    });
  } else {
    const std::uint64_t bytes = e.context.allocation.requested_bytes(e.thread, e.in);
    const bool is_defined =
        e.what() == Builtin::Calloc || !e.context.options.uninitialised_is_a_bug;
    for_each_cell([&](std::size_t i, std::uint32_t cell) {
      e.outcome.values[i] = memory.new_word(bytes, cell, is_defined);
    });
  }
  e.context.allocation.keep(e.thread, block);
  e.finish(pointer_to(block, 0));
}

// One step: makes the new block with the contents of the old one. The new block's words come first
// among the values.
void execute_realloc(const Effect& e) {
  Memory& memory = e.context.memory;
  Allocation& allocation = e.context.allocation;
  const std::uint64_t old = e.argument(0);
  const std::uint64_t bytes = allocation.requested_bytes(e.thread, e.in);
  const bool has_new = old == 0 || bytes != 0;
  const BlockId block = has_new ? allocation.new_block(e.thread, e.in) : kNullBlock;
  const std::size_t words = has_new ? memory.blocks().words_of(block) : 0;
  const std::size_t old_words = old == 0 ? 0 : memory.blocks().words_of(block_of(old));
  if (old_words > 0 && e.values[words].is_absent()) {
    return e.fault(ViolationCode::ReallocatesFreed);
  }
  for (std::size_t i = 0; i < words; ++i) {
    const ValueId fresh = memory.new_word(bytes, i, !e.context.options.uninitialised_is_a_bug);
    e.outcome.values[i] = fresh;
    if (i >= old_words || fresh.is_absent()) continue;
    const Cell& before = e.cell(words + i);
    if (before.kind == ValueKind::Nothing) continue;
    if (before.kind != ValueKind::Bytes || !before.waiting.empty()) {
      return e.fault(ViolationCode::ReallocatesLock);
    }
    e.put(i, kept_word(memory.cells()[fresh], before));
  }
  if (old_words > 0) {
    std::fill(e.outcome.values.begin() + static_cast<std::ptrdiff_t>(words), e.outcome.values.end(),
              ValueId{});
    allocation.forget(e.thread, block_of(old));
  }
  if (has_new) allocation.keep(e.thread, block);
  e.finish(has_new ? pointer_to(block, 0) : 0);
}

}  // namespace skein::ir
