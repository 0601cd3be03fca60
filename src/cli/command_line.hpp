// SPDX-License-Identifier: Apache-2.0
// The skein command: reads the command line, calls the subcommand, and turns errors into a message
// and an exit status (docs/reference.md): 2 for the user's error, 3 for our own bug.
#pragma once

namespace skein::cli {

// All that `main` does; returns the exit status.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace skein::cli
