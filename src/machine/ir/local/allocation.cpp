// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/local/allocation.hpp"

#include <algorithm>
#include <bit>

#include "machine/ir/memory/sorted_list.hpp"
#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

// The lowest `count` numbers for which the thread has neither a block nor a pointer to an old one.
std::vector<std::uint32_t> Allocation::free_numbers(const Thread& t, std::size_t count) const {
  std::vector<std::uint32_t> taken;
  for (const BlockId block : t.numbers) taken.push_back(blocks_.number_of(block));
  const auto look_at = [&](std::uint64_t value) {
    const BlockId block = block_of(value);
    if (is_agents(block) && blocks_.is_name(block) && blocks_.agent_of(block) == t.agent)
      taken.push_back(blocks_.number_of(block));
  };
  for_each_pointer(t, look_at);
  std::sort(taken.begin(), taken.end());
  std::vector<std::uint32_t> free;
  auto used = taken.begin();
  for (std::uint32_t number = 0; free.size() < count; ++number) {
    while (used != taken.end() && *used < number) ++used;
    if (used == taken.end() || *used != number) free.push_back(number);
  }
  return free;
}

bool Allocation::looks_first(const Thread& t, const Instruction& in) const {
  return is_builtin(in) && t.frames.back().phase == 0 &&
         traits(builtin_of(in)).footprint == Footprint::NewBlock &&
         std::any_of(t.published.begin(), t.published.end(), [&](BlockId block) {
           return is_heap(block) && std::binary_search(t.numbers.begin(), t.numbers.end(), block);
         });
}

std::uint64_t Allocation::requested_bytes(const Thread& t, const Instruction& in) const {
  switch (builtin_of(in)) {
    case Builtin::Calloc: {
      std::uint64_t bytes = 0;
      const std::uint64_t count = control_.argument(t, in, 0);
      if (__builtin_mul_overflow(count, control_.argument(t, in, 1), &bytes)) return ~0ULL;
      return bytes;
    }
    case Builtin::Realloc:
    case Builtin::AlignedAlloc: return control_.argument(t, in, 1);
    default: return control_.argument(t, in, 0);
  }
}

std::uint64_t Allocation::alignment_of(const Thread& t, const Instruction& in) const {
  if (!is_builtin(in)) return 1;
  const Builtin what = builtin_of(in);
  if (what != Builtin::AlignedAlloc && what != Builtin::AlignedNew) return 1;
  const std::uint64_t alignment = control_.argument(t, in, what == Builtin::AlignedAlloc ? 0 : 1);
  if (alignment > kMostAlignment || !std::has_single_bit(alignment)) {
    control_.refuse(
        t, "memory aligned to more than 1024 bytes, or to no power of two, is not supported");
  }
  return alignment;
}

BlockId Allocation::named_block(const Thread& t, const Instruction& in, std::uint32_t number) {
  if (in.code == Code::NewBlock) {
    if (number >= kMostLocals) control_.refuse(t, "too many local variables that others can reach");
    return blocks_.local(t.agent, static_cast<std::uint32_t>(in.imm), number);
  }
  const std::uint64_t bytes = requested_bytes(t, in);
  const std::uint64_t words = std::max<std::uint64_t>(bytes / 8 + (bytes % 8 != 0 ? 1 : 0), 1);
  if (words > kMostHeapWords) control_.refuse(t, "a block of more than 256 KiB is not supported");
  check_number(t, number);
  return blocks_.heap(t.agent, static_cast<std::uint32_t>(words), number);
}

void Allocation::check_number(const Thread& t, std::uint32_t number) const {
  if (number >= kMostHeapBlocks) {
    control_.refuse(t, "a thread has more than 2048 blocks that it has not freed itself");
  }
}

BlockId Allocation::new_unsized_block(const Thread& t, std::uint32_t shape) {
  const std::uint32_t number = free_numbers(t, 1).front();
  check_number(t, number);
  return blocks_.unsized(t.agent, shape, number);
}

std::vector<BlockId> Allocation::possible_blocks(const Thread& t, const Instruction& in) {
  std::vector<BlockId> blocks;
  const std::uint64_t alignment = alignment_of(t, in);
  const bool is_special = alignment > kHeapAlignment;
  // Few names have a special alignment.
  for (const std::uint32_t number :
       free_numbers(t, is_special ? kMostHeapBlocks + 1 : options_.spare_names + 1)) {
    const BlockId block = named_block(t, in, number);
    if (is_special && low_address(block) % alignment != 0) continue;
    blocks.push_back(block);
    if (blocks.size() > options_.spare_names) break;
    if (!std::binary_search(t.published.begin(), t.published.end(), blocks.back())) break;
  }
  return blocks;
}

bool Allocation::makes_block(const Thread& t, const Instruction& in) const {
  if (in.code == Code::NewBlock) return true;
  if (!is_builtin(in)) return false;
  switch (traits(builtin_of(in)).footprint) {
    case Footprint::NewBlock: return !looks_first(t, in);
    case Footprint::Realloc:
      return control_.argument(t, in, 0) == 0 || control_.argument(t, in, 1) != 0;
    default: return false;
  }
}

bool Allocation::chooses_name(const Thread& t, const Instruction& in) {
  return options_.spare_names > 0 && t.frames.back().phase < kNameChosen && makes_block(t, in) &&
         possible_blocks(t, in).size() > 1;
}

BlockId Allocation::new_block(const Thread& t, const Instruction& in) {
  const std::uint32_t phase = t.frames.back().phase;
  return possible_blocks(t, in)[phase < kNameChosen ? 0 : phase - kNameChosen];
}

void Allocation::keep(Thread& t, BlockId block) const {
  insert_sorted(t.numbers, block);
  const auto has_its_number = [&](BlockId old) {
    return blocks_.number_of(old) == blocks_.number_of(block);
  };
  std::erase_if(t.published, has_its_number);
}

void Allocation::publish(Thread& t, std::uint64_t value) const {
  const BlockId block = block_of(value);
  if (!std::binary_search(t.numbers.begin(), t.numbers.end(), block)) return;
  if (!std::binary_search(t.published.begin(), t.published.end(), block)) {
    insert_sorted(t.published, block);
  }
}

// The name is free again if the freeing thread may reuse it: it made the block, or it created and
// joined the maker.
void Allocation::forget(Thread& t, BlockId block) const {
  const AgentId maker = blocks_.agent_of(block);
  if (maker == t.agent) {
    erase_value(t.numbers, block);
  } else if (agents_[maker].creator == t.agent) {
    erase_value(t.leftovers, block);
  }
}

void Allocation::release_locals(Thread& t, const Frame& f) const {
  for (const Operand slot : program_.function(f.function).blocks) {
    if (control_.get(f, slot) != 0) forget(t, block_of(control_.get(f, slot)));
  }
}

}  // namespace skein::ir
