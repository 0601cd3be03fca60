// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>

#include "cli/live_report.hpp"
#include "cli/option_parsers.hpp"
#include "cli/outputs.hpp"
#include "cli/progress_line.hpp"
#include "cli/terminal.hpp"
#include "core/ensure.hpp"
#include "machine/native/toolchain.hpp"
#include "report/formats/finding_text.hpp"
#include "report/formats/json.hpp"
#include "report/formats/proof.hpp"
#include "report/formats/terminal_report.hpp"
#include "report/words/remark_text.hpp"
#include "report/words/text.hpp"
#include "session/check/check_session.hpp"
#include "session/graph_session.hpp"
#include "session/os/files.hpp"
#include "session/prove/prove_session.hpp"
#include "session/replay/replay_session.hpp"
#include "session/verify/verify_session.hpp"
#include "session/witness/traces.hpp"

namespace skein::cli {

namespace {

// The standard output, unless another report uses it.
std::FILE* stream_for_people(const Outputs& outputs) {
  return outputs.use_standard_output() ? stderr : stdout;
}

Style style_for(std::FILE* stream, const session::OutputSettings& settings) {
  Style style;
  style.has_colour = !settings.no_color && wants_colour() && stream == stdout;
  style.is_verbose = settings.verbose;
  return style;
}

// What the program printed in the schedule of the first bug. Empty if it printed nothing.
std::string output_text(const std::string& output) {
  if (output.empty()) return "";
  std::string text = "Output of the program in the schedule of BUG 1:\n  | ";
  for (const char c : printable_lines(output)) {
    text += c;
    if (c == '\n') text += "  | ";
  }
  if (text.ends_with("\n  | ")) text.resize(text.size() - 5);
  return text + "\n\n";
}

void print_warnings(const Report& report) {
  for (const Remark& warning : report.warnings) {
    print(stderr, "skein: warning: " + printable(remark_text(warning)) + "\n");
  }
}

// Applies a trace's settings for running the program. A program named on the command line replaces
// the trace's own. Otherwise, if the trace's program is not found from here, this process changes
// to the folder where the trace was made. Throws UserError.
void apply_trace(const TraceFile& trace, session::ReplaySettings& settings) {
  namespace fs = std::filesystem;
  session::ProgramSettings& program = settings.program;
  const Parts parts = parts_of(settings);
  if (!program.defines.empty() || !program.arguments.empty() || settings.schedule.schedule ||
      !schedule_options(parts).empty()) {
    throw UserError(
        "a trace says itself how the program is run: of the options that change that, none can be "
        "given with it, nor arguments");
  }
  if (program.more_files.empty()) {
    program.file = trace.files.front();
    program.more_files.assign(trace.files.begin() + 1, trace.files.end());
    // The trace may be replayed from elsewhere, but the program's output and files may depend on
    // where it runs.
    std::error_code error;
    if (!fs::exists(program.file, error) &&
        fs::exists(fs::path(trace.directory) / program.file, error)) {
      fs::current_path(trace.directory, error);
    }
  } else {
    program.file = program.more_files.front();
    program.more_files.erase(program.more_files.begin());
  }
  if (!trace.check.empty()) ::setenv("SKEIN_CHECK", trace.check.c_str(), 1);
  program.defines = trace.defines;
  program.arguments = trace.arguments;
  settings.schedule.schedule = trace.schedule;
  for (const auto& [name, value] : trace.options) set_schedule_option(parts, name, value);
  program.schedule_options = schedule_options(parts);
}

// How the result of a session is shown.
struct Presentation {
  std::function<void()> write;  // to the files that the user asked for
  std::function<std::string(const Style&)> verdict;
  std::function<std::string(const Style&)> text;  // the verdict is its last line
};

// Files come first: the reader of the standard output may have gone away. A file that cannot be
// written does not lose the result: the error is thrown at the end.
template <class Session>
void run_and_print(Session& session, const Outputs& outputs,
                   const session::OutputSettings& settings, const Presentation& presentation) {
  try {
    session.run();
  } catch (const std::exception&) {
    session::disarm_emergency_report();
    presentation.write();
    throw;
  }
  session::disarm_emergency_report();
  std::exception_ptr failure;
  try {
    presentation.write();
  } catch (const UserError&) {
    failure = std::current_exception();
  }
  std::FILE* stream = stream_for_people(outputs);
  const Style style = style_for(stream, settings);
  if (settings.quiet) {
    print(stream, presentation.verdict(style));
  } else {
    print(stream, output_text(session.output()));
    print_warnings(session.report());
    print(stream, presentation.text(style));
  }
  if (failure) std::rethrow_exception(failure);
}

// What `verify` and `prove` do: a session that ends with a proof, or with what is wrong.
template <class Session>
void run_proof(Session& session, Outputs& outputs, const session::OutputSettings& output,
               const session::ProgramSettings& program) {
  outputs.open(output, program);
  const Report& report = session.report();
  const Proof& proof = session.proof();
  const auto write = [&] {
    const nlohmann::ordered_json json = to_json(report, proof);
    outputs.write(report, &json);
  };
  run_and_print(
      session, outputs, output,
      {.write = write,
       .verdict = [&](const Style& style) { return verdict_line(report, proof, style); },
       .text = [&](const Style& style) { return terminal_report(report, proof, style); }});
}

}  // namespace

int check(const session::CheckSettings& settings) {
  Outputs outputs;
  LiveReport live(outputs, settings.output.quiet);
  session::CheckSession session(settings, live);
  outputs.open(settings.output, settings.program);
  const Report& report = session.report();
  run_and_print(session, outputs, settings.output,
                {.write = [&] { outputs.write(report); },
                 .verdict = [&](const Style& style) { return verdict_line(report, style); },
                 .text = [&](const Style& style) { return terminal_report(report, style); }});
  return exit_status_of(verdict_of(report));
}

int verify(const session::VerifySettings& settings) {
  Outputs outputs;
  LiveReport live(outputs, settings.output.quiet);
  session::VerifySession session(settings, live);
  run_proof(session, outputs, settings.output, settings.program);
  session.leave();
  return exit_status_of(verdict_of(session.report(), session.proof()));
}

int prove(const session::ProveSettings& settings) {
  Outputs outputs;
  LiveReport live(outputs, settings.output.quiet);
  session::ProveSession session(settings, live);
  run_proof(session, outputs, settings.output, settings.program);
  return exit_status_of(verdict_of(session.report(), session.proof()));
}

int replay(session::ReplaySettings settings) {
  std::optional<TraceFile> trace;
  if (session::is_trace_file(settings.program.file)) {
    trace = session::read_trace(settings.program.file);
    apply_trace(*trace, settings);
  }
  Outputs outputs;
  LiveReport live(outputs, settings.output.quiet);
  session::ReplaySession session(settings, std::move(trace), live);
  outputs.open(settings.output, settings.program);
  std::FILE* stream = stream_for_people(outputs);
  Style style;
  style.has_colour = !settings.output.no_color && wants_colour();
  style.is_verbose = settings.output.verbose;
  session.run();
  const Report& report = session.report();
  if (!report.given_verdict) {  // no debugger starts before the schedule is known to show a bug
    const session::DebugRequest request = session.debug_request();
    print(stream, printable(request.what) + "\n");
    if (settings.schedule.gdb) return session::run_gdb(request);
    session.judge_valgrind(session::run_valgrind(request));
  }
  std::size_t number = 0;
  for (const Counterexample& counterexample : report.counterexamples) {
    if (!settings.output.quiet) print(stream, finding_text(counterexample, ++number, style));
  }
  if (!report.given_verdict) throw InternalError("a replay ended without a verdict");
  const auto& [verdict, sentence] = *report.given_verdict;
  const bool is_bug = verdict == Verdict::Bug;
  print(stream, (is_bug ? style.red(sentence) : style.yellow(sentence)) + "\n");
  session::disarm_emergency_report();
  outputs.write(report);
  return exit_status_of(verdict);
}

int graph(const session::GraphSettings& settings) {
  const std::optional<std::string>& path = settings.drawing.file;
  if (!path) throw UserError("say where to draw: -o FILE.svg or -o FILE.dot");
  const bool is_svg = path->ends_with(".svg");
  if (!is_svg && !path->ends_with(".dot") && *path != "-") {
    throw UserError("-o: '" + *path + "' ends neither in .svg nor in .dot");
  }
  if (session::is_same_file(*path, settings.program.file)) {
    throw UserError("-o: '" + *path + "' is the program itself");
  }
  session::OutputFile output(*path);
  const Outputs none;
  LiveReport live(none, true);
  const session::Drawing drawing = session::draw(settings, live);
  output.write(is_svg ? filter_through("dot", "-Tsvg", drawing.dot,
                                       "install Graphviz (Debian package graphviz), or write .dot")
                      : drawing.dot);
  if (!output.is_standard_output()) {
    fmt::print("{}\ndrawn to {}\n", printable(drawing.title), printable(*path));
  }
  return drawing.is_whole ? kExitClean : kExitIncomplete;
}

int compile(bool is_cxx, std::vector<std::string> arguments) {
  constexpr std::string_view kOption = "--compiler";
  for (auto it = arguments.begin(); it != arguments.end(); ++it) {
    if (*it != kOption) continue;
    if (it + 1 == arguments.end()) throw UserError("--compiler: a name is missing after it");
    *it += "=" + *(it + 1);
    arguments.erase(it + 1);
    break;
  }
  return run_compiler_wrapper(is_cxx, std::move(arguments));
}

}  // namespace skein::cli
