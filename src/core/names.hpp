// SPDX-License-Identifier: Apache-2.0
// Names for people: what the program calls its agents, objects and sites.
//
// Machines and systems with states provide them; src/report, which makes all text, asks for them. A
// machine that wraps another one passes on the wrapped machine's names (Machine::names).
#pragma once

#include <cstdint>
#include <string>

#include "core/ids.hpp"

namespace skein {

// A line of the program's source. Unknown parts are empty or 0.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
  std::string text;  // the source line; without file and line, all that is known of the site
};

class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  Names(Names&&) = delete;
  Names& operator=(Names&&) = delete;
  virtual ~Names() = default;

  // "writer(2)"
  [[nodiscard]] virtual std::string agent_name(AgentId agent) const = 0;
  // "m[1]"; the life of an agent has the agent's name.
  [[nodiscard]] virtual std::string object_name(ObjectId object) const = 0;
  // Whether the program names the object itself. Other objects are called by class and number, such
  // as "handler 1", and then the class need not be repeated.
  [[nodiscard]] virtual bool has_own_name(ObjectId) const { return true; }
  // "file.skein:12: lock m[1]"
  [[nodiscard]] virtual std::string site_text(SiteId site) const = 0;
  // The text of a site as data: file, line and function.
  [[nodiscard]] virtual SourceLine site_line(SiteId site) const = 0;
};

}  // namespace skein
