// The report as JSON, for scripts and CI. The keys are a contract, documented in docs/using.md:
// add, never rename.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "machine/machine.hpp"
#include "report/report.hpp"

namespace skein {

// `machine` names agents, objects and sites; it may be null when report.error says that there was
// never one.
[[nodiscard]] nlohmann::ordered_json to_json(const Report& report, const Machine* machine);

// As text: indented, ends with a line break; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json);

}  // namespace skein
