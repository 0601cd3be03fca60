// SPDX-License-Identifier: Apache-2.0
#include "session/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ensure.hpp"

namespace skein::session {

void set_option(OptionValues& options, const std::string& name, const std::string& value) {
  std::erase_if(options, [&](const auto& option) { return option.first == name; });
  const auto at = std::find_if(options.begin(), options.end(),
                               [&](const auto& option) { return option.first > name; });
  options.emplace(at, name, value);
}

bool reduces_by_outcome(const ProgramSettings& program) {
  const std::string wanted = program.reduce.value_or("sections");
  if (wanted == "outcome" || wanted == "sections" || wanted == "trace") return wanted != "trace";
  throw UserError(fmt::format("--reduce is outcome, sections or trace, not '{}'", wanted));
}

bool reduces_sections(const ProgramSettings& program) {
  return reduces_by_outcome(program) && program.reduce.value_or("sections") == "sections";
}

void take_unknown_input(ProgramSettings& program) {
  program.unknown_input = true;
  set_option(program.schedule_options, "unknown-input", "true");
}

}  // namespace skein::session
