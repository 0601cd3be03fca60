// SPDX-License-Identifier: Apache-2.0
// memcpy, memmove, memset and realloc.
//
// A copy of memory that others can reach goes piece by piece, each a step: what lies in one cell on
// either side. (Reading a piece and writing it are one step.) Before main has created a thread
// nobody can tell, and it is one step.
#include <algorithm>
#include <cstring>

#include "core/check.hpp"
#include "machine/ir/system.hpp"

namespace skein::ir {

// The cell at this address, or the gap between two: where it begins and ends in its block.
std::pair<std::uint32_t, std::uint32_t> IrSystem::span_at(std::uint64_t pointer,
                                                          bool& is_cell) const {
  const std::uint32_t block = block_of(pointer);
  const std::uint32_t at = offset_of(pointer);
  is_cell = true;
  if (is_heap(block)) return {at / 8 * 8, at / 8 * 8 + 8};
  const Layout& layout = program_.layouts[is_agents(block) ? blocks_.layout_of(block)
                                                           : program_.globals[block - 1].layout];
  const auto next =
      std::upper_bound(layout.cells.begin(), layout.cells.end(), at,
                       [](std::uint32_t x, const CellShape& c) { return x < c.offset; });
  std::uint32_t begin = 0;
  if (next != layout.cells.begin()) {
    const CellShape& cell = *std::prev(next);
    if (at < cell.offset + cell.size) return {cell.offset, cell.offset + cell.size};
    begin = cell.offset + cell.size;
  }
  is_cell = false;
  return {begin, next == layout.cells.end() ? layout.size : next->offset};
}

IrSystem::Piece IrSystem::next_piece(const Thread& t, const Instruction& in) const {
  const std::uint64_t to = argument(t, in, 0);
  const std::uint64_t from = argument(t, in, 1);
  const std::uint64_t count = argument(t, in, 2);
  const bool is_copy = static_cast<Builtin>(in.sub) == Builtin::Memcpy;
  if (t.agent == 0 && !t.has_created) return Piece{0, count, count};
  // An overlapping move upwards begins at the end.
  const bool is_backward = is_copy && from < to && to < from + count;
  Piece piece;
  piece.done = t.frames.back().phase;
  while (piece.done < count) {
    const std::uint64_t left = count - piece.done;
    const std::uint64_t at = is_backward ? left - 1 : piece.done;
    std::uint64_t length = left;
    bool is_gap = false;
    const auto stay_within = [&](std::uint64_t pointer, bool gaps_count) {
      if (is_private(pointer)) return;
      bool is_cell = true;
      const auto [begin, end] = span_at(pointer + at, is_cell);
      const std::uint32_t offset = offset_of(pointer + at);
      length = std::min<std::uint64_t>(length, is_backward ? offset + 1 - begin : end - offset);
      if (gaps_count && !is_cell) is_gap = true;
    };
    stay_within(to, true);
    if (is_copy) stay_within(from, is_private(to));
    piece.from = is_backward ? left - length : piece.done;
    piece.length = is_gap ? 0 : length;
    piece.done += length;
    if (!is_gap) break;
  }
  return piece;
}

void IrSystem::execute_copy(Step& s, const Instruction& in, const Intent& intent) {
  Thread& t = s.thread;
  Frame& f = t.frames.back();
  const std::uint64_t count = argument(t, in, 2);
  const Piece piece = next_piece(t, in);
  const std::uint64_t to = argument(t, in, 0) + piece.from;
  std::vector<std::uint8_t> bytes(piece.length, static_cast<std::uint8_t>(argument(t, in, 1)));
  // Where the touched cells are among the values.
  const auto gather = [&](std::uint64_t pointer, std::vector<Part>& parts) {
    split(pointer, piece.length, parts);
    std::vector<std::size_t> where;
    for (const Part& part : parts) {
      for (std::size_t i = 0; i < intent.touches.size(); ++i) {
        if (intent.touches[i].object == part.object) where.push_back(i);
      }
    }
    return where;
  };
  if (static_cast<Builtin>(in.sub) == Builtin::Memcpy && piece.length > 0) {
    const std::uint64_t from = argument(t, in, 1) + piece.from;
    std::fill(bytes.begin(), bytes.end(), 0);
    if (is_private(from)) {
      read_private(t, from, bytes.data(), piece.length);
    } else {
      std::vector<Part> parts;
      const auto where = gather(from, parts);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        // Copying what was never written is no use of it.
        if (!read_parts(s, std::span(&parts[i], 1), where[i], bytes.data(), false)) return;
      }
    }
  }
  if (is_private(to)) {
    if (piece.length > 0) write_private(t, to, bytes.data(), piece.length);
  } else {
    for (std::size_t i = 0; i + 8 <= bytes.size(); ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, &bytes[i], 8);
      publish(t, value);
    }
    std::vector<Part> parts;
    const auto where = gather(to, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!write_parts(s, std::span(&parts[i], 1), where[i], bytes.data())) return;
    }
  }
  f.phase = static_cast<std::uint32_t>(piece.done);
  if (piece.done >= count) finish(f, in, argument(t, in, 0));
}

