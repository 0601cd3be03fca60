// SPDX-License-Identifier: Apache-2.0
// Records violations in the channel. The violating agent halts; the others continue.
//
// The runtime gives a code and numbers (core/violation.hpp); the explorer has the names, and
// src/report makes the sentence. Texts are the program's own: the expression of an assertion.
#pragma once

#include <cstdint>

#include "protocol/channel.hpp"

namespace skein::runtime {

struct Wrong {
  ViolationCode code;
  std::uint64_t data = 0;  // the address of the variable it is about
  std::uint32_t place_count = 0;
  std::uint32_t value_count = 0;
  std::uint32_t text_count = 0;
  std::uint64_t places[channel::kMaxPlaces] = {};
  std::int64_t values[channel::kMaxValues] = {};
  const char* texts[channel::kMaxTexts] = {};

  // Most codes say it all. NOLINTNEXTLINE(google-explicit-constructor)
  Wrong(ViolationCode what) : code(what) {}

  Wrong& about(std::uint64_t address) {
    data = address;
    return *this;
  }
  Wrong& at(std::uint64_t pc) {
    if (place_count < channel::kMaxPlaces) places[place_count++] = pc;
    return *this;
  }
  Wrong& at(const void* pc) { return at(reinterpret_cast<std::uint64_t>(pc)); }
  Wrong& with(std::uint64_t value) {
    if (value_count < channel::kMaxValues) values[value_count++] = static_cast<std::int64_t>(value);
    return *this;
  }
  Wrong& saying(const char* text) {
    if (text_count < channel::kMaxTexts) texts[text_count++] = text;
    return *this;
  }
};

// An assertion in the program's own words.
[[nodiscard]] Wrong failed_assertion(const char* expression, const char* file, unsigned line,
                                     const char* function);

// Records a violation of the current agent; the caller halts the agent if it is to halt.
void note_violation(const Wrong& wrong, const void* site);

// Records the violation and halts the agent. Before main there is no run to blame, so the executor
// gives up.
[[noreturn]] void violate(const Wrong& wrong, const void* site);

}  // namespace skein::runtime
