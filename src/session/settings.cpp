// SPDX-License-Identifier: Apache-2.0
#include "session/settings.hpp"

#include <algorithm>

namespace skein::session {

void set_option(OptionValues& options, const std::string& name, const std::string& value) {
  std::erase_if(options, [&](const auto& option) { return option.first == name; });
  const auto at = std::find_if(options.begin(), options.end(),
                               [&](const auto& option) { return option.first > name; });
  options.emplace(at, name, value);
}

void take_unknown_input(ProgramSettings& program) {
  program.unknown_input = true;
  set_option(program.schedule_options, "unknown-input", "true");
}

}  // namespace skein::session
