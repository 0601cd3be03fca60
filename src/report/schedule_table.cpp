#include "report/schedule_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "findings/wait_for.hpp"
#include "report/step_text.hpp"

namespace skein {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kNumberWidth = 5;
constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowestColumn = 16;
constexpr std::size_t kWidestName = 20;

class Table {
 public:
  Table(const Finding& finding, const Machine& machine, const Style& style)
      : finding_(finding), machine_(machine), style_(style) {
    for (const Step& step : finding.steps) agents_.push_back(step.agent);
    std::sort(agents_.begin(), agents_.end());
    agents_.erase(std::unique(agents_.begin(), agents_.end()), agents_.end());
    const std::size_t room = style.width - kIndent - kNumberWidth;
    has_columns_ = agents_.size() * (kNarrowestColumn + kGap) <= room;
    if (has_columns_) column_ = room / std::max<std::size_t>(agents_.size(), 1) - kGap;
    for (const AgentId agent : agents_) {
      name_width_ = std::max(name_width_, columns_of(agent_name(agent)));
    }
    name_width_ = std::min(name_width_, kWidestName);
    has_one_file_ = std::all_of(finding.steps.begin(), finding.steps.end(), [&](const Step& step) {
      const std::string file = site_parts(step.site, machine_).file;
      if (file_.empty()) file_ = file;
      return file.empty() || file == file_;
    });
  }

  std::string print() {
    print_heading();
    const std::size_t count = finding_.steps.size();
    const std::size_t head = count <= kMostStepsShown ? count : kMostStepsShown / 2;
    for (std::size_t i = 0; i < head; ++i) print_step(i);
    if (head < count) {
      const std::size_t left_out = count - kMostStepsShown;
      text_ += fmt::format("{:{}}... {} left out; --json writes all of them\n", "", kIndent,
                           counted(left_out, "step"));
      for (std::size_t i = head + left_out; i < count; ++i) print_step(i);
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string agent_name(AgentId agent) const {
    return printable(machine_.agent_name(agent));
  }

  [[nodiscard]] bool is_fatal(std::size_t index) const {
    return !finding_.is_deadlock && finding_.violation.step == StepIndex{index};
  }

  // The lines of a step's cell. The detail begins a new line unless everything fits on one.
  [[nodiscard]] std::vector<std::string> cell(const Step& step, std::size_t width) const {
    const SiteParts site = site_parts(step.site, machine_);
    std::string place;
    if (!has_one_file_ && !site.file.empty()) place += site.file + ":";
    if (!site.line.empty()) place += site.line + ": ";
    const auto [what, detail] = step_text(step, machine_);
    std::string text = place + what;
    if (detail.empty()) return wrapped(text, width);
    if (columns_of(text) + 1 + columns_of(detail) <= width) return {text + " " + detail};
    std::vector<std::string> lines = wrapped(text, width);
    for (std::string& line : wrapped(detail, width)) lines.push_back(std::move(line));
    return lines;
  }

  void print_heading() {
    std::string line(kIndent, ' ');
    line += padded("step", kNumberWidth);
    if (has_columns_) {
      for (const AgentId agent : agents_) {
        line.append(kGap, ' ');
        line += padded(wrapped(agent_name(agent), column_).front(), column_);
      }
    }
    end_line(std::move(line), false);
  }

  void print_step(std::size_t index) {
    const Step& step = finding_.steps[index];
    const auto position = std::lower_bound(agents_.begin(), agents_.end(), step.agent);
    const auto column = static_cast<std::size_t>(position - agents_.begin());
    const std::size_t left =
        has_columns_ ? kGap + column * (column_ + kGap) : kGap + name_width_ + kGap;
    const std::size_t width = has_columns_ ? column_ : style_.width - kIndent - kNumberWidth - left;
    const std::vector<std::string> lines = cell(step, width);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string line(kIndent, ' ');
      line += i == 0 ? fmt::format("{:>4} ", index + 1) : std::string(kNumberWidth, ' ');
      if (i == 0 && !has_columns_) {
        line.append(kGap, ' ');
        line += padded(wrapped(agent_name(step.agent), name_width_).front(), name_width_ + kGap);
      } else {
        line.append(left, ' ');
      }
      line += lines[i];
      end_line(std::move(line), is_fatal(index));
    }
    if (is_fatal(index)) {
      const std::string mark = "^ " + headline_of(finding_, machine_);
      for (const std::string& part : wrapped(mark, style_.width - kIndent - kNumberWidth - kGap)) {
        end_line(std::string(kIndent + kNumberWidth + kGap, ' ') + part, true);
      }
    }
  }

  void end_line(std::string line, bool is_marked) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text_ += is_marked ? style_.red(line) : line;
    text_ += '\n';
  }

  const Finding& finding_;
  const Machine& machine_;
  const Style& style_;
  std::vector<AgentId> agents_;  // that took a step, sorted
  std::size_t column_ = 0;
  bool has_columns_ = false;
  std::size_t name_width_ = 0;
  std::string file_;
  bool has_one_file_ = true;
  std::string text_;
};

}  // namespace

std::string headline_of(const Finding& finding, const Machine& machine) {
  std::string text = printable(message_of(finding, machine));
  if (finding.is_deadlock) {
    const std::vector<AgentId> cycle = wait_cycle(waits_of(finding, machine));
    if (cycle.size() < 2) return "deadlock: " + text;
    text.clear();
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      if (i > 0) text += i + 1 == cycle.size() ? " and " : ", ";
      text += printable(machine.agent_name(cycle[i]));
    }
    return "deadlock: " + text + " wait for each other";
  }
  const SiteParts site = site_parts(finding.violation.site, machine);
  const std::string place = site.file + ":" + site.line + ": ";
  if (!site.file.empty() && text.starts_with(place)) text.erase(0, place.size());
  return text;
}

std::string schedule_table(const Finding& finding, const Machine& machine, const Style& style) {
  return Table(finding, machine, style).print();
}

}  // namespace skein
