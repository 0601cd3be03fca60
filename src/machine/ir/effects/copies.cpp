// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/local/copies.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "machine/ir/effects/effects.hpp"

namespace skein::ir {

Piece next_piece(const Context& context, const Thread& t, const Instruction& in) {
  const Memory& memory = context.memory;
  const std::uint64_t to = context.control.argument(t, in, 0);
  const std::uint64_t from = context.control.argument(t, in, 1);
  const std::uint64_t count = context.control.argument(t, in, 2);
  const bool is_copy = builtin_of(in) == Builtin::Memcpy;
  if (t.agent == kMainAgent && !t.has_created) return Piece{0, count, count};
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
      if (memory.is_private(pointer)) return;
      const Extent extent = memory.extent_at(pointer + at);
      const std::uint32_t offset = offset_of(pointer + at);
      length = std::min<std::uint64_t>(
          length, is_backward ? offset + 1 - extent.begin : extent.end - offset);
      if (gaps_count && !extent.is_cell) is_gap = true;
    };
    stay_within(to, true);
    if (is_copy) stay_within(from, memory.is_private(to));
    piece.from = is_backward ? left - length : piece.done;
    piece.length = is_gap ? 0 : length;
    piece.done += length;
    if (!is_gap) break;
  }
  return piece;
}

namespace {

// The parts of one side of a piece, and where their cells are among the touched objects.
struct Side {
  std::vector<Part> parts;
  std::vector<std::size_t> where;
};

Side side_of(const Effect& e, std::uint64_t pointer, std::uint64_t length) {
  Side side;
  e.context.memory.split(pointer, length, side.parts);
  const std::vector<Touch>& touches = e.transition.touches;
  std::unordered_map<ObjectId, std::size_t> places;
  for (std::size_t i = 0; i < touches.size(); ++i) places.emplace(touches[i].object, i);
  for (const Part& part : side.parts) side.where.push_back(places.at(part.object));
  return side;
}

MaybeMisuse read_piece(const Effect& e, std::uint64_t from, std::vector<std::uint8_t>& bytes) {
  const Memory& memory = e.context.memory;
  std::fill(bytes.begin(), bytes.end(), 0);
  if (memory.is_private(from)) {
    memory.read_private(e.thread, from, bytes.data(), bytes.size());
    return std::nullopt;
  }
  const Side side = side_of(e, from, bytes.size());
  for (std::size_t i = 0; i < side.parts.size(); ++i) {
    // Copying memory that was never written does not count as a use.
    MaybeMisuse misuse = memory.read(e.values.subspan(side.where[i], 1),
                                     std::span(&side.parts[i], 1), bytes.data(), false);
    if (misuse) return misuse;
  }
  return std::nullopt;
}

MaybeMisuse write_piece(const Effect& e, std::uint64_t to, const std::vector<std::uint8_t>& bytes) {
  Memory& memory = e.context.memory;
  if (memory.is_private(to)) {
    if (!bytes.empty()) memory.write_private(e.thread, to, bytes.data(), bytes.size());
    return std::nullopt;
  }
  for (std::size_t i = 0; i + 8 <= bytes.size(); ++i) {
    std::uint64_t value = 0;
    std::memcpy(&value, &bytes[i], 8);
    e.context.allocation.publish(e.thread, value);
  }
  const Side side = side_of(e, to, bytes.size());
  for (std::size_t i = 0; i < side.parts.size(); ++i) {
    MaybeMisuse misuse = memory.write(std::span(e.outcome.values).subspan(side.where[i], 1),
                                      std::span(&side.parts[i], 1), bytes.data());
    if (misuse) return misuse;
  }
  return std::nullopt;
}

}  // namespace

void execute_copy(const Effect& e) {
  const std::uint64_t count = e.argument(2);
  const Piece piece = next_piece(e.context, e.thread, e.in);
  std::vector<std::uint8_t> bytes(piece.length, static_cast<std::uint8_t>(e.argument(1)));
  if (e.what() == Builtin::Memcpy && piece.length > 0) {
    if (const MaybeMisuse misuse = read_piece(e, e.argument(1) + piece.from, bytes)) {
      return e.fault(*misuse);
    }
  }
  if (const MaybeMisuse misuse = write_piece(e, e.argument(0) + piece.from, bytes)) {
    return e.fault(*misuse);
  }
  e.frame().phase = static_cast<std::uint32_t>(piece.done);
  if (piece.done >= count) e.finish(e.argument(0));
}

}  // namespace skein::ir
