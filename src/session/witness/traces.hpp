// SPDX-License-Identifier: Apache-2.0
// Trace files, and the command that replays a schedule, made from the user's settings and a finding
// (findings/trace_file.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/trace_file.hpp"
#include "report/counterexample.hpp"
#include "report/report.hpp"
#include "session/program/open_program.hpp"
#include "session/settings.hpp"

namespace skein::session {

// The file that ran: the binary, compiled or given, or the model.
[[nodiscard]] std::string file_that_runs(const ProgramSettings& settings, const Program& program);

// Quoted for a shell, if need be.
[[nodiscard]] std::string quoted(const std::string& text);

// The command that explores the program again, with other bounds and budgets: `more`.
[[nodiscard]] std::string check_command(const ProgramSettings& settings,
                                        const ExplorerSettings& explorer, const std::string& more);

// The command that shows the bug again: "skein replay queue.c --races explore --schedule 0*3,1 --
// 5".
[[nodiscard]] std::string replay_command(const ProgramSettings& settings,
                                         const Counterexample& counterexample);

// The watched words of such a command. Throws UserError.
[[nodiscard]] std::vector<std::uint64_t> words_from_string(const std::string& text);

[[nodiscard]] TraceFile make_trace(const ProgramSettings& settings, const std::string& build_id,
                                   const Counterexample& counterexample);

// Writes FOLDER/NAME-NUMBER.skein-trace, where NAME is the program's; makes the folder if
// necessary. Returns the path. Throws UserError.
std::string write_trace(const ProgramSettings& settings, const Program& program,
                        const std::string& folder, const Counterexample& counterexample,
                        std::size_t number);

// Throws UserError.
[[nodiscard]] TraceFile read_trace(const std::string& path);

// Everything that must be the same for an exploration to resume, in one line.
[[nodiscard]] std::string checkpoint_identity(const ProgramSettings& settings,
                                              const Program& program, const Request& request);

[[nodiscard]] bool is_trace_file(const std::string& path);

}  // namespace skein::session
