// SPDX-License-Identifier: Apache-2.0
// What the program can call, from the relocations of its modules.
#pragma once

namespace skein::runtime::openmp {

// Whether some module calls a function that makes OpenMP tasks. Looks once.
[[nodiscard]] bool imports_tasks();

}  // namespace skein::runtime::openmp
