// SPDX-License-Identifier: Apache-2.0
#include "report/finding_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/schedule_table.hpp"

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

bool is_of_library(const Place& place) {
  return place.line == 0 || place.path.starts_with("/usr/include/") ||
         place.path.starts_with("/usr/lib/");
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

std::string how_often(const Counterexample& account) {
  return "seen in " + counted(account.times, "run") +
         "; shortest schedule: " + counted(account.length, "step") + ", " +
         (account.switches == 1 ? "1 context switch"
                                : with_commas(account.switches) + " context switches");
}

std::string access_text(const Counterexample& account, const CounterexampleAccess& access,
                        bool is_first, const Style& style) {
  std::string line = is_first ? "First " : "Then ";
  line += account.agents[access.agent] == "main" ? "main" : printable(account.agents[access.agent]);
  line += ", " + holding(access.locks_held) + ": " + access.what;
  if (access.value && !access.is_write) line += fmt::format(", which is {}", *access.value);
  if (access.value && access.is_write && access.what != "free") {
    line += fmt::format(", which was {}", *access.value);
  }
  if (access.step) line += fmt::format(" (after step {})", *access.step + 1);
  return indented(line, 2, style) + stack_text(access.stack, 4, style);
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

std::string deadlock_text(const Counterexample& account, const Style& style) {
  std::string text = "\n  Nobody can go on:\n";
  for (const CounterexampleWait& wait : account.waits) {
    std::string line = printable(wait.text);
    if (wait.place.line != 0 || !wait.place.file.empty()) {
      line += " (" + place_text(wait.place) + ")";
    }
    text += indented(line, 4, style);
    // A single frame adds nothing to the place just given.
    if (wait.stack.size() > 1) text += stack_text(wait.stack, 6, style);
  }
  if (account.cycle.size() > 1) {
    std::string circle;
    for (const std::size_t agent : account.cycle)
      circle += printable(account.agents[agent]) + " -> ";
    text +=
        indented("Circle: " + circle + printable(account.agents[account.cycle.front()]), 2, style);
  }
  return text;
}

}  // namespace

std::string finding_text(const Counterexample& account, std::size_t number, const Style& style) {
  std::string text;
  const std::string headline = fmt::format("BUG {}: {}", number, printable(account.headline));
  for (const std::string& line : wrapped(headline, style.width)) text += style.red(line) + "\n";
  std::string about;
  if (account.agent) {
    about = fmt::format("{} in {}; ", account.kind, printable(account.agents[*account.agent]));
  }
  text += indented(about + how_often(account), 2, style) + "\n";
  if (account.is_repeated == false) {
    text += indented(
        "Executed again in a new process, this schedule did not end the same way: the program "
        "depends on something that skein does not control.",
        2, style);
    text += "\n";
  }
  std::string details;
  for (std::size_t i = 0; i < account.accesses.size(); ++i) {
    details += access_text(account, account.accesses[i], i == 0, style);
  }
  const auto sources = std::count_if(account.stack.begin(), account.stack.end(),
                                     [](const Place& p) { return p.line != 0; });
  if (account.accesses.empty() && account.agent && sources > 1) {
    details += indented(printable(account.agents[*account.agent]) + " was", 2, style) +
               stack_text(account.stack, 4, style);
  }
  if (account.block) details += block_text(*account.block, style);
  if (!details.empty()) text += details + "\n";
  if (account.steps.size() == account.length) {
    text += schedule_table(account, style);
  } else {
    text += indented("There was no time to tell it step by step.", 2, style);
  }
  if (!account.waits.empty()) text += deadlock_text(account, style);
  // Users copy the command, so it is not broken into lines; a very long one is useless and left
  // out.
  constexpr std::size_t kLongestCommand = 1000;
  if (!account.replay.empty() && account.replay.size() <= kLongestCommand) {
    text += "\n  " + style.dim(printable(account.replay)) + "\n";
  }
  return text + "\n";
}

}  // namespace skein
