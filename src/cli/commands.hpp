// SPDX-License-Identifier: Apache-2.0
// The subcommands: each passes its settings to a session, prints the result, and returns the exit
// status. UserError and InternalError pass through to main.
#pragma once

#include <string>
#include <vector>

#include "session/settings.hpp"

namespace skein::cli {

int check(const session::CheckSettings& settings);
int verify(const session::VerifySettings& settings);
int prove(const session::ProveSettings& settings);
int replay(session::ReplaySettings settings);
int graph(const session::GraphSettings& settings);
int doctor();

// skein cc and skein c++: all arguments but --compiler are the compiler's. Returns the compiler's
// exit status.
int compile(bool is_cxx, std::vector<std::string> arguments);

}  // namespace skein::cli
