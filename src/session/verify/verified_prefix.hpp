// SPDX-License-Identifier: Apache-2.0
// The complete prefix of `skein verify`, with the system whose events it has and a machine that
// follows its runs. It is built again, with more names for heap blocks, if pointers to freed blocks
// could be mistaken for others (session/verify/stale_names.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/run.hpp"
#include "machine/ir/program/program.hpp"
#include "machine/ir/system.hpp"
#include "machine/states_machine.hpp"
#include "prefix/prefix.hpp"
#include "session/settings.hpp"

namespace skein::session {

// Throw UserError for an invalid value of an option.
[[nodiscard]] Prefix::Options prefix_options_of(const PrefixSettings& settings);
[[nodiscard]] ir::SystemOptions system_options_of(const ProgramSettings& program,
                                                  const PrefixSettings& prefix,
                                                  const PropertySettings& properties);
// Whether data races are looked for. Throws UserError too.
[[nodiscard]] bool wants_races(const ProgramSettings& settings);

class VerifiedPrefix {
 public:
  // `is_enough`: asked during construction whether a budget is used up.
  VerifiedPrefix(Prefix::Options options, ir::SystemOptions system_options,
                 std::function<bool()> is_enough);
  ~VerifiedPrefix();
  VerifiedPrefix(const VerifiedPrefix&) = delete;
  VerifiedPrefix& operator=(const VerifiedPrefix&) = delete;
  VerifiedPrefix(VerifiedPrefix&&) = delete;
  VerifiedPrefix& operator=(VerifiedPrefix&&) = delete;

  // Throws what building throws.
  void build(ir::Program program);

  // REQUIRES for the following functions: build() was called.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  // Whether blocks could still only get names to which pointers exist.
  [[nodiscard]] bool has_stale_names() const { return has_stale_names_; }
  [[nodiscard]] const ir::SystemOptions& system_options() const { return system_options_; }
  [[nodiscard]] const Prefix::Options& options() const { return options_; }
  [[nodiscard]] const ir::Program& program() const { return program_; }
  [[nodiscard]] Prefix& prefix() const { return *prefix_; }
  [[nodiscard]] ir::IrSystem& system() const { return *system_; }
  [[nodiscard]] StatesMachine& machine() const { return *machine_; }

  // Runs the machine through these moves and no further.
  [[nodiscard]] Run replay(std::vector<Move> moves) const;

  // Leaves the large structures to the end of the process, which is near.
  void leave();

 private:
  void build_once();
  bool build_with_more_names();
  [[nodiscard]] bool is_too_much() const;

  Prefix::Options options_;
  ir::SystemOptions system_options_;
  std::function<bool()> is_enough_;
  ir::Program program_;
  std::unique_ptr<ir::IrSystem> system_;
  std::unique_ptr<StatesMachine> machine_;
  std::unique_ptr<Prefix> prefix_;
  bool is_complete_ = false;
  bool has_stale_names_ = false;
  std::uint64_t most_events_ = 0;  // while building again; 0: no limit
};

}  // namespace skein::session
