// SPDX-License-Identifier: Apache-2.0
// The subcommands. Each does its work and returns the exit status; UserError and InternalError
// pass through to main.
#pragma once

#include "cli/options.hpp"

namespace skein::cli {

int check(const Settings& settings);
int graph(const Settings& settings);
int doctor();
int verify(const Settings& settings);
int replay(Settings settings);
int graph_prefix(const Settings& settings);  // REQUIRES output and cutoffs; for graph()

}  // namespace skein::cli
