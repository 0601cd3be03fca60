// SPDX-License-Identifier: Apache-2.0
// A schedule for a program that runs without an explorer, for example under a debugger.
#pragma once

#include <string>

#include "core/plan.hpp"
#include "machine/native/process/executor.hpp"

namespace skein {

// Writes a channel (protocol/channel.hpp) to a new file. A program that is started with
// executor_environment(runtime, path) and without address space randomisation runs the plan once,
// calls the functions of runtime/observe/debugging.hpp on its way, and ends. Throws UserError.
void write_channel_file(const std::string& path, const NativeOptions& options, const Plan& plan);

}  // namespace skein
