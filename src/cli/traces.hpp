// SPDX-License-Identifier: Apache-2.0
// Trace files and the command that replays a schedule, from what the user asked for and what was
// found (findings/trace_file.hpp).
#pragma once

#include <string>

#include "cli/open_program.hpp"
#include "cli/options.hpp"
#include "findings/trace_file.hpp"
#include "report/account.hpp"
#include "report/report.hpp"

namespace skein::cli {

// The file that ran: the binary, compiled or given, or the model.
[[nodiscard]] std::string file_that_runs(const Settings& settings, const Program& program);

// How to see the bug again: "skein replay queue.c --races explore --schedule 0*3,1 -- 5".
[[nodiscard]] std::string replay_command(const Settings& settings, const Account& account);

[[nodiscard]] TraceFile make_trace(const Settings& settings, const std::string& build_id,
                                   const Account& account);

// One file for each account, FOLDER/NAME-1.skein-trace and so on; the folder is made if it is not
// there. Throws UserError.
void write_traces(const Settings& settings, const Program& program,
                  const std::vector<Account>& accounts);

// One of them, FOLDER/NAME-NUMBER.skein-trace; the path.
std::string write_trace(const Settings& settings, const Program& program, const Account& account,
                        std::size_t number);

// Throws UserError.
[[nodiscard]] TraceFile read_trace(const std::string& path);

// What a trace says about how to run the program. A program named on the command line stands in for
// the trace's own; else, if the trace's program is not found from here, this process goes to the
// folder where the trace was made. Throws UserError.
void apply_trace(const TraceFile& trace, Settings& settings);

// All that must be the same for an exploration to go on where another stopped, in one line.
[[nodiscard]] std::string checkpoint_identity(const Settings& settings, const Program& program,
                                              const Request& request);

[[nodiscard]] bool is_trace_file(const std::string& path);

}  // namespace skein::cli
