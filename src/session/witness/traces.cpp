// SPDX-License-Identifier: Apache-2.0
#include "session/witness/traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/ensure.hpp"
#include "findings/schedule.hpp"
#include "report/formats/counterexample_json.hpp"
#include "report/formats/json.hpp"
#include "report/words/text.hpp"
#include "session/os/files.hpp"
#include "session/program/build_id.hpp"

namespace skein::session {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".skein-trace";

// In a test program only one body runs: skein::check determines which.
std::string single_body() {
  const char* only = std::getenv("SKEIN_CHECK");
  return only != nullptr ? only : "";
}

std::string step_sentence(const Counterexample& counterexample, const CounterexampleStep& step) {
  std::string text = counterexample.agents[step.agent] + ": " + step.operation;
  if (step.place.line != 0) text += fmt::format(" at {}:{}", step.place.file, step.place.line);
  return text;
}

}  // namespace

std::string quoted(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:=,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string file_that_runs(const ProgramSettings& settings, const Program& program) {
  return program.native ? program.native->program : settings.file;
}

namespace {

// A schedule that was cut is followed only to its end. Its steps are those of --reduce=outcome,
// which is what replay takes, unless sections are.
OptionValues options_for(const ProgramSettings& settings, const Counterexample& counterexample) {
  OptionValues options = settings.schedule_options;
  if (counterexample.has_section_steps) {
    set_option(options, "reduce", "sections");
  } else if (reduces_sections(settings)) {
    std::erase_if(options, [](const auto& option) { return option.first == "reduce"; });
  }
  const bool is_given = std::any_of(options.begin(), options.end(),
                                    [](const auto& option) { return option.first == "max-steps"; });
  if (counterexample.is_cut && !is_given)
    set_option(options, "max-steps", std::to_string(counterexample.length));
  return options;
}

// "7fffe010+2,4010": addresses of words, and how many more follow each.
std::string words_to_string(const std::vector<std::uint64_t>& words) {
  constexpr std::uint64_t kWord = 8;
  std::string text;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t more = 0;
    while (i + more + 1 < words.size() && words[i + more + 1] == words[i + more] + kWord) ++more;
    text += fmt::format("{}{:x}", text.empty() ? "" : ",", words[i]);
    if (more > 0) text += fmt::format("+{}", more);
    i += more + 1;
  }
  return text;
}

}  // namespace

std::vector<std::uint64_t> words_from_string(const std::string& text) {
  constexpr std::uint64_t kWord = 8;
  std::vector<std::uint64_t> words;
  const char* at = text.c_str();
  while (true) {
    char* end = nullptr;
    std::uint64_t word = std::strtoull(at, &end, 16);
    bool is_good = end != at;
    std::uint64_t more = 0;
    if (*end == '+') {
      at = end + 1;
      more = std::strtoull(at, &end, 10);
      is_good = is_good && end != at;
    }
    if (!is_good || (*end != ',' && *end != '\0') ||
        more >= channel::kMaxWatched - std::min<std::size_t>(words.size(), channel::kMaxWatched)) {
      throw UserError(fmt::format("--watch: '{}' is not a list of addresses, as a report gives it",
                                  printable(text)));
    }
    for (std::uint64_t i = 0; i <= more; ++i, word += kWord) words.push_back(word);
    if (*end == '\0') return words;
    at = end + 1;
  }
}

namespace {

// "skein replay FILE -D N=3"
std::string command_for(const char* command, const ProgramSettings& settings,
                        const OptionValues& options) {
  std::string text = fmt::format("skein {} {}", command, quoted(settings.file));
  if (const std::string only = single_body(); !only.empty()) {
    text.insert(0, "SKEIN_CHECK=" + quoted(only) + " ");
  }
  for (const std::string& file : settings.more_files) text += " " + quoted(file);
  for (const auto& [name, value] : settings.defines) {
    text += " -D " + quoted(value.empty() ? name : fmt::format("{}={}", name, value));
  }
  for (const auto& [name, value] : options) {
    text += " --" + name;
    if (value != "true") text += "=" + quoted(value);
  }
  return text;
}

std::string with_arguments(std::string text, const ProgramSettings& settings) {
  if (!settings.arguments.empty()) text += " --";
  for (const std::string& argument : settings.arguments) text += " " + quoted(argument);
  return text;
}

}  // namespace

