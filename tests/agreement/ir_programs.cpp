// SPDX-License-Identifier: Apache-2.0
#include "agreement/ir_programs.hpp"

#include <filesystem>
#include <optional>

#include "agreement/all_traces.hpp"
#include "explore/registry.hpp"
#include "machine/native/native_machine.hpp"
#include "session/program/bitcode.hpp"
#include "session/settings.hpp"

namespace skein::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLongestRun = 2000;

TraceSet explored_once(Machine& machine, std::uint64_t most) {
  TraceSet traces;
  CommonTraces::Machine view;
  const auto* const native = dynamic_cast<const NativeMachine*>(&machine);
  view.global = [&, native](ObjectId x) {
    return native != nullptr ? native->names().linker_name(x) : machine.names().object_name(x);
  };
  CommonTraces common(view);
  const std::unique_ptr<Explorer> explorer = find_explorer("qpor")->make(ExplorerOptions{});
  while (const Plan* plan = explorer->next()) {
    if (traces.runs == most) {
      traces.is_complete = false;
      break;
    }
    ++traces.runs;
    const Run& run = machine.run(*plan);
    if (run.end == End::Cut) traces.is_complete = false;
    if (run.is_complete()) common.add(run, traces);
    explorer->observe(run);
  }
  return traces;
}

}  // namespace

ir::Program decoded(const std::string& source, const std::string& cache,
                    const std::vector<std::pair<std::string, std::string>>& defines,
                    const std::vector<std::string>& flags) {
  session::ProgramSettings settings;
  settings.defines = defines;
  settings.cflags = flags;
  std::optional<session::TemporaryFolder> folder;
  const bool is_cached = !cache.empty() && fs::exists(cache);
  settings.file = is_cached ? cache : source;
  ir::Program program = session::load_bitcode(settings, {}, folder);
  if (!cache.empty() && !is_cached) {
    fs::create_directories(fs::path(cache).parent_path());
    fs::copy_file(folder->path_of("0.bc"), cache, fs::copy_options::overwrite_existing);
  }
  return program;
}

TraceSet ir_traces(ir::IrSystem& system, std::uint64_t most,
                   std::function<bool(const std::string&)> keeps_plain) {
  TraceSet traces;
  CommonTraces::Machine view;
  view.global = [&](ObjectId x) { return system.linker_name(x); };
  view.is_ir = true;
  view.keeps_plain = std::move(keeps_plain);
  CommonTraces common(view);
  traces.is_complete = for_each_trace(system, most, kLongestRun, [&](const Run& run) {
    ++traces.runs;
    common.add(run, traces);
  });
  return traces;
}

TraceSet explored_traces(Machine& machine, std::uint64_t most) {
  while (true) {
    try {
      return explored_once(machine, most);
    } catch (const ExplorationRestart&) {
    }
  }
}

}  // namespace skein::test
