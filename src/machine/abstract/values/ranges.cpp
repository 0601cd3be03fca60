// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/values/ranges.hpp"

#include "machine/plugin.hpp"

namespace skein::abstract {

RangeFunction load_ranges() {
  return reinterpret_cast<RangeFunction>(load_function("libskein-ir-decoder.so", "skein_ir_range"));
}

}  // namespace skein::abstract
