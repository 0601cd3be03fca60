// SPDX-License-Identifier: Apache-2.0
#include "session/program/open_program.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "core/ensure.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "machine/native/native_machine.hpp"
#include "report/words/text.hpp"
#include "session/os/files.hpp"
#include "session/program/native_program.hpp"

namespace skein::session {

namespace {

using Defines = std::vector<std::pair<std::string, std::string>>;

ModelParams model_params(const Defines& defines) {
  ModelParams params;
  for (const auto& [name, text] : defines) {
    if (text.empty()) {
      throw UserError(fmt::format("-D: '{}' is not of the form NAME=VALUE", printable(name)));
    }
    long value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) {
      throw UserError(
          fmt::format("-D {}: '{}' is not a whole number", printable(name), printable(text)));
    }
    if (!params.emplace(name, value).second) {
      throw UserError(fmt::format("-D {} is given twice", printable(name)));
    }
  }
  return params;
}

// Refuses options that only apply to real programs.
void refuse_native_options(const ProgramSettings& settings, const NativeSettings& native) {
  if (!settings.more_files.empty()) {
    throw UserError(fmt::format("'{}' is one file too many: a model is a single file",
                                printable(settings.more_files.front())));
  }
  if (!settings.arguments.empty()) {
    throw UserError("arguments after -- are for real programs; a model has parameters: -D N=3");
  }
  const std::pair<bool, std::string_view> options[] = {
      {!settings.cflags.empty(), "--cflags"},
      {settings.compiler.has_value(), "--compiler"},
      {native.core.has_value(), "--core"},
      {native.fail_on_exit, "--fail-on-exit"},
      {native.leaks, "--leaks"},
      {native.max_heap.has_value(), "--max-heap"},
      {native.max_step_seconds.has_value(), "--max-step-seconds"},
      {settings.nondet.has_value(), "--nondet"},
      {settings.races.has_value(), "--races"},
      {native.reset.has_value(), "--reset"},
      {native.show_output, "--show-output"},
      {native.signals.has_value(), "--signals"},
      {native.snapshot_memory.has_value(), "--snapshot-memory"},
      {native.snapshots.has_value(), "--snapshots"},
      {native.spin_bound.has_value(), "--spin-bound"},
      {native.trust_unseen.has_value(), "--trust-unseen"},
      {settings.spurious_wakeups, "--spurious-wakeups"},
      {settings.unknown_arguments.has_value(), "--unknown-arguments"},
      {settings.unknown_input, "--unknown-input"},
  };
  for (const auto& [is_given, option] : options) {
    if (!is_given) continue;
    throw UserError(
        fmt::format("{} means nothing to a model: it is for C and C++ programs", option));
  }
}

}  // namespace

bool is_model(const std::string& file) {
  constexpr std::string_view kExtension = ".skein";
  const std::string_view path = file;
  return path.size() > kExtension.size() &&
         path.substr(path.size() - kExtension.size()) == kExtension;
}

void open_program(const ProgramSettings& settings, const NativeSettings& native, Program& program) {
  require_readable_file(settings.file);
  if (is_model(settings.file)) {
    refuse_native_options(settings, native);
    program.machine = another_machine(settings, program);
    return;
  }
  program.native = prepare_native(settings, native, program.folder, program.is_over, program.note);
  program.machine = another_machine(settings, program);
}

std::unique_ptr<Machine> another_machine(const ProgramSettings& settings, const Program& program) {
  if (program.native) return make_native_machine(*program.native);
  ModelMachineOptions options;
  options.reduces_by_outcome = reduces_by_outcome(settings);
  return std::make_unique<ModelMachine>(load_model(settings.file, model_params(settings.defines)),
                                        options);
}

}  // namespace skein::session
