// SPDX-License-Identifier: Apache-2.0
// Real programs: C and C++ sources, which are compiled first, and binaries.
#pragma once

#include "machine/native/executor.hpp"
#include "machine/native/native_machine.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/settings.hpp"

namespace skein::session {

// The native machine records at most 2^20 steps of a run; this is far beyond what can be explored,
// so that only programs that do not end are cut.
inline constexpr std::uint64_t kDefaultNativeMaxSteps = 1'000'000;

// Whether any of the program's files is C or C++.
[[nodiscard]] bool is_from_source(const ProgramSettings& settings);

// What nobody will look for in the program's runs, in words: races, atomic operations. Empty if all
// is looked for.
[[nodiscard]] std::vector<std::string> what_is_unseen(const NativeOptions& options);

// What is to be said of exit statuses other than 0, which are no bug (--fail-on-exit) but mostly
// mean that the program did not do what it was to do: "every execution ended with exit status 2".
[[nodiscard]] std::vector<std::string> failed_exits(const NativeMachine::Exits& exits);

// Compiles the sources, if it is sources, into a new `folder`, and says how to run the program.
// Throws UserError; the compiler's own messages are on the standard error by then. Throws Stopped
// if `is_over` before the compiler is done. `note` gets what the user should know; may be empty.
[[nodiscard]] NativeOptions prepare_native(const ProgramSettings& program,
                                           const NativeSettings& native,
                                           std::optional<TemporaryFolder>& folder,
                                           const std::function<bool()>& is_over,
                                           const std::function<void(const std::string&)>& note);

// Splits as a shell would: at blanks, with '...', "..." and \ to keep some.
[[nodiscard]] std::vector<std::string> split_flags(const std::string& text);

}  // namespace skein::session
