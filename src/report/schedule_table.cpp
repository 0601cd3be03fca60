// SPDX-License-Identifier: Apache-2.0
#include "report/schedule_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/places.hpp"

namespace skein {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kNumberWidth = 5;
constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowestPitch = 10;   // from one column to the next
constexpr std::size_t kNarrowestColumn = 24;  // of the last one, which has the least room
constexpr std::size_t kWidestName = 20;

class Table {
 public:
  Table(const Counterexample& counterexample, const Style& style)
      : result_(counterexample), style_(style) {
    // Agents without a step need no column.
    columns_.resize(counterexample.agents.size());
    for (const CounterexampleStep& step : counterexample.steps) columns_[step.agent].is_used = true;
    std::size_t used = 0;
    for (std::size_t a = 0; a < columns_.size(); ++a) {
      columns_[a].name = printable(counterexample.agents[a]);
      if (!columns_[a].is_used) continue;
      columns_[a].number = used++;
      name_width_ = std::max(name_width_, columns_of(columns_[a].name));
    }
    const std::size_t room = style.width - kIndent - kNumberWidth - kGap;
    has_columns_ = used <= 1 || room >= kNarrowestColumn + (used - 1) * kNarrowestPitch;
    if (has_columns_ && used > 1) {
      const std::size_t widest = (room - kNarrowestColumn) / (used - 1);
      pitch_ = std::clamp(name_width_ + kGap, kNarrowestPitch, widest);
    }
    last_ = used - 1;
    name_width_ = std::min(name_width_, kWidestName);
    has_one_file_ = std::all_of(counterexample.steps.begin(), counterexample.steps.end(),
                                [&](const CounterexampleStep& step) {
                                  const std::string file = own_place(step.place, step.stack).file;
                                  if (file_.empty()) file_ = file;
                                  return file.empty() || file == file_;
                                });
  }

  std::string print() {
    print_heading();
    const std::size_t count = result_.steps.size();
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
  struct Column {
    std::string name;
    std::size_t number = 0;
    bool is_used = false;
  };

  // The lines of a step's cell. The detail begins a new line unless everything fits on one.
  [[nodiscard]] std::vector<std::string> cell(const CounterexampleStep& step,
                                              std::size_t width) const {
    const Place own = own_place(step.place, step.stack);
    std::string place;
    if (!has_one_file_ && !own.file.empty()) place += printable(own.file) + ":";
    if (own.line != 0) place += std::to_string(own.line) + ": ";
    auto [what, detail] = step_text(step);
    std::string text = place + printable(what);
    detail = printable(detail);
    if (detail.empty()) return wrapped(text, width);
    if (columns_of(text) + 1 + columns_of(detail) <= width) return {text + " " + detail};
    std::vector<std::string> lines = wrapped(text, width);
    for (std::string& line : wrapped(detail, width)) lines.push_back(std::move(line));
    return lines;
  }

  void print_heading() {
    std::string line(kIndent, ' ');
    line += padded("step", kNumberWidth + kGap);
    std::string rest;  // names that are wider than their column
    if (has_columns_) {
      for (const Column& column : columns_) {
        if (!column.is_used) continue;
        const std::size_t left = kIndent + kNumberWidth + kGap + column.number * pitch_;
        line = padded(std::move(line), left);
        const bool is_last = column.number == last_;
        const std::vector<std::string> parts =
            wrapped(column.name, is_last ? style_.width - left : pitch_ - 1);
        line += parts.front();
        if (parts.size() > 1) rest = padded(std::move(rest), left) + parts[1];
      }
    }
    end_line(std::move(line), Mark::Heading);
    if (!rest.empty()) end_line(std::move(rest), Mark::Heading);
  }

  void print_step(std::size_t index) {
    const CounterexampleStep& step = result_.steps[index];
    const Column& column = columns_[step.agent];
    const std::size_t left =
        has_columns_ ? kGap + column.number * pitch_ : kGap + name_width_ + kGap;
    const std::size_t width = style_.width - kIndent - kNumberWidth - left;
    const std::vector<std::string> lines = cell(step, width);
    const Mark mark = result_.fatal == index     ? Mark::Fatal
                      : result_.lost_at == index ? Mark::Lost
                                                 : Mark::None;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string line(kIndent, ' ');
      line += i == 0 ? fmt::format("{:>4} ", index + 1) : std::string(kNumberWidth, ' ');
      if (i == 0 && !has_columns_) {
        line.append(kGap, ' ');
        line += padded(wrapped(column.name, name_width_).front(), name_width_ + kGap);
      } else {
        line.append(left, ' ');
      }
      line += lines[i];
      end_line(std::move(line), mark);
    }
    if (result_.lost_at == index && result_.fatal != index) {
      print_note("^ from here on no schedule avoids this bug", Mark::Lost);
    }
    if (result_.fatal == index) print_note("^ " + printable(result_.brief), Mark::Fatal);
  }

  enum class Mark : std::uint8_t { None, Heading, Lost, Fatal };

  void print_note(const std::string& note, Mark mark) {
    for (const std::string& part : wrapped(note, style_.width - kIndent - kNumberWidth - kGap)) {
      end_line(std::string(kIndent + kNumberWidth + kGap, ' ') + part, mark);
    }
  }

  void end_line(std::string line, Mark mark) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    switch (mark) {
      case Mark::None: text_ += line; break;
      case Mark::Heading: text_ += style_.bold(line); break;
      case Mark::Lost: text_ += style_.yellow(line); break;
      case Mark::Fatal: text_ += style_.red(line); break;
    }
    text_ += '\n';
  }

  const Counterexample& result_;
  const Style& style_;
  std::vector<Column> columns_;  // one for each agent
  std::size_t pitch_ = 0;        // from the left edge of a column to that of the next
  std::size_t last_ = 0;         // number of the last column
  bool has_columns_ = false;
  std::size_t name_width_ = 0;
  std::string file_;
  bool has_one_file_ = true;
  std::string text_;
};

}  // namespace

std::string action_text(const CounterexampleStep& step) {
  std::string text = step.operation;
  if (step.read && step.written) {
    text += fmt::format(" {} -> {}", *step.read, *step.written);
  } else if (step.read || step.written) {
    text += fmt::format(" = {}", step.read ? *step.read : *step.written);
    if (step.kind == OpKind::AtomicRmw) text += ", unchanged";
  }
  if (!step.outcome.empty()) text += " " + step.outcome;
  return text;
}

StepText step_text(const CounterexampleStep& step) {
  std::string action = action_text(step);
  const bool is_own_life = step.kind == OpKind::ThreadStart || step.kind == OpKind::ThreadExit;
  const std::string line = own_place(step.place, step.stack).text;
  if (is_own_life || line.empty() || line == action) return {std::move(action), ""};
  return {line, "[" + action + "]"};
}

std::string schedule_table(const Counterexample& counterexample, const Style& style) {
  return Table(counterexample, style).print();
}

}  // namespace skein
