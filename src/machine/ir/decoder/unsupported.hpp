// SPDX-License-Identifier: Apache-2.0
// What ends decoding: the program uses what the machine does not know. The message says what and,
// if known, where.
#pragma once

#include <stdexcept>

namespace skein::ir {

class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The program calls a function that neither the program nor the machine has.
class UnknownCallee : public Unsupported {
 public:
  using Unsupported::Unsupported;
};

}  // namespace skein::ir
