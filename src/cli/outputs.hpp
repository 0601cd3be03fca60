// SPDX-License-Identifier: Apache-2.0
// The files that a report goes to, one for each requested form.
//
// All are opened before the work begins, so that a bad path is reported at once, and all are
// written at the end, whatever the end is: a bug, no bug, an interrupt, an error.
#pragma once

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "session/os/emergency_report.hpp"
#include "session/os/files.hpp"
#include "session/settings.hpp"

namespace skein::cli {

class Outputs {
 public:
  // Opens the files that the settings name. Throws UserError: a path that cannot be written, the
  // program itself, one file for two forms.
  void open(const session::OutputSettings& settings, const session::ProgramSettings& program);

  // Writes the report in every form. If one form fails, the others are still written before
  // UserError is thrown. `json`, if given, is the report as JSON, for a command with more to report
  // than to_json.
  void write(const Report& report, const nlohmann::ordered_json* json = nullptr);

  // The forms of the report as texts, for the emergency report.
  [[nodiscard]] std::vector<session::EmergencyText> texts(
      const Report& report, const nlohmann::ordered_json* json = nullptr) const;

  // Whether one of the forms goes to the standard output.
  [[nodiscard]] bool use_standard_output() const;

 private:
  struct Output {
    std::size_t form;  // index in the table of forms
    std::unique_ptr<session::OutputFile> file;
  };
  std::vector<Output> outputs_;
};

// For a command line with errors: finds the outputs that it names nevertheless.
void find_outputs(int argc, char** argv, session::OutputSettings& settings);

// For errors before or outside a subcommand's work: every output gets a report with the verdict
// "error".
void write_error_reports(const session::OutputSettings& settings,
                         const session::ProgramSettings& program,
                         const std::string& message) noexcept;

}  // namespace skein::cli
