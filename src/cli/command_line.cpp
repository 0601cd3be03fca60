// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/log_setting.hpp"
#include "cli/option_parsers.hpp"
#include "cli/outputs.hpp"
#include "cli/self_description.hpp"
#include "core/ensure.hpp"
#include "explore/exploration.hpp"
#include "explore/registry.hpp"
#include "findings/schedule.hpp"
#include "machine/native/process/start_failure.hpp"
#include "machine/native/toolchain.hpp"
#include "report/report.hpp"
#include "report/words/text.hpp"
#include "report/words/violation_text.hpp"
#include "session/suggest.hpp"
#include "session/witness/traces.hpp"

namespace skein::cli {

namespace {

constexpr const char* kExamples = R"(Examples:
  skein help check                            the options of a subcommand
  skein check queue.c                         compile, and run every schedule
  skein check queue.cpp a.cpp -- 3 fast       two sources, two arguments
  skein check ./program -- 3                  a binary, from skein cc or not
  skein c++ -c queue.cpp -o queue.o           g++ for skein; skein cc is gcc
  make CC="skein cc" CXX="skein c++"          build any project for skein
  skein doctor                                does skein work here, and how well
  skein check philosophers.skein              a model, every schedule
  skein check philosophers.skein -D N=5       the same with 5 philosophers
  skein check big.skein --max-seconds 60      as far as one minute goes
  skein check big.skein -e pct --runs 100000  too large to exhaust: sample
  skein check queue.c --traces bugs           each bug as a file ...
  skein replay bugs/queue-1.skein-trace       ... that shows it again
  skein verify peterson.c                     prove it, for ever
  skein graph small.skein -o small.svg        draw the unfolding

Exit status:
  0  everything explored, no bug
  1  a bug was found
  2  an error of the user's
  3  a bug in skein itself
  4  stopped or cut before the end, no bug so far

docs/reference.md says more.)";

constexpr std::array<std::string_view, 12> kCommands{"check",  "replay",     "verify", "prove",
                                                     "graph",  "cc",         "c++",    "wrap",
                                                     "doctor", "completion", "man",    "help"};

bool is_command(std::string_view word) {
  return std::find(kCommands.begin(), kCommands.end(), word) != kCommands.end();
}

void print_error(const std::string& message) {
  std::fflush(stdout);
  std::fprintf(stderr, "skein: error: %s\n", message.c_str());
}

int print_text(const std::string& text) {
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!is_written) throw UserError("cannot write to the standard output");
  return kExitClean;
}

// CLI11's message, with a suggestion where a word is unknown.
std::string describe(const CLI::ParseError& error, const std::string& first_argument) {
  std::string text = printable(error.what());
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !first_argument.empty() &&
      first_argument.front() != '-' && !is_command(first_argument)) {
    text = "unknown command '" + printable(first_argument) + "'";
    if (const std::string known = session::nearest(first_argument, kCommands); !known.empty()) {
      text += "; did you mean " + known + "?";
    }
  }
  // An unknown option: one of a command, or the only argument.
  std::string unknown;
  const std::size_t option = text.find("--");
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && option != std::string::npos) {
    unknown = text.substr(option, text.find_first_of(" =", option) - option);
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr &&
             first_argument.starts_with('-')) {
    unknown = first_argument;
    text = "unknown option " + printable(first_argument);
  }
  if (const std::string known = unknown.empty() ? "" : nearest_option(unknown);
      !known.empty() && known != unknown) {
    text += "; did you mean " + known + "?";
  }
  return text + " (see --help)";
}

// Calls the subcommand, which writes its own reports even if it fails.
int call(const std::function<int()>& command) {
  const auto own_bug = [](const std::string& message) {
    print_error("a bug in skein itself, please report it: " + message);
    return kExitOwnBug;
  };
  try {
    return command();
  } catch (const UserError& error) {
    print_error(printable_lines(error_text(error)));
    return kExitUserError;
  } catch (const Stopped& stop) {
    print_error(stop.what());
    return kExitIncomplete;
  } catch (const ExplorationError& error) {
    return own_bug(printable(error.what()) + "\n  after the plan " + plan_to_string(error.plan()));
  } catch (const std::bad_alloc&) {
    print_error("not enough memory");
    return kExitUserError;
  } catch (const std::exception& error) {
    return own_bug(printable(error.what()));
  }
}

// The command for a shell: "skein check queue.c -- 5".
std::string command_text(int argc, char** argv) {
  std::string text = "skein";
  for (int i = 1; i < argc; ++i) text += " " + session::quoted(argv[i]);
  return text;
}

// The settings of every command; only one of them is filled in.
struct AllSettings {
  session::CheckSettings check;
  session::VerifySettings verify;
  session::ProveSettings prove;
  session::ReplaySettings replay;
  session::GraphSettings graph;

  // What follows `end` is for the program under test.
  void set_command(int argc, char** argv, char** end) {
    const std::string command = command_text(argc, argv);
    std::vector<std::string> arguments;
    if (end != argv + argc) arguments.assign(end + 1, argv + argc);
    for (session::ProgramSettings* program :
         {&check.program, &verify.program, &prove.program, &replay.program, &graph.program}) {
      program->command = command;
      program->arguments = arguments;
    }
  }

