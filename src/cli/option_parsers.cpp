// SPDX-License-Identifier: Apache-2.0
#include "cli/option_parsers.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "core/ensure.hpp"
#include "report/words/text.hpp"
#include "session/suggest.hpp"

namespace skein::cli {

namespace {

// The meaning of a schedule depends on these options: what is visible, what is chosen, what counts
// as a bug, and how the program is compiled.
constexpr std::array<std::string_view, 18> kScheduleOptions{"cflags",
                                                            "compiler",
                                                            "fail-on-exit",
                                                            "leaks",
                                                            "max-heap",
                                                            "max-preemptions",
                                                            "max-step-seconds",
                                                            "max-steps",
                                                            "max-switches",
                                                            "nondet",
                                                            "races",
                                                            "reduce",
                                                            "reset",
                                                            "signals",
                                                            "spin-bound",
                                                            "spurious-wakeups",
                                                            "unknown-arguments",
                                                            "unknown-input"};

bool is_proof(Command command) { return command == Command::Verify || command == Command::Prove; }

std::string help_of(const Option& option, Command command) {
  if (is_proof(command) && option.key == "compiler") {
    return "sources: a clang 19, by name or path (default: clang-19, clang++-19)";
  }
  if (is_proof(command) && option.key == "D") {
    return "set a macro of the sources; may be repeated";
  }
  std::string help(option.help);
  if (!option.standard.empty()) help += fmt::format(" (default: {})", option.standard);
  return help;
}

void add_option(CLI::App& app, const Option& option, Command command, const Parts& parts) {
  const std::string name(option.name);
  const std::string help = help_of(option, command);
  const Field field = option.field(parts);
  if (const auto* flag = std::get_if<Flag>(&field)) {
    app.add_flag(name, **flag, help);
    return;
  }
  CLI::Option* added = nullptr;
  if (std::holds_alternative<Defines>(field) || std::holds_alternative<Texts>(field)) {
    auto store = [&option, parts](const std::vector<std::string>& values) {
      for (const std::string& value : values) set(option, parts, value);
    };
    added = app.add_option_function<std::vector<std::string>>(name, store, help);
    added->allow_extra_args(false);
  } else {
    auto store = [&option, parts](const std::string& value) { set(option, parts, value); };
    added = app.add_option_function<std::string>(name, store, help);
  }
  added->type_name(std::string(option.argument));
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    constexpr std::size_t kLeft = 28;
    std::string names = "  " + make_option_name(option, is_positional);
    for (std::size_t comma = names.find(','); comma != std::string::npos;
         comma = names.find(',', comma + 2)) {
      names.insert(comma + 1, " ");
    }
    if (!option->get_type_name().empty()) names += " " + option->get_type_name();
    std::string text;
    bool is_first = true;
    for (const std::string& line : wrapped(option->get_description(), Style{}.width - kLeft)) {
      text += padded(is_first ? names : "", kLeft) + line + "\n";
      is_first = false;
    }
    return text;
  }
};

}  // namespace

void add_options(CLI::App& app, Command command, const Parts& parts) {
  app.add_option("FILE", parts.program->file,
                 command == Command::Replay
                     ? "a trace (*.skein-trace), or the program whose --schedule is given"
                 : is_proof(command)
                     ? "the program: a C or C++ source, or LLVM bitcode (*.bc, *.ll)"
                     : "the program: a model (*.skein), a C or C++ source, or a binary")
      ->required()
      ->type_name("");
  app.add_option("SOURCE", parts.program->more_files,
                 "more sources of the same program; after -- come the program's arguments")
      ->type_name("...");
  for (const Option& option : options()) {
    if (option.is_for(command)) add_option(app, option, command, parts);
  }
}

session::OptionValues schedule_options(const Parts& parts) {
  session::OptionValues values;
  for (const std::string_view key : kScheduleOptions) {
    for (std::string& value : values_of(option_with(key), parts)) {
      values.emplace_back(std::string(key), std::move(value));
    }
  }
  return values;
}

void set_schedule_option(const Parts& parts, const std::string& name, const std::string& value) {
  if (std::find(kScheduleOptions.begin(), kScheduleOptions.end(), name) == kScheduleOptions.end()) {
    throw UserError(fmt::format("'{}' is not an option that a trace can have", printable(name)));
  }
  set(option_with(name), parts, value);
}

void format_help(CLI::App& app) { app.formatter(std::make_shared<HelpFormatter>()); }

std::string nearest_option(const std::string& name) {
  std::vector<std::string_view> names{"--help", "--version"};
  for (const Option& option : options()) names.push_back(option.long_name());
  return session::nearest(name, names);
}

}  // namespace skein::cli
