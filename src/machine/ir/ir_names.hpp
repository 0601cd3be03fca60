// SPDX-License-Identifier: Apache-2.0
// Names of agents, objects and places, for people and for other machines.
#pragma once

#include <string>

#include "core/ids.hpp"
#include "machine/ir/memory/agents.hpp"
#include "machine/ir/memory/memory.hpp"
#include "machine/ir/program/program.hpp"
#include "machine/source_details.hpp"
#include "machine/source_text.hpp"

namespace skein::ir {

class IrNames {
 public:
  IrNames(const Program& program, const Agents& agents, Memory& memory)
      : program_(program), agents_(agents), memory_(memory) {}

  [[nodiscard]] std::string agent(AgentId agent) const;
  [[nodiscard]] std::string object(ObjectId object) const;
  // The name of an address: "counter", "byte 8 of a heap block of main".
  [[nodiscard]] std::string memory(std::uint64_t address) const;
  // The variable or block that has the address.
  [[nodiscard]] Whole whole(std::uint64_t address) const;
  // The linker's name, which means the same to other machines: "table+8". Empty unless the object
  // is part of a global variable.
  [[nodiscard]] std::string linker_name(ObjectId object) const;

  [[nodiscard]] Place place(SiteId site);
  // The thread's call stack, without functions that have no debug information.
  [[nodiscard]] Stack stack(const Thread& t);

 private:
  const Program& program_;
  const Agents& agents_;
  Memory& memory_;
  SourceText sources_;
};

}  // namespace skein::ir
