// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/faint_globals.hpp"

#include <algorithm>

namespace skein::code {

namespace {

// Variables up to this size are not arrays that code iterates over.
constexpr std::uint64_t kSmall = 16;

}  // namespace

void FaintGlobals::look_at(const FunctionCode& function, const AddressFlow& flow) {
  if (!function.is_decodable) has_given_up_ = true;
  if (function.is_start_code || has_given_up_) return;
  if (!flow.is_known) {
    look_at_unknown(function);
    return;
  }
  for (const Place& place : flow.places) {
    if (place.kind == Place::Kind::Data) note(place);
  }
  for (const Escape& escape : flow.escapes) {
    if (!escape.address.is_frame) drop_reached(escape);
  }
}

// All that the function reads is needed, and all addresses it computes escape.
void FaintGlobals::look_at_unknown(const FunctionCode& function) {
  for (const Instruction& instruction : function.instructions) {
    const auto& memory = instruction.memory;
    if (!memory || !memory->address || !image_.is_near_data(*memory->address)) continue;
    const auto at = static_cast<std::int64_t>(*memory->address);
    if (instruction.kind == Kind::Lea) {
      drop_reached({Address{false, at}, Reach::Around, 0});
    } else if (memory->is_read || memory->index != kNone) {
      drop_bytes(*memory->address, *memory->address + std::max(memory->size, 1U));
    } else {
      note({Place::Kind::Data, at, memory->size, memory->is_read, memory->is_written});
    }
  }
}

void FaintGlobals::note(const Place& place) {
  const auto begin = static_cast<std::uint64_t>(place.at);
  const std::uint64_t end = begin + place.size;
  const auto& variables = image_.private_variables();
  const bool is_in_one = std::any_of(
      variables.begin(), variables.end(),
      [&](const DataSymbol& variable) { return variable.begin <= begin && end <= variable.end; });
  if (!is_in_one || place.size == 0 || place.size > 8) {
    drop_bytes(begin, std::max(end, begin + 1));
    return;
  }
  // Overlapping words around it, if any, are not always accessed as a whole.
  bool is_whole = true;
  for (auto at = words_.lower_bound(begin < 8 ? 0 : begin - 8); at != words_.end(); ++at) {
    if (at->first >= end) break;
    const bool is_same = at->first == begin && at->second.size == place.size;
    if (at->first + at->second.size <= begin || is_same) continue;
    at->second.is_faint = false;
    is_whole = false;
  }
  Word& word = words_.try_emplace(begin, Word{place.size, true}).first->second;
  word.size = std::max(word.size, place.size);
  if (!is_whole) word.is_faint = false;
}

void FaintGlobals::drop_reached(const Escape& escape) {
  const auto address = static_cast<std::uint64_t>(escape.address.at);
  if (escape.reach == Reach::Bytes) {
    drop_bytes(address, address + escape.size);
    return;
  }
  // An address between the variables may stand for any of them.
  if (image_.is_in_data(address) && !image_.is_in_variable(address)) has_given_up_ = true;
  for (const DataSymbol& variable : image_.private_variables()) {
    const bool is_small = variable.end - variable.begin <= kSmall;
    const bool is_inside = variable.begin <= address && address < variable.end;
    const bool is_close =
        variable.begin <= address + ProgramImage::kReach && address <= variable.end;
    if (is_inside || (!is_small && is_close)) drop_bytes(variable.begin, variable.end);
  }
}

void FaintGlobals::drop_bytes(std::uint64_t begin, std::uint64_t end) {
  dropped_.push_back({begin, end});
}

void FaintGlobals::finish() {
  if (has_given_up_) words_.clear();
  for (const DataSymbol& bytes : dropped_) {
    for (auto at = words_.lower_bound(bytes.begin < 8 ? 0 : bytes.begin - 8);
         at != words_.end() && at->first < bytes.end; ++at) {
      if (bytes.begin < at->first + at->second.size) at->second.is_faint = false;
    }
  }
  dropped_.clear();
}

bool FaintGlobals::is_faint(const Place& place) const {
  const auto found = words_.find(static_cast<std::uint64_t>(place.at));
  return found != words_.end() && found->second.is_faint && found->second.size == place.size;
}

bool FaintGlobals::has_any_of(const AddressFlow& flow) const {
  return std::any_of(flow.places.begin(), flow.places.end(), [&](const Place& place) {
    return place.kind == Place::Kind::Data && is_faint(place);
  });
}

bool FaintGlobals::drop(const Place& place) {
  if (!is_faint(place)) return false;
  words_.find(static_cast<std::uint64_t>(place.at))->second.is_faint = false;
  return true;
}

std::vector<DataSymbol> FaintGlobals::faint() const {
  std::vector<DataSymbol> result;
  for (const auto& [address, word] : words_) {
    const Place place{Place::Kind::Data, static_cast<std::int64_t>(address), word.size};
    if (is_faint(place)) result.push_back({address, address + word.size});
  }
  return result;
}

}  // namespace skein::code
