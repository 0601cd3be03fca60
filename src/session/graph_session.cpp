// SPDX-License-Identifier: Apache-2.0
#include "session/graph_session.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/ensure.hpp"
#include "explore/exploration.hpp"
#include "machine/ir/system.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "report/graph.hpp"
#include "report/prefix_graph.hpp"
#include "report/words/remark_text.hpp"
#include "report/words/text.hpp"
#include "session/check/nondeterminism.hpp"
#include "session/choose_explorer.hpp"
#include "session/os/interrupts.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/program/bitcode.hpp"
#include "session/program/open_program.hpp"
#include "session/prove/abstract_prefix.hpp"
#include "session/restarts.hpp"
#include "session/time_limit.hpp"
#include "session/verify/verified_prefix.hpp"

namespace skein::session {

namespace {

std::string title_of(const GraphSettings& settings, const UnfoldingGraph& unfolding,
                     bool is_whole) {
  std::string title = settings.program.file;
  for (const auto& [name, value] : settings.program.defines)
    title.append(" ").append(name).append("=").append(value);
  title += ": " + counted(unfolding.events(), "event") + ", " +
           counted(unfolding.configurations(), "maximal configuration");
  if (!is_whole) title += " (not all: cut or stopped)";
  return title;
}

void refuse_exploration_options(const GraphSettings& settings) {
  const std::pair<bool, std::string_view> options[] = {
      {settings.explorer.name.has_value(), "--explorer"},
      {settings.bounds.max_steps.has_value(), "--max-steps"},
      {settings.bounds.max_switches.has_value(), "--max-switches"},
      {settings.bounds.max_preemptions.has_value(), "--max-preemptions"},
      {settings.native.spin_bound.has_value(), "--spin-bound"},
  };
  for (const auto& [is_given, option] : options) {
    if (!is_given) continue;
    throw UserError(fmt::format(
        "{} means nothing with --cutoffs or --all-inputs: there are no runs to bound", option));
  }
}

// With --cutoffs the prefix that verify would build, with --all-inputs that of prove.
Drawing draw_prefix(const GraphSettings& settings) {
  refuse_exploration_options(settings);
  Prefix::Options options = prefix_options_of(settings.prefix);
  abstract::ProveOptions how;
  PrefixSettings prefix_settings = settings.prefix;
  if (settings.drawing.all_inputs) {
    how.watches_all = accesses_are_events(settings.prefix);
    prefix_settings.granularity.reset();
  }
  const ir::SystemOptions system_options =
      system_options_of(settings.program, prefix_settings, PropertySettings{});
  std::optional<TemporaryFolder> folder;
  const TimeLimit limit;
  const auto is_over = [&] { return limit.is_over(); };
  ir::Program program = load_bitcode(settings.program, {}, folder, is_over);
  const std::uint64_t most = settings.drawing.max_events.value_or(kDefaultMaxEvents);
  std::unique_ptr<StateSystem> system;
  std::unique_ptr<Prefix> prefix;
  options.is_enough = [&] { return prefix->statistics().events > most || is_over(); };
  bool is_whole = false;
  if (settings.drawing.all_inputs) {
    auto abstract_system =
        std::make_unique<abstract::AbstractSystem>(std::move(program), system_options, how);
    is_whole = build_abstract_prefix(*abstract_system, options, prefix);
    system = std::move(abstract_system);
  } else {
    system = std::make_unique<ir::IrSystem>(std::move(program), system_options);
    is_whole = build_to_fixpoint(*system, options, prefix);
  }
  if (!is_whole) {
    if (is_over()) throw Stopped("stopped while the prefix was built");
    throw UserError(fmt::format(
        "more than {} events are not readable; --max-events N draws them anyway", most));
  }
  const Prefix::Statistics& f = prefix->statistics();
  Drawing drawing;
  drawing.title = fmt::format("{}{}: {}, {}", settings.program.file,
                              settings.drawing.all_inputs ? ", all inputs" : "",
                              counted(f.events, "event"), counted(f.cutoffs, "cut-off"));
  drawing.dot = prefix_to_dot(*prefix, drawing.title);
  return drawing;
}

// Everything that an exploration from scratch needs.
Environment environment_of(UnfoldingGraph* unfolding) {
  Environment environment;
  environment.interrupt = &interrupt_flag();
  if (unfolding != nullptr) {
    environment.on_run = [unfolding](const Plan&, const Run& run) { unfolding->add(run); };
  }
  return environment;
}

}  // namespace

Drawing draw(const GraphSettings& settings, Observer& observer) {
  if (settings.prefix.cutoffs || settings.drawing.all_inputs) return draw_prefix(settings);
  const Choice choice = choose_explorer(settings.explorer, settings.bounds, settings.program.file);
  TimeLimit limit;
  Program program;
  program.is_over = [&] { return limit.is_over(); };
  program.note = [&](const Remark& note) { observer.note(note); };
  open_program(settings.program, settings.native, program);
  const std::uint64_t most = settings.drawing.max_events.value_or(kDefaultMaxEvents);
  UnfoldingGraph unfolding(most);
  Statistics statistics;
  repeat_until_settled([&] {
    unfolding = UnfoldingGraph(most);
    statistics = Statistics{};
    const std::unique_ptr<Explorer> explorer = choice.info->make(choice.options);
    try {
      explore(*explorer, *program.machine, Budget{}, environment_of(&unfolding), statistics);
    } catch (const ExplorationError& error) {
      if (!program.native) throw;
      require_same_again(*program.machine, error.plan());
      const bool is_ours = contradicts_again(error, [&] {
        const std::unique_ptr<Explorer> other = choice.info->make(choice.options);
        Statistics again;
        explore(*other, *program.machine, Budget{}, environment_of(nullptr), again);
      });
      if (is_ours) throw;
      throw UserError(remark_text(RemarkCode::ContradictedOnce));
    }
  });
  limit.begin_details();
  Drawing drawing;
  drawing.is_whole =
      statistics.stop == Stop::Exhausted && statistics.cut() == 0 && choice.info->caveat.empty();
  drawing.title = title_of(settings, unfolding, drawing.is_whole);
  drawing.dot = unfolding.to_dot(program.machine->names(), drawing.title);
  return drawing;
}

}  // namespace skein::session
