// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/self_description.hpp"

namespace skein::cli {

namespace {

// Escapes text for roff: backslashes, dashes that would turn into hyphens, a leading request.
std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
  return result;
}

std::string option_entry(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += (names.empty() ? "-" : ", -") + name;
  for (const std::string& name : option.get_lnames()) {
    names += (names.empty() ? "--" : ", --") + name;
  }
  std::string entry = ".TP\n\\fB" + roff(names) + "\\fR";
  if (!option.get_type_name().empty()) entry += " \\fI" + roff(option.get_type_name()) + "\\fR";
  return entry + "\n" + roff(option.get_description()) + "\n";
}

std::string command_section(const CLI::App& command) {
  std::string text = ".SS skein " + roff(command.get_name());
  std::string places;
  std::string options;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) {
      places += fmt::format(" {}{}", option->get_name(true),
                            option->get_items_expected_max() > 1 ? " ..." : "");
    } else {
      options += option_entry(*option);
    }
  }
  text += roff(places) + (options.empty() ? "" : " [options]") + "\n";
  return text + roff(command.get_description()) + ".\n" + options;
}

// Lines of a list "  words  what they mean", unchanged.
std::string verbatim(const std::string& text) {
  std::string result = ".nf\n";
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += roff(std::string_view(text).substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return result + ".fi\n";
}

}  // namespace

std::string man_page(const CLI::App& app) {
  std::string page = "." + std::string("\\\" Made from the table of options by `skein man`.\n");
  page += ".TH SKEIN 1 \"\" \"skein " SKEIN_VERSION "\" \"User Commands\"\n";
  page += ".SH NAME\nskein \\- stateless model checker for C and C++ programs with threads\n";
  page += ".SH SYNOPSIS\n.B skein\n.I command\n[options] [files] [\\-\\- program's arguments]\n";
  page += ".SH DESCRIPTION\n" + roff(app.get_description()) +
          "\nIt reports assertion failures, deadlocks, data races, heap errors, misuse of locks, "
          "livelocks and crashes, each with a schedule that shows it.\n";
  page += ".SH COMMANDS\n";
  const auto has_own_section = [](const CLI::App* command) {
    return command->get_name() != "cc" && command->get_name() != "c++";
  };
  for (const CLI::App* command : app.get_subcommands(has_own_section)) {
    page += command_section(*command);
  }
  page +=
      ".SS skein cc, skein c++\nStand in for gcc and g++ in any build system: make "
      "CC=\"skein cc\" CXX=\"skein c++\". All arguments are the compiler's, but for "
      "\\-\\-compiler NAME. Where one word is wanted, skein\\-cc and skein\\-c++ are the "
      "same.\n";
  page += ".SH NOTES\n" + verbatim(app.get_footer());
  page +=
      ".SH ENVIRONMENT\n"
      ".TP\n.B SKEIN_CC, SKEIN_CXX\nthe compilers to use, instead of gcc and g++\n"
      ".TP\n.B SKEIN_RUNTIME\nthe path of libskein\\-runtime.so, if it is not with skein\n"
      ".TP\n.B NO_COLOR\nif set, no colours\n";
  return page;
}

}  // namespace skein::cli
