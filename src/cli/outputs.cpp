// SPDX-License-Identifier: Apache-2.0
#include "cli/outputs.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <string_view>

#include "core/ensure.hpp"
#include "report/formats/html.hpp"
#include "report/formats/json.hpp"
#include "report/formats/junit.hpp"
#include "report/formats/sarif.hpp"

namespace skein::cli {

namespace {

using session::OutputFile;
using session::OutputSettings;
using session::ProgramSettings;

struct Form {
  std::string_view option;
  std::optional<std::string> OutputSettings::*path;
  std::string (*text)(const Report& report, const nlohmann::ordered_json& json);
};

constexpr std::array kForms{
    Form{"--html", &OutputSettings::html, to_html},
    Form{"--json", &OutputSettings::json,
         [](const Report&, const nlohmann::ordered_json& json) { return json_text(json); }},
    Form{"--junit", &OutputSettings::junit,
         [](const Report& report, const nlohmann::ordered_json&) { return to_junit(report); }},
    Form{"--sarif", &OutputSettings::sarif,
         [](const Report& report, const nlohmann::ordered_json&) {
           return json_text(to_sarif(report));
         }},
};

void require_not_the_program(const Form& form, const std::string& path,
                             const ProgramSettings& program) {
  const auto is_path = [&](const std::string& file) { return session::is_same_file(path, file); };
  if (is_path(program.file) ||
      std::any_of(program.more_files.begin(), program.more_files.end(), is_path)) {
    throw UserError(std::string(form.option) + ": '" + path + "' is the program itself");
  }
}

// Two reports in one file would both be unreadable. (/dev/null takes any number.)
bool is_one_place(const OutputFile& a, const OutputFile& b) {
  if (a.is_standard_output() && b.is_standard_output()) return true;
  std::error_code error;
  return std::filesystem::is_regular_file(a.path(), error) &&
         session::is_same_file(a.path(), b.path());
}

}  // namespace

void Outputs::open(const OutputSettings& settings, const ProgramSettings& program) {
  for (std::size_t i = 0; i < kForms.size(); ++i) {
    const std::optional<std::string>& path = settings.*kForms[i].path;
    if (!path) continue;
    require_not_the_program(kForms[i], *path, program);
    auto file = std::make_unique<OutputFile>(*path);
    for (const Output& other : outputs_) {
      if (!is_one_place(*file, *other.file)) continue;
      throw UserError(std::string(kForms[other.form].option) + " and " +
                      std::string(kForms[i].option) + " both write to '" + *path + "'");
    }
    outputs_.push_back({i, std::move(file)});
  }
}

void Outputs::write(const Report& report, const nlohmann::ordered_json* json) {
  if (outputs_.empty()) return;
  nlohmann::ordered_json made;
  if (json == nullptr) made = to_json(report);
  std::exception_ptr failure;
  for (const Output& output : outputs_) {
    try {
      output.file->write(kForms[output.form].text(report, json == nullptr ? made : *json));
    } catch (const UserError&) {
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

std::vector<session::EmergencyText> Outputs::texts(const Report& report,
                                                   const nlohmann::ordered_json* json) const {
  std::vector<session::EmergencyText> result;
  if (outputs_.empty()) return result;
  nlohmann::ordered_json made;
  if (json == nullptr) made = to_json(report);
  for (const Output& output : outputs_) {
    result.push_back({output.file->descriptor(), !output.file->is_standard_output(),
                      kForms[output.form].text(report, json == nullptr ? made : *json)});
  }
  return result;
}

bool Outputs::use_standard_output() const {
  return std::any_of(outputs_.begin(), outputs_.end(),
                     [](const Output& output) { return output.file->is_standard_output(); });
}

void find_outputs(int argc, char** argv, OutputSettings& settings) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    for (const Form& form : kForms) {
      if (argument == form.option && i + 1 < argc) settings.*form.path = argv[i + 1];
      if (argument.starts_with(form.option) &&
          argument.substr(form.option.size()).starts_with('=')) {
        settings.*form.path = std::string(argument.substr(form.option.size() + 1));
      }
    }
  }
}

void write_error_reports(const OutputSettings& settings, const ProgramSettings& program,
                         const std::string& message) noexcept {
  try {
    Report report;
    report.version = SKEIN_VERSION;
    report.request.file = program.file;
    report.request.params = program.defines;
    report.request.arguments = program.arguments;
    report.request.command = program.command;
    report.error = message;
    Outputs outputs;
    outputs.open(settings, program);
    outputs.write(report);
  } catch (const std::exception&) {
    // The user learns of the first error; a second one, about writing its report, adds nothing.
    return;
  }
}

}  // namespace skein::cli