  // Call when all options are known.
  void complete() {
    check.program.schedule_options = schedule_options(parts_of(check));
    verify.program.schedule_options = schedule_options(parts_of(verify));
    prove.program.schedule_options = schedule_options(parts_of(prove));
    replay.program.schedule_options = schedule_options(parts_of(replay));
    graph.program.schedule_options = schedule_options(parts_of(graph));
  }
};

}  // namespace

int run(int argc, char** argv) {
  // Our parser must not see the arguments of a compiler.
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "cc" || first == "c++") {
    return call([&] { return compile(first == "c++", {argv + 2, argv + argc}); });
  }
  if (first == "wrap") {
    return call([&] { return run_wrapped_compiler({argv + 2, argv + argc}); });
  }
  // `help check` is `check --help`.
  std::vector<char*> as_option{argv[0]};
  char help[] = "--help";
  if (first == "help") {
    if (argc > 2) as_option.push_back(argv[2]);
    as_option.push_back(help);
    argc = static_cast<int>(as_option.size());
    argv = as_option.data();
  }
  AllSettings settings;
  // Nor those of the program under test.
  char** const end = std::find(argv, argv + argc, std::string_view("--"));
  settings.set_command(argc, argv, end);
  argc = static_cast<int>(end - argv);
  CLI::App app(
      "skein runs a concurrent program under every schedule that matters, and shows what breaks.");
  app.set_version_flag("--version", "skein " SKEIN_VERSION, "print the version");
  app.set_help_flag("-h,--help", "print this help");
  app.require_subcommand(1);
  app.footer(kExamples);
  app.name("skein");
  format_help(app);

  CLI::App* check_command = app.add_subcommand("check", "explore a program and report its bugs");
  add_options(*check_command, Command::Check, parts_of(settings.check));
  std::string names = "Explorers:";
  for (const ExplorerInfo& info : explorers()) {
    names += "\n  " + padded(std::string(info.name), 12) + std::string(info.summary);
  }
  check_command->footer(names + "\n\n" + kExamples);
  CLI::App* replay_command = app.add_subcommand("replay", "show a bug again");
  add_options(*replay_command, Command::Replay, parts_of(settings.replay));
  CLI::App* graph_command = app.add_subcommand("graph", "draw the unfolding of a small program");
  add_options(*graph_command, Command::Graph, parts_of(settings.graph));
  CLI::App* verify_command = app.add_subcommand(
      "verify", "prove a C program right, also one that never ends, or show its bugs");
  add_options(*verify_command, Command::Verify, parts_of(settings.verify));
  CLI::App* prove_command = app.add_subcommand(
      "prove", "prove a C program right for all inputs, or say what may go wrong");
  add_options(*prove_command, Command::Prove, parts_of(settings.prove));

  CLI::App* doctor_command =
      app.add_subcommand("doctor", "say whether skein works on this machine, and how well");
  std::string shell;
  CLI::App* completion_command =
      app.add_subcommand("completion", "print a completion script for a shell");
  completion_command->add_option("SHELL", shell, "bash or zsh")->required()->type_name("");
  CLI::App* man_command = app.add_subcommand("man", "print the man page");

  // For the list of commands only: what comes after these is not ours (see above).
  app.add_subcommand("cc",
                     "gcc or clang, for programs that skein is to run; all arguments are theirs");
  app.add_subcommand("c++", "the same for C++");
  app.add_subcommand("wrap",
                     "the same for a compiler that a build system chose: wrap COMPILER ...");
  app.add_subcommand("help", "print this help, or that of a command: help check");

  const auto refuse = [&](const std::string& message) {
    session::OutputSettings outputs;
    find_outputs(argc, argv, outputs);
    print_error(message);
    const session::ProgramSettings& program = verify_command->parsed()   ? settings.verify.program
                                              : prove_command->parsed()  ? settings.prove.program
                                              : replay_command->parsed() ? settings.replay.program
                                              : graph_command->parsed()  ? settings.graph.program
                                                                         : settings.check.program;
    write_error_reports(outputs, program, message);
    return kExitUserError;
  };
  try {
    app.parse(argc, argv);
    refuse_small_stack();
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request) == 0 ? kExitClean : kExitUserError;
  } catch (const CLI::ParseError& error) {
    return refuse(describe(error, argc > 1 ? argv[1] : ""));
  } catch (const UserError& error) {  // a value that does not fit its option
    return refuse(printable(error.what()));
  }
  return call([&] {
    set_up_log();
    if (doctor_command->parsed()) return doctor();
    if (completion_command->parsed()) return print_text(completion(app, shell));
    if (man_command->parsed()) return print_text(man_page(app));
    settings.complete();
    if (verify_command->parsed()) return verify(settings.verify);
    if (prove_command->parsed()) return prove(settings.prove);
    if (replay_command->parsed()) return replay(settings.replay);
    return check_command->parsed() ? check(settings.check) : graph(settings.graph);
  });
}

}  // namespace skein::cli
