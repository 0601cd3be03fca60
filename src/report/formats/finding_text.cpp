// SPDX-License-Identifier: Apache-2.0
#include "report/formats/finding_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "machine/own_code.hpp"
#include "report/formats/schedule_table.hpp"
#include "report/words/wait_text.hpp"

namespace skein {

namespace {

constexpr std::size_t kMostFrames = 12;

std::string indented(std::string_view text, std::size_t indent, const Style& style) {
  std::string result;
  for (const std::string& line : wrapped(text, style.width - indent)) {
    result += std::string(indent, ' ') + line + "\n";
  }
  return result;
}

std::string place_text(const Place& place) {
  return place.line == 0 ? printable(place.file)
                         : fmt::format("{}:{}", printable(place.file), place.line);
}

// Innermost first. Frames of libraries without source are left out at either end, as are frames of
// the C++ library's headers at the outer end: how std::thread calls its function.
std::string stack_text(const Stack& stack, std::size_t indent, const Style& style) {
  std::string text;
  auto begin = std::find_if(stack.begin(), stack.end(), [](const Place& p) { return p.line != 0; });
  auto end =
      std::find_if_not(stack.rbegin(), std::make_reverse_iterator(begin), is_of_library).base();
  if (end == begin) end = stack.end();
  if (begin == stack.end()) {
    begin = stack.begin();
    end = stack.end();
  }
  std::size_t shown = 0;
  for (auto frame = begin; frame != end; ++frame) {
    if (++shown > kMostFrames) {
      return text + indented(fmt::format("... {} more", end - frame), indent, style);
    }
    std::string line = "in " + (frame->function.empty() ? "?" : printable(frame->function));
    if (frame->line != 0) line += " at " + place_text(*frame);
    if (!frame->text.empty()) {
      const std::string source = printable(frame->text);
      if (indent + columns_of(line) + columns_of(source) + 2 <= style.width) {
        line += ": " + source;
      }
    }
    text += indented(line, indent, style);
  }
  return text;
}

std::string holding(const std::vector<std::string>& locks) {
  if (locks.empty()) return "holding no lock";
  std::string text = "holding ";
  for (std::size_t i = 0; i < locks.size(); ++i) text += (i == 0 ? "" : ", ") + printable(locks[i]);
  return text;
}

std::string how_often(const Counterexample& counterexample) {
  return "seen in " + counted(counterexample.times, "run") +
         (counterexample.variants.empty()
              ? ""
              : fmt::format("; {} of the same cause",
                            counted(counterexample.variants.size(), "variant"))) +
         "; shortest schedule: " + counted(counterexample.length, "step") + ", " +
         (counterexample.switches == 1
              ? "1 context switch"
              : with_commas(counterexample.switches) + " context switches");
}

std::string access_text(const Counterexample& counterexample, const CounterexampleAccess& access,
                        bool is_first, const Style& style) {
  std::string line = is_first ? "First " : "Then ";
  line += counterexample.agents[access.agent] == "main"
              ? "main"
              : printable(counterexample.agents[access.agent]);
  line += ", " + holding(access.locks_held) + ": " + access.what;
  if (access.value && access.what != "free") {
    line += access.is_write ? ", which was " : ", which is ";
    line +=
        access.value_text.empty() ? std::to_string(*access.value) : printable(access.value_text);
  }
  if (access.step) line += fmt::format(" (after step {})", *access.step + 1);
  return indented(line, 2, style) + stack_text(access.stack, 4, style);
}

std::string accesses_text(const Counterexample& counterexample, const Style& style) {
  std::string text;
  for (std::size_t i = 0; i < counterexample.accesses.size(); ++i) {
    text += access_text(counterexample, counterexample.accesses[i], i == 0, style);
  }
  return text;
}

std::string block_text(const CounterexampleBlock& block, const Style& style) {
  std::string text;
  const std::string who = block.allocated_by.empty() ? "" : " by " + printable(block.allocated_by);
  if (!block.allocated.empty()) {
    text += indented(fmt::format("The heap block of {} was allocated{}",
                                 counted(block.size, "byte"), who),
                     2, style) +
            stack_text(block.allocated, 4, style);
  }
  if (!block.freed.empty()) {
    text += indented("and freed by " + printable(block.freed_by), 2, style) +
            stack_text(block.freed, 4, style);
  }
  return text;
}

std::string deadlock_text(const Counterexample& counterexample, const Style& style) {
  std::string text = "\n  No thread can continue:\n";
  for (const CounterexampleWait& wait : counterexample.waits) {
    std::string line = printable(wait.text);
    if (wait.place.line != 0 || !wait.place.file.empty()) {
      line += " (" + place_text(wait.place) + ")";
    }
    text += indented(line, 4, style);
    if (wait.fault) {
      text += indented(fault_text(*wait.fault) + ": the library's mistake, not this program's", 6,
                       style);
    }
    // A single frame adds nothing to the place just given.
    if (wait.stack.size() > 1) text += stack_text(wait.stack, 6, style);
  }
  if (counterexample.cycle.size() > 1) {
    std::string cycle;
    for (const std::size_t agent : counterexample.cycle)
      cycle += printable(counterexample.agents[agent]) + " -> ";
    text +=
        indented("Cycle: " + cycle + printable(counterexample.agents[counterexample.cycle.front()]),
                 2, style);
  }
  return text;
}

// "Variables of push: i = 3, is_last = true", without a break inside "i = 3".
std::string known_text(const Counterexample& counterexample, const Style& style) {
  constexpr std::size_t kMostShown = 12;
  std::vector<std::string> items;
  for (const KnownValue& value : counterexample.known) {
    if (items.size() == kMostShown && !style.is_verbose) {
      items.push_back(fmt::format("{} more", counterexample.known.size() - kMostShown));
      break;
    }
    items.push_back(printable(value.name) + " = " + printable(value.values));
  }
  const std::string& function = counterexample.place.function;
  std::string line = "  Variables" + (function.empty() ? "" : " of " + printable(function)) + ":";
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i + 1 < items.size()) items[i] += ",";
    if (columns_of(line) + columns_of(items[i]) + 1 > style.width) {
      text += line + "\n";
      line = "   ";
    }
    line += " " + items[i];
  }
  return text + line + "\n";
}

