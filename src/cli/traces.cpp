// SPDX-License-Identifier: Apache-2.0
#include "cli/traces.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/check.hpp"
#include "findings/schedule.hpp"
#include "report/account_json.hpp"
#include "report/json.hpp"
#include "report/schedule_table.hpp"
#include "report/text.hpp"
#include "session/os/files.hpp"
#include "session/program/build_id.hpp"

namespace skein::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".skein-trace";

// As a shell needs it.
std::string quoted(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:=,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// Of a test program only one body runs: skein::check says which.
std::string only_check() {
  const char* only = std::getenv("SKEIN_CHECK");
  return only != nullptr ? only : "";
}

std::string step_sentence(const Account& account, const AccountStep& step) {
  std::string text = account.agents[step.agent] + ": " + step.operation;
  if (step.place.line != 0) text += fmt::format(" at {}:{}", step.place.file, step.place.line);
  return text;
}

}  // namespace

std::string file_that_runs(const Settings& settings, const Program& program) {
  return program.native ? program.native->program : settings.file;
}

namespace {

// A schedule that was cut is followed no further than it goes.
OptionValues options_for(const Settings& settings, const Account& account) {
  if (!account.is_cut || settings.max_steps) return schedule_options(settings);
  Settings cut = settings;
  cut.max_steps = account.length;
  return schedule_options(cut);
}

}  // namespace

std::string replay_command(const Settings& settings, const Account& account) {
  std::string text = "skein replay " + quoted(settings.file);
  if (const std::string only = only_check(); !only.empty()) {
    text.insert(0, "SKEIN_CHECK=" + quoted(only) + " ");
  }
  for (const std::string& file : settings.more_files) text += " " + quoted(file);
  for (const auto& [name, value] : settings.defines) {
    text += " -D " + quoted(value.empty() ? name : fmt::format("{}={}", name, value));
  }
  for (const auto& [name, value] : options_for(settings, account)) {
    text += " --" + name;
    if (value != "true") text += "=" + quoted(value);
  }
  std::string words;
  for (const std::uint64_t word : account.watched) words += fmt::format(",{:#x}", word);
  if (!words.empty()) text += " --watch=" + words.substr(1);
  text += " --schedule " + quoted(account.schedule);
  if (!settings.arguments.empty()) text += " --";
  for (const std::string& argument : settings.arguments) text += " " + quoted(argument);
  return text;
}

TraceFile make_trace(const Settings& settings, const std::string& build_id,
                     const Account& account) {
  TraceFile trace;
  trace.skein = SKEIN_VERSION;
  std::error_code error;
  trace.directory = fs::current_path(error).string();
  trace.files = {settings.file};
  trace.files.insert(trace.files.end(), settings.more_files.begin(), settings.more_files.end());
  trace.defines = settings.defines;
  trace.arguments = settings.arguments;
  trace.options = options_for(settings, account);
  trace.check = only_check();
  trace.build_id = build_id;
  trace.watched = account.watched;
  trace.schedule = account.schedule;
  trace.kind = account.kind;
  trace.message = account.message;
  trace.headline = account.headline;
  const std::vector<Move> moves = schedule_from_string(account.schedule);
  for (std::size_t i = 0; i < account.steps.size(); ++i) {
    const AccountStep& step = account.steps[i];
    trace.steps.push_back({moves.at(i).agent.value, step.kind, step.choice, step.choices,
                           step_sentence(account, step)});
  }
  return trace;
}

std::string write_trace(const Settings& settings, const Program& program, const Account& account,
                        std::size_t number) {
  const fs::path folder = settings.traces.value_or(".");
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw UserError(
        fmt::format("--traces: cannot make '{}': {}", printable(folder.string()), error.message()));
  }
  const std::string build_id = build_id_of(file_that_runs(settings, program));
  const std::string stem = fs::path(settings.file).stem().string();
  const fs::path path = folder / fmt::format("{}-{}{}", stem, number, kExtension);
  const TraceFile trace = make_trace(settings, build_id, account);
  OutputFile(path.string()).write(trace_to_text(trace, json_text(account_json(account))));
  return path.string();
}

void write_traces(const Settings& settings, const Program& program,
                  const std::vector<Account>& accounts) {
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    write_trace(settings, program, accounts[i], i + 1);
  }
}

TraceFile read_trace(const std::string& path) {
  require_readable_file(path);
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  try {
    return trace_from_text(text);
  } catch (const UserError& problem) {
    throw UserError(fmt::format("'{}': {}", printable(path), problem.what()));
  }
}

void apply_trace(const TraceFile& trace, Settings& settings) {
  if (!settings.defines.empty() || !settings.arguments.empty() || settings.schedule ||
      !schedule_options(settings).empty()) {
    throw UserError(
        "a trace says itself how the program is run: of the options that change that, none can be "
        "given with it, nor arguments");
  }
  if (settings.more_files.empty()) {
    settings.file = trace.files.front();
    settings.more_files.assign(trace.files.begin() + 1, trace.files.end());
    // The trace may be replayed from elsewhere. What the program prints and opens may depend on
    // where it runs.
    std::error_code error;
    if (!fs::exists(settings.file, error) &&
        fs::exists(fs::path(trace.directory) / settings.file, error)) {
      fs::current_path(trace.directory, error);
    }
  } else {
    settings.file = settings.more_files.front();
    settings.more_files.erase(settings.more_files.begin());
  }
  if (!trace.check.empty()) ::setenv("SKEIN_CHECK", trace.check.c_str(), 1);
  settings.defines = trace.defines;
  settings.arguments = trace.arguments;
  settings.schedule = trace.schedule;
  for (const auto& [name, value] : trace.options) set_schedule_option(settings, name, value);
}

std::string checkpoint_identity(const Settings& settings, const Program& program,
                                const Request& request) {
  nlohmann::ordered_json json;
  json["skein"] = SKEIN_VERSION;
  json["files"] = make_trace(settings, "", Account{}).files;
  json["build_id"] = build_id_of(file_that_runs(settings, program));
  json["defines"] = settings.defines;
  json["arguments"] = settings.arguments;
  json["options"] = schedule_options(settings);
  json["explorer"] = request.explorer;
  json["variant"] = request.variant;
  return json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

bool is_trace_file(const std::string& path) { return path.ends_with(kExtension); }

}  // namespace skein::cli
