// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/self_description.hpp"
#include "core/ensure.hpp"
#include "explore/registry.hpp"
#include "report/words/text.hpp"

namespace skein::cli {

namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  const std::vector<const CLI::App*> list =
      app.get_subcommands([](const CLI::App*) { return true; });
  return list;
}

// The names of an option with their dashes, short ones first.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

// The values of an option that takes one of a few; else empty.
std::vector<std::string> values_of(const CLI::Option& option) {
  std::vector<std::string> values;
  if (option.check_lname("explorer")) {
    for (const ExplorerInfo& info : explorers()) values.emplace_back(info.name);
  }
  if (option.check_lname("races")) values = {"explore", "report", "off"};
  if (option.check_lname("trust-unseen")) values = {"all"};
  if (option.check_lname("reset")) values = {"memory", "fork"};
  if (option.check_lname("snapshots")) values = {"auto", "off"};
  if (option.check_lname("compiler")) values = {"gcc", "clang"};
  return values;
}

bool takes_file(const CLI::Option& option) { return option.get_type_name() == "FILE"; }

std::string bash(const CLI::App& app) {
  std::vector<std::string> commands;
  std::string options;  // the lines of a case, one per command
  std::string values;   // and one per option that takes a value
  std::vector<std::string> seen;
  for (const CLI::App* command : commands_of(app)) {
    commands.push_back(command->get_name());
    std::vector<std::string> words;
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_positional()) continue;
      const std::vector<std::string> names = names_of(*option);
      words.insert(words.end(), names.begin(), names.end());
      if (option->get_type_name().empty()) continue;
      if (std::find(seen.begin(), seen.end(), names.back()) != seen.end()) continue;
      seen.push_back(names.back());
      const std::vector<std::string> choices = values_of(*option);
      const std::string action =
          !choices.empty()
              ? fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", joined(choices, " "))
          : takes_file(*option) ? "COMPREPLY=($(compgen -f -- \"$word\"))"
                                : "COMPREPLY=()";
      values += fmt::format("    {}) {}; return ;;\n", joined(names, "|"), action);
    }
    options += fmt::format("    {}) options='{}' ;;\n", command->get_name(), joined(words, " "));
  }
  return fmt::format(
      R"(# Completion of skein's commands and options for bash. Made by `skein completion bash`.
_skein() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} options=
  local index
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$word"))
    return
  fi
  # After -- come the program's arguments.
  for ((index = 2; index < COMP_CWORD; ++index)); do
    if [[ ${{COMP_WORDS[index]}} == -- ]]; then
      COMPREPLY=($(compgen -f -- "$word"))
      return
    fi
  done
  case $before in
{}  esac
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _skein skein
)",
      joined(commands, " "), values, options);
}

// Text for a zsh specification inside '...': without quotes, brackets and colons.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result;
}

// One argument of _arguments: '(-e --explorer)'{-e,--explorer}'[help]:NAME:(a b)'.
std::string zsh_specification(const CLI::Option& option) {
  const std::vector<std::string> names = names_of(option);
  const bool is_repeatable = option.get_items_expected_max() > 1;
  std::string text;
  if (names.size() > 1) {
    text = fmt::format("'({})'{{{}}}'", joined(names, " "), joined(names, ","));
  } else {
    text = fmt::format("'{}{}", is_repeatable ? "*" : "", names.front());
  }
  text += "[" + zsh_text(option.get_description()) + "]";
  if (!option.get_type_name().empty()) {
    const std::vector<std::string> choices = values_of(option);
    text += ":" + zsh_text(option.get_type_name()) + ":";
    if (!choices.empty()) text += "(" + joined(choices, " ") + ")";
    if (takes_file(option)) text += "_files";
  }
  return text + "'";
}

std::string zsh(const CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    commands += fmt::format("    '{}:{}'\n", zsh_text(command->get_name()),
                            zsh_text(command->get_description()));
    std::string specifications;
    for (const CLI::Option* option : command->get_options()) {
      if (!option->get_positional()) {
        specifications += " \\\n        " + zsh_specification(*option);
      }
    }
    cases += fmt::format("    {})\n      _arguments -s{} \\\n        '*:file:_files'\n      ;;\n",
                         command->get_name(), specifications);
  }
  return fmt::format(R"(#compdef skein
# Completion of skein's commands and options for zsh. Made by `skein completion zsh`.
_skein() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}    *) _files ;;
  esac
}}
if [ "$funcstack[1]" = "_skein" ]; then
  _skein "$@"
else
  compdef _skein skein
fi
)",
                     commands, cases);
}

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  throw UserError("completion: '" + printable(shell) + "' is neither bash nor zsh");
}

}  // namespace skein::cli
