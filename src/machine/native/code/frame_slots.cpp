// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/frame_slots.hpp"

#include <algorithm>

namespace skein::code {

namespace {

// Compilers may fold a known part of an index into an address, and so begin this far below it.
constexpr std::int64_t kFolded = 128;

// Whether the slot may be accessed through the escaped address.
bool reaches(const Escape& escape, const Slot& slot) {
  const std::int64_t end = slot.at + slot.size;
  switch (escape.reach) {
    case Reach::Bytes: return escape.address.at < end && slot.at < escape.address.at + escape.size;
    case Reach::Object: return escape.address.at < end;  // the size of the object is unknown
    case Reach::Around: return escape.address.at - kFolded < end;
  }
  return true;
}

// A part of the frame that is accessed directly; each part is listed once.
struct Piece {
  Slot slot;
  bool is_read = false;
};

std::vector<Piece> pieces_of(const AddressFlow& flow) {
  std::vector<Piece> pieces;
  for (const Place& place : flow.places) {
    if (place.kind != Place::Kind::Frame) continue;
    const auto known = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& piece) {
      return piece.slot.at == place.at && piece.slot.size == place.size;
    });
    if (known == pieces.end()) {
      pieces.push_back({{place.at, place.size}, place.is_read});
    } else {
      known->is_read = known->is_read || place.is_read;
    }
  }
  return pieces;
}

bool overlap(const Slot& a, const Slot& b) { return a.at < b.at + b.size && b.at < a.at + a.size; }

bool is_reached(const AddressFlow& flow, const Slot& slot) {
  return std::any_of(flow.escapes.begin(), flow.escapes.end(), [&](const Escape& escape) {
    return escape.address.is_frame && reaches(escape, slot);
  });
}

}  // namespace

std::vector<Slot> find_slots(const AddressFlow& flow) {
  const std::vector<Piece> pieces = pieces_of(flow);
  std::vector<Slot> slots;
  for (const Piece& piece : pieces) {
    const Slot& slot = piece.slot;
    if (slot.size == 0 || slot.size > 8 || slot.at + slot.size > kReturnAddress) continue;
    // Stacks are compared word by word.
    if ((slot.at & 7) + slot.size > 8) continue;
    // A larger piece around it that is never read is a push that only makes room.
    const bool is_shared = std::any_of(pieces.begin(), pieces.end(), [&](const Piece& other) {
      const bool is_around = !other.is_read && other.slot.at <= slot.at &&
                             slot.at + slot.size <= other.slot.at + other.slot.size;
      return &other != &piece && overlap(other.slot, slot) && !is_around;
    });
    if (!is_shared && !is_reached(flow, slot) && slots.size() < kMostSlots) slots.push_back(slot);
  }
  return slots;
}

std::vector<Slot> find_holes(const AddressFlow& flow) {
  constexpr std::int64_t kLargest = 512;
  std::vector<Slot> holes;
  if (flow.stack.empty()) return holes;
  const std::int64_t bottom = *std::min_element(flow.stack.begin(), flow.stack.end());
  if (bottom < -kLargest) return holes;
  const std::vector<Piece> pieces = pieces_of(flow);
  for (std::int64_t at = bottom; at < kReturnAddress; ++at) {
    const Slot byte{at, 1};
    const bool is_used = std::any_of(pieces.begin(), pieces.end(),
                                     [&](const Piece& piece) { return overlap(piece.slot, byte); });
    if (is_used || is_reached(flow, byte)) continue;
    const bool goes_on = !holes.empty() && holes.back().at + holes.back().size == at && at % 8 != 0;
    if (goes_on) {
      ++holes.back().size;
    } else {
      holes.push_back(byte);
    }
  }
  return holes;
}

}  // namespace skein::code
