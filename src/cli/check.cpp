// skein check: explores a program and reports.

#include "model/check.hpp"

#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>

#include "cli/choose_explorer.hpp"
#include "cli/commands.hpp"
#include "cli/open_program.hpp"
#include "cli/system.hpp"
#include "explore/exploration.hpp"
#include "findings/auditor.hpp"
#include "findings/schedule.hpp"
#include "report/json.hpp"
#include "report/report.hpp"
#include "report/terminal.hpp"

namespace skein::cli {

namespace {

void print(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

// The live line on a terminal: written over itself, and wiped at the end.
class ProgressLine {
 public:
  explicit ProgressLine(bool is_shown) : is_shown_(is_shown) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;
  ~ProgressLine() { wipe(); }

  void show(const Figures& figures) {
    if (!is_shown_) return;
    // The last column stays free: some terminals would start a new line.
    print(stderr, "\r" + wrapped(progress_line(figures), kWidth - 1).front() + kWipeRest);
    is_dirty_ = true;
  }

  void wipe() {
    if (is_dirty_) print(stderr, std::string("\r") + kWipeRest);
    is_dirty_ = false;
  }

 private:
  static constexpr std::size_t kWidth = 80;
  static constexpr const char* kWipeRest = "\x1b[K";
  bool is_shown_;
  bool is_dirty_ = false;
};

class Check {
 public:
  explicit Check(const Settings& settings) : settings_(settings) {}

  int run() {
    prepare_output();
    try {
      prepare();
      explore();
    } catch (const std::exception& error) {
      report_.error = describe(error);
      write_json();
      throw;
    }
    // The file first: whoever reads the standard output may have gone away. If the file fails, the
    // work is not to be lost for that.
    std::exception_ptr failure;
    try {
      write_json();
    } catch (const UserError&) {
      failure = std::current_exception();
    }
    print_report();
    if (failure) std::rethrow_exception(failure);
    return exit_status_of(verdict_of(report_));
  }

 private:
  // Everything that can be wrong with the request is found before the work begins.
  void prepare_output() {
    report_.version = SKEIN_VERSION;
    report_.request.file = settings_.file;
    report_.request.params = settings_.defines;
    if (!settings_.json) return;
    if (is_same_file(*settings_.json, settings_.file)) {
      throw UserError("--json: '" + *settings_.json + "' is the program itself");
    }
    json_.emplace(*settings_.json);
  }

  void prepare() {
    choice_ = choose_explorer(settings_);
    report_.request.explorer = choice_.info->name;
    report_.request.variant = choice_.variant;
    report_.request.is_sampling = choice_.info->is_sampling;
    report_.request.bounds = choice_.options.bounds;
    report_.request.budget = budget_of(settings_);
    machine_ = open_program(settings_.file, settings_.defines);
  }

  void explore() {
    const std::unique_ptr<Explorer> explorer = choice_.info->make(choice_.options);
    Auditor auditor(choice_.is_optimal());
    ProgressLine progress(!settings_.quiet && is_terminal(STDERR_FILENO));
    Environment environment;
    environment.seconds = monotonic_seconds;
    environment.memory_kb = resident_kb;
    environment.interrupt = &interrupt_flag();
    environment.progress = [&](const Figures& figures) { progress.show(figures); };
    environment.on_bug = [&](const Run& run) { report_.findings.add(run); };
    if (settings_.paranoid) {
      environment.on_run = [&](const Plan& plan, const Run& run) { auditor.examine(plan, run); };
    }
    catch_interrupts();
    skein::explore(*explorer, *machine_, report_.request.budget, environment, report_.figures);
    report_.figures.peak_memory_kb = peak_resident_kb();
    if (settings_.paranoid) auditor.examine_total(*explorer);
  }

  static std::string describe(const std::exception& error) {
    std::string text = error.what();
    if (const auto* with_plan = dynamic_cast<const ExplorationError*>(&error)) {
      text += " (after the plan " + plan_to_string(with_plan->plan()) + ")";
    }
    return text;
  }

  void write_json() {
    if (json_) json_->write(json_text(to_json(report_, machine_.get())));
  }

  void print_report() const {
    Style style;
    style.has_colour = !settings_.no_color && wants_colour();
    // The standard output is the JSON's when that was asked for.
    std::FILE* stream = json_ && json_->is_standard_output() ? stderr : stdout;
    if (stream == stderr) style.has_colour = false;
    print(stream, settings_.quiet ? verdict_line(report_, style)
                                  : terminal_report(report_, *machine_, style));
  }

  const Settings& settings_;
  Report report_;
  std::optional<OutputFile> json_;
  Choice choice_;
  std::unique_ptr<Machine> machine_;
};

}  // namespace

int check(const Settings& settings) { return Check(settings).run(); }

void write_error_json(const Settings& settings, const std::string& message) noexcept {
  if (!settings.json) return;
  try {
    Report report;
    report.version = SKEIN_VERSION;
    report.request.file = settings.file;
    report.request.params = settings.defines;
    report.error = message;
    OutputFile(*settings.json).write(json_text(to_json(report, nullptr)));
  } catch (const std::exception&) {
    // The user learns of the first error; that its report cannot be written either adds nothing.
    return;
  }
}

}  // namespace skein::cli
