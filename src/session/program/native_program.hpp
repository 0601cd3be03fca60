// SPDX-License-Identifier: Apache-2.0
// Real programs: C and C++ sources, which are compiled first, and binaries.
#pragma once

#include <exception>
#include <string>

#include "machine/native/native_machine.hpp"
#include "machine/native/process/executor.hpp"
#include "report/words/remark.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/settings.hpp"

namespace skein::session {

// What the compiler said, without colours, if the error is one of a compiler; else empty.
[[nodiscard]] std::string compiler_messages(const std::exception& error);

// The native machine records at most 2^20 steps of a run. This is far more than can be explored, so
// only programs that do not end are cut.
inline constexpr std::uint64_t kDefaultNativeMaxSteps = 1'000'000;

// Whether all its files are C sources.
[[nodiscard]] bool is_all_c(const ProgramSettings& settings);
// Throws UserError if they are not, and an option makes what they read, or their arguments,
// unknown.
void require_c_for_unknown(const ProgramSettings& settings);

// Whether any of the program's files is C or C++.
[[nodiscard]] bool is_from_source(const ProgramSettings& settings);

[[nodiscard]] bool looks_for_races(const NativeOptions& options);

// What is not looked for in the program's runs: races. Empty if everything is looked for.
[[nodiscard]] std::vector<Remark> what_is_unseen(const NativeOptions& options);

// Remarks about exit statuses other than 0. These are not bugs (unless --fail-on-exit), but mostly
// mean that the program did not do its work.
[[nodiscard]] std::vector<Remark> failed_exits(const NativeMachine::Exits& exits);

// Compiles the sources, if there are any, into a new `folder`, and returns how to run the program.
// Throws UserError, after the compiler has written its messages to the standard error. Throws
// Stopped if `is_over` before the compiler is done. `note` receives messages to the user; may be
// empty.
[[nodiscard]] NativeOptions prepare_native(const ProgramSettings& program,
                                           const NativeSettings& native,
                                           std::optional<TemporaryFolder>& folder,
                                           const std::function<bool()>& is_over,
                                           const std::function<void(const Remark&)>& note);

// Splits as a shell would: at blanks, with '...', "..." and \ to quote them.
[[nodiscard]] std::vector<std::string> split_flags(const std::string& text);

}  // namespace skein::session
