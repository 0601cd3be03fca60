// SPDX-License-Identifier: Apache-2.0
// Names for people: what agents, objects and sites are called in the program.
//
// Machines and systems with states know them; src/report, which makes all text, asks for them. A
// machine that runs another one passes that one's names on (Machine::names).
#pragma once

#include <cstdint>
#include <string>

#include "core/ids.hpp"

namespace skein {

// A line of the program's text. What is not known is empty or 0.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
  std::string text;  // what stands there, or, without file and line, all that is known of the site
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
  // "m[1]"; the life of an agent is called as the agent is.
  [[nodiscard]] virtual std::string object_name(ObjectId object) const = 0;
  // Whether the program gives the object its name. Others are called by class and number, as in
  // "handler 1", so that the class need not be said again.
  [[nodiscard]] virtual bool has_own_name(ObjectId) const { return true; }
  // "file.skein:12: lock m[1]"
  [[nodiscard]] virtual std::string site_text(SiteId site) const = 0;
  // The same in parts.
  [[nodiscard]] virtual SourceLine site_line(SiteId site) const = 0;
};

}  // namespace skein