std::string details_text(const Counterexample& counterexample, const Style& style) {
  std::string details = accesses_text(counterexample, style);
  const auto sources = std::count_if(counterexample.stack.begin(), counterexample.stack.end(),
                                     [](const Place& p) { return p.line != 0; });
  if (counterexample.accesses.empty() && counterexample.agent && sources > 1) {
    details +=
        indented(printable(counterexample.agents[*counterexample.agent]) + " was", 2, style) +
        stack_text(counterexample.stack, 4, style);
  }
  if (!counterexample.known.empty()) details += known_text(counterexample, style);
  if (counterexample.block) details += block_text(*counterexample.block, style);
  return details;
}

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

std::string finding_text(const Counterexample& counterexample, std::size_t number,
                         const Style& style, std::size_t most_lines) {
  std::string text;
  const std::string headline =
      fmt::format("BUG {}: {}", number, printable(counterexample.headline));
  for (const std::string& line : wrapped(headline, style.width)) text += style.red(line) + "\n";
  std::string about;
  if (counterexample.agent) {
    about = fmt::format("{} in {}; ", name(counterexample.kind),
                        printable(counterexample.agents[*counterexample.agent]));
  }
  const bool fails = counterexample.standing == Standing::Fails;
  text += indented(about + how_often(counterexample) +
                       (fails ? "" : "; does not fail: " + printable(counterexample.accepted_by)),
                   2, style);
  if (style.is_verbose) {
    for (const std::string& variant : counterexample.variants) {
      text += indented("variant: " + printable(variant), 4, style);
    }
  }
  text += "\n";
  if (counterexample.is_repeated == false) {
    text += indented(
        "Executed again in a new process, this schedule did not end the same way: the program "
        "depends on something that skein does not control.",
        2, style);
    text += "\n";
  }
  if (const std::string details = details_text(counterexample, style); !details.empty()) {
    text += details + "\n";
  }
  std::string rest;
  if (!counterexample.waits.empty()) rest += deadlock_text(counterexample, style);
  // Users copy the command, so it is not broken into lines; a very long one is useless and left
  // out.
  constexpr std::size_t kLongestCommand = 1000;
  if (!counterexample.replay.empty() && counterexample.replay.size() <= kLongestCommand) {
    rest += "\n  " + style.dim(printable(counterexample.replay)) + "\n";
  }
  rest += "\n";
  if (counterexample.steps.size() != counterexample.length) {
    return text + indented("There was no time to show it step by step.", 2, style) + rest;
  }
  std::size_t room = 0;
  if (most_lines != 0 && !style.is_verbose) {
    const std::size_t used = lines_in(text) + lines_in(rest);
    room = most_lines > used ? most_lines - used : 1;
  }
  return text + schedule_table(counterexample, style, room) + rest;
}

std::string warning_text(const Counterexample& warning, std::size_t number, const Style& style) {
  std::string text;
  const std::string headline = fmt::format("WARNING {}: {}", number, printable(warning.headline));
  for (const std::string& line : wrapped(headline, style.width)) text += style.yellow(line) + "\n";
  text += indented("neither excluded nor shown: no inputs were found that lead there", 2, style);
  for (const KnownValue& value : warning.known) {
    text += indented(printable(value.name + " is " + value.values), 4, style);
  }
  text += "\n" + accesses_text(warning, style);
  text += schedule_table(warning, style);
  if (!warning.waits.empty()) text += deadlock_text(warning, style);
  return text + "\n";
}

}  // namespace skein
