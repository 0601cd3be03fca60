// SPDX-License-Identifier: Apache-2.0
// The names that the native machine gives to agents, objects and sites, from the tables in the
// channel, which the program may have overwritten. After a run with details they say more
// (run_names.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/names.hpp"
#include "core/operation.hpp"
#include "machine/native/names/run_names.hpp"
#include "machine/native/names/symbols.hpp"
#include "protocol/channel.hpp"
#include "protocol/openmp_objects.hpp"

namespace skein {

class NativeNames : public Names {
 public:
  // `channel` must outlive this object.
  NativeNames(std::string program, const channel::Channel& channel,
              std::shared_ptr<DebugInfos> debug_infos)
      : channel_(channel),
        symbols_(std::move(program), channel, std::move(debug_infos)),
        run_(symbols_) {}

  [[nodiscard]] std::string agent_name(AgentId agent) const override;
  [[nodiscard]] std::string object_name(ObjectId object) const override;
  // Handlers, pipes, eventfds, signals and what OpenMP's teams share have names of skein's;
  // the program names all other objects, by a variable or an address.
  [[nodiscard]] bool has_own_name(ObjectId object) const override;
  [[nodiscard]] std::string site_text(SiteId site) const override;
  [[nodiscard]] SourceLine site_line(SiteId site) const override;

  // "table+8", as the linker would say it, so that it means the same to other machines; empty if
  // the object is not a global variable.
  [[nodiscard]] std::string linker_name(ObjectId object) const;
  // 0 if the object is not a mutex or a spin lock.
  [[nodiscard]] std::uint64_t lock_address(ObjectId object) const;

  // The names at the time of a step of the run with details; without a step, when they were last
  // seen.
  [[nodiscard]] std::string object_name_at(ObjectId object, StepIndex step) const;
  // What the objects of an operation belong to, when they were last seen; an agent's life belongs
  // to its start function.
  [[nodiscard]] std::vector<Whole> wholes_of(const Operation& op) const;
  [[nodiscard]] DataName data_at(std::uint64_t address, StepIndex step) const;
  [[nodiscard]] std::string data_name(std::uint64_t address, StepIndex step) const;
  // A value at the address, as the source would write it.
  [[nodiscard]] std::string value_at(std::uint64_t address, std::uint64_t bits, std::uint32_t size,
                                     StepIndex step) const;
  // A value of the type, as the source would write it.
  [[nodiscard]] std::string value_of(const ValueType& type, std::uint64_t bits, std::uint32_t size,
                                     StepIndex step) const;

  [[nodiscard]] Symbols& symbols() const { return symbols_; }
  [[nodiscard]] RunNames& run() const { return run_; }

 private:
  // "worker"; "thread" if that is not known.
  [[nodiscard]] std::string start_name(AgentId agent) const;
  [[nodiscard]] Whole whole_of(ObjectId object) const;
  [[nodiscard]] std::string agent_path(AgentId agent) const;
  [[nodiscard]] std::string handler_name(std::uint64_t address) const;
  [[nodiscard]] std::string openmp_name(const channel::OpenMpObject& object) const;

  const channel::Channel& channel_;
  // Both remember what they have looked up.
  mutable Symbols symbols_;
  mutable RunNames run_;
};

}  // namespace skein
