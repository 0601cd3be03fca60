// SPDX-License-Identifier: Apache-2.0
// skein graph: draws the unfolding of a small program.

#include "report/graph.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "cli/choose_explorer.hpp"
#include "cli/commands.hpp"
#include "cli/nondeterminism.hpp"
#include "cli/open_program.hpp"
#include "cli/restarts.hpp"
#include "cli/system.hpp"
#include "cli/time_limit.hpp"
#include "core/check.hpp"
#include "explore/exploration.hpp"
#include "report/report.hpp"
#include "report/text.hpp"

namespace skein::cli {

namespace {

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string title_of(const Settings& settings, const UnfoldingGraph& unfolding, bool is_whole) {
  std::string title = settings.file;
  for (const auto& [name, value] : settings.defines)
    title.append(" ").append(name).append("=").append(value);
  title += ": " + counted(unfolding.events(), "event") + ", " +
           counted(unfolding.configurations(), "maximal configuration");
  if (!is_whole) title += " (not all: cut or stopped)";
  return title;
}

}  // namespace

int graph(const Settings& settings) {
  if (!settings.output) throw UserError("say where to draw: -o FILE.svg or -o FILE.dot");
  const bool is_svg = ends_with(*settings.output, ".svg");
  if (!is_svg && !ends_with(*settings.output, ".dot") && *settings.output != "-") {
    throw UserError("-o: '" + *settings.output + "' ends neither in .svg nor in .dot");
  }
  if (is_same_file(*settings.output, settings.file)) {
    throw UserError("-o: '" + *settings.output + "' is the program itself");
  }
  if (settings.cutoffs) {
    const std::pair<bool, std::string_view> options[] = {
        {settings.explorer.has_value(), "--explorer"},
        {settings.max_steps.has_value(), "--max-steps"},
        {settings.max_switches.has_value(), "--max-switches"},
        {settings.max_preemptions.has_value(), "--max-preemptions"},
        {settings.spin_bound.has_value(), "--spin-bound"},
    };
    for (const auto& [is_given, option] : options) {
      if (!is_given) continue;
      throw UserError(
          fmt::format("{} means nothing with --cutoffs: there are no runs to bound", option));
    }
    return graph_prefix(settings);
  }
  const Choice choice = choose_explorer(settings);
  TimeLimit limit;
  Program program;
  program.is_over = [&] { return limit.is_over(); };
  open_program(settings, program);
  OutputFile output(*settings.output);

  UnfoldingGraph unfolding(settings.max_events.value_or(kDefaultMaxEvents));
  Figures figures;
  Environment environment;
  environment.interrupt = &interrupt_flag();
  environment.on_run = [&](const Plan&, const Run& run) { unfolding.add(run); };
  repeat_until_settled([&] {
    unfolding = UnfoldingGraph(settings.max_events.value_or(kDefaultMaxEvents));
    figures = Figures{};
    const std::unique_ptr<Explorer> explorer = choice.info->make(choice.options);
    try {
      explore(*explorer, *program.machine, Budget{}, environment, figures);
    } catch (const ExplorationError& error) {
      if (!program.native) throw;
      require_same_again(*program.machine, error.plan());
      const bool is_ours = contradicts_again(error, [&] {
        const std::unique_ptr<Explorer> other = choice.info->make(choice.options);
        Figures again;
        Environment plain;
        plain.interrupt = &interrupt_flag();
        explore(*other, *program.machine, Budget{}, plain, again);
      });
      if (is_ours) throw;
      throw UserError(kContradictedOnce);
    }
  });

  limit.begin_telling();
  const bool is_whole =
      figures.stop == Stop::Exhausted && figures.cut() == 0 && choice.info->caveat.empty();
  const std::string title = title_of(settings, unfolding, is_whole);
  const std::string dot = unfolding.to_dot(program.machine->names(), title);
  output.write(is_svg ? filter_through("dot", "-Tsvg", dot,
                                       "install Graphviz (Debian package graphviz), or write .dot")
                      : dot);
  if (!output.is_standard_output()) {
    fmt::print("{}\ndrawn to {}\n", printable(title), printable(*settings.output));
  }
  return is_whole ? kExitClean : kExitIncomplete;
}

}  // namespace skein::cli