std::string replay_command(const ProgramSettings& settings, const Counterexample& counterexample) {
  std::string text = command_for("replay", settings, options_for(settings, counterexample));
  if (!counterexample.watched.empty())
    text += " --watch=" + words_to_string(counterexample.watched);
  return with_arguments(text + " --schedule " + quoted(counterexample.schedule), settings);
}

std::string check_command(const ProgramSettings& settings, const ExplorerSettings& explorer,
                          const std::string& more) {
  OptionValues options = settings.schedule_options;
  std::erase_if(options, [](const auto& option) {
    return option.first == "max-preemptions" || option.first == "max-switches";
  });
  std::string text = command_for("check", settings, options);
  if (explorer.name) text += " -e " + quoted(*explorer.name);
  if (explorer.k) text += " -k " + quoted(*explorer.k);
  if (!more.empty()) text += " " + more;
  return with_arguments(text, settings);
}

TraceFile make_trace(const ProgramSettings& settings, const std::string& build_id,
                     const Counterexample& counterexample) {
  TraceFile trace;
  trace.skein = SKEIN_VERSION;
  std::error_code error;
  trace.directory = fs::current_path(error).string();
  trace.files = {settings.file};
  trace.files.insert(trace.files.end(), settings.more_files.begin(), settings.more_files.end());
  trace.defines = settings.defines;
  trace.arguments = settings.arguments;
  trace.options = options_for(settings, counterexample);
  trace.check = single_body();
  trace.build_id = build_id;
  trace.watched = counterexample.watched;
  trace.schedule = counterexample.schedule;
  trace.kind = counterexample.kind;
  trace.facts = counterexample.facts;
  trace.message = counterexample.message;
  trace.headline = counterexample.headline;
  const std::vector<Move> moves = schedule_from_string(counterexample.schedule);
  for (std::size_t i = 0; i < counterexample.steps.size(); ++i) {
    const CounterexampleStep& step = counterexample.steps[i];
    trace.steps.push_back({moves.at(i).agent.value, step.kind, step.choice, step.choices,
                           step_sentence(counterexample, step)});
  }
  return trace;
}

std::string write_trace(const ProgramSettings& settings, const Program& program,
                        const std::string& folder_name, const Counterexample& counterexample,
                        std::size_t number) {
  const fs::path folder = folder_name;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw UserError(
        fmt::format("--traces: cannot make '{}': {}", printable(folder.string()), error.message()));
  }
  const std::string build_id = build_id_of(file_that_runs(settings, program));
  const std::string stem = fs::path(settings.file).stem().string();
  const fs::path path = folder / fmt::format("{}-{}{}", stem, number, kExtension);
  const TraceFile trace = make_trace(settings, build_id, counterexample);
  OutputFile(path.string())
      .write(trace_to_text(trace, json_text(counterexample_json(counterexample))));
  return path.string();
}

TraceFile read_trace(const std::string& path) {
  require_readable_file(path);
  try {
    return trace_from_text(read_whole_file(path).value_or(""));
  } catch (const UserError& problem) {
    throw UserError(fmt::format("'{}': {}", printable(path), problem.what()));
  }
}

std::string checkpoint_identity(const ProgramSettings& settings, const Program& program,
                                const Request& request) {
  nlohmann::ordered_json json;
  json["skein"] = SKEIN_VERSION;
  json["files"] = make_trace(settings, "", Counterexample{}).files;
  json["build_id"] = build_id_of(file_that_runs(settings, program));
  json["defines"] = settings.defines;
  json["arguments"] = settings.arguments;
  json["options"] = settings.schedule_options;
  json["explorer"] = request.explorer;
  json["variant"] = request.variant;
  return json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

bool is_trace_file(const std::string& path) { return path.ends_with(kExtension); }

}  // namespace skein::session