// Word i of a new block of so many bytes. The first word is always there, so that freeing it twice
// is noticed.
ValueId IrSystem::new_word(std::uint64_t bytes, std::size_t i, bool is_defined) {
  const std::uint64_t left = bytes > 8 * i ? bytes - 8 * i : 0;
  if (left == 0 && i > 0) return 0;
  Cell cell;
  cell.kind = ValueKind::Bytes;
  cell.a = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, 8));
  if (!is_defined && options_.uninitialised_is_a_bug) cell.b = (1U << cell.a) - 1U;
  return cells_.intern(cell);
}

// One step: the new block with what was in the old one.
void IrSystem::execute_realloc(Step& s, const Instruction& in) {
  Thread& t = s.thread;
  const std::uint64_t old = argument(t, in, 0);
  const std::uint64_t bytes = requested(t, in);
  const bool has_new = old == 0 || bytes != 0;
  const std::uint32_t block = has_new ? new_block(t, in) : 0;
  const std::size_t words = has_new ? blocks_.words_of(block) : 0;
  const std::size_t old_words = old == 0 ? 0 : blocks_.words_of(block_of(old));
  if (old_words > 0 && s.values[words] == 0) {
    return fault(t, s.outcome, ViolationCode::ReallocatesFreed);
  }
  for (std::size_t i = 0; i < words; ++i) {
    const ValueId fresh = new_word(bytes, i, false);
    s.outcome.values[i] = fresh;
    if (i >= old_words || fresh == 0) continue;
    const Cell& before = cells_[s.values[words + i]];
    if (before.kind == ValueKind::Nothing) continue;
    if (before.kind != ValueKind::Bytes || !before.waiting.empty()) {
      return fault(t, s.outcome, ViolationCode::ReallocatesLock);
    }
    Cell cell = cells_[fresh];
    const std::uint32_t kept = std::min(cell.a, before.a);
    const std::uint64_t mask = kept == 8 ? ~0ULL : (1ULL << (8U * kept)) - 1U;
    cell.bits = before.bits & mask;
    const std::uint32_t kept_bytes = (1U << kept) - 1U;
    cell.b = (cell.b & ~kept_bytes) | (before.b & kept_bytes);
    s.outcome.values[i] = cells_.intern(cell);
  }
  if (old_words > 0) {
    std::fill(s.outcome.values.begin() + static_cast<std::ptrdiff_t>(words), s.outcome.values.end(),
              0);
    forget_block(t, block_of(old));
  }
  if (has_new) keep_block(t, block);
  finish(t.frames.back(), in, has_new ? pointer_to(block, 0) : 0);
}

}  // namespace skein::ir
