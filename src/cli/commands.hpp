// The subcommands. Each does its work and returns the exit status; UserError and InternalError
// pass through to main.
#pragma once

#include "cli/options.hpp"

namespace skein::cli {

int check(const Settings& settings);
int graph(const Settings& settings);

// For errors that come before or outside of a subcommand's own work: if `json` names a file, it
// gets a report with the verdict "error".
void write_error_json(const Settings& settings, const std::string& message) noexcept;

}  // namespace skein::cli
