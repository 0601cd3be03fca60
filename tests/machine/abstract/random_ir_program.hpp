// SPDX-License-Identifier: Apache-2.0
// Random programs of the ir machine, with unknown inputs: two or three threads that compute with
// globals, an array, private memory, locks and atomics, and assert something about it.
#pragma once

#include <cstdint>

#include "machine/ir/program/program.hpp"

namespace skein::test {

struct RandomIrOptions {
  unsigned input_bits = 2;  // of every input
  int statements = 4;       // of a thread, about
  bool is_careful = false;  // shares memory under one lock alone, and asserts less
  // With atomic sections, which count as a lock, and with assumptions, in sections too.
  bool has_sections = false;
  bool has_relations = false;  // asserts laws of arithmetic, most of them right
  bool has_heap = false;       // allocates and frees blocks, and sometimes uses them wrongly
  bool has_sizes = false;      // the same, with blocks of unknown sizes
  bool is_endless = false;     // some loops go on as long as an input says so
  bool has_reals = false;      // computes and compares with floats and doubles too
  bool has_arrays = false;     // accesses its array more often, and sometimes outside of it
  bool has_pairs = false;      // compares two variables and changes them together
  bool has_counters = false;   // loops that count in a slot and under a lock, and compare the two
  // Threads that end before others begin, or create others; so numbers of threads come again.
  bool has_generations = false;
};

[[nodiscard]] ir::Program random_ir_program(std::uint64_t seed,
                                            const RandomIrOptions& options = {});

}  // namespace skein::test
