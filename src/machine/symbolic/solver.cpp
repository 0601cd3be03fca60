// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/solver.hpp"

#include <string>

#include "core/ensure.hpp"
#include "machine/plugin.hpp"

namespace skein::symbolic {

std::unique_ptr<Solver> load_solver(const Terms& terms) {
  using Make = Solver* (*)(const Terms*);
  try {
    const auto make =
        reinterpret_cast<Make>(load_function("libskein-solver.so", "skein_make_solver"));
    return std::unique_ptr<Solver>(make(&terms));
  } catch (const UserError& error) {
    throw UserError(std::string(error.what()) + " (Z3; Debian: libz3-4)");
  }
}

}  // namespace skein::symbolic
