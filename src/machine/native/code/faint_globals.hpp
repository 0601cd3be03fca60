// SPDX-License-Identifier: Apache-2.0
// Global variables whose values may be unneeded (faint), judged by how the program's code accesses
// them: only directly, and always in the same pieces.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "machine/native/code/address_flow.hpp"

namespace skein::code {

class FaintGlobals {
 public:
  explicit FaintGlobals(const ProgramImage& image) : image_(image) {}

  // Records what the function accesses directly, and drops what it may access in other ways.
  void look_at(const FunctionCode& function, const AddressFlow& flow);

  // Call after look_at of all functions.
  void finish();

  [[nodiscard]] bool is_faint(const Place& place) const;
  [[nodiscard]] bool has_any_of(const AddressFlow& flow) const;
  // Marks the place as needed. Returns whether it was faint so far.
  bool drop(const Place& place);

  [[nodiscard]] std::vector<DataSymbol> faint() const;

 private:
  struct Word {
    std::uint32_t size = 0;
    bool is_faint = true;
  };

  void look_at_unknown(const FunctionCode& function);
  void note(const Place& place);
  void drop_reached(const Escape& escape);
  void drop_bytes(std::uint64_t begin, std::uint64_t end);

  const ProgramImage& image_;
  std::map<std::uint64_t, Word> words_;
  std::vector<DataSymbol> dropped_;  // byte ranges, until finish()
  bool has_given_up_ = false;
};

}  // namespace skein::code
