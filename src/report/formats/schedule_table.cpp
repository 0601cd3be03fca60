// SPDX-License-Identifier: Apache-2.0
#include "report/formats/schedule_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "machine/own_code.hpp"
#include "report/formats/schedule_rows.hpp"
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
    has_one_file_ = std::all_of(counterexample.steps.begin(), counterexample.steps.end(),
                                [&](const CounterexampleStep& step) {
                                  const Place own = own_place(step.place, step.stack);
                                  const std::string file = is_of_library(own) ? "" : own.file;
                                  if (file_.empty()) file_ = file;
                                  return file.empty() || file == file_;
                                });
    // Agents without a step need no column.
    columns_.resize(counterexample.agents.size());
    for (const CounterexampleStep& step : counterexample.steps) columns_[step.agent].is_used = true;
    std::size_t used = 0;
    for (std::size_t a = 0; a < columns_.size(); ++a) {
      columns_[a].name = short_name(printable(counterexample.agents[a]));
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
  }

  std::string print(std::size_t most_lines) {
    print_heading();
    const std::size_t after = steps_after_failure(result_);
    if (most_lines != 0) {
      constexpr std::size_t kLeast = 6;
      const auto others = static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n')) +
                          (after > 0 ? 1 : 0);
      most_lines = std::max(kLeast, most_lines - std::min(most_lines, others));
    }
    const std::vector<ScheduleRow> rows =
        schedule_rows(result_, most_lines, [this](const ScheduleRow& row) {
          return cell(row, width_of(row)).size() + notes_of(row).size();
        });
    std::size_t left_out = 0;
    for (const ScheduleRow& row : rows) {
      if (row.is_left_out) {
        if (!row.access) left_out += row.last - row.first + 1;
        continue;
      }
      print_left_out(left_out);
      left_out = 0;
      print_row(row);
    }
    print_left_out(left_out);
    if (after > 0) {
      text_ += fmt::format("{:{}}(and {} to the end of this run)\n", "",
                           kIndent + kNumberWidth + kGap, counted(after, "step"));
    }
    return std::move(text_);
  }

 private:
  struct Column {
    std::string name;
    std::size_t number = 0;
    bool is_used = false;
  };

  // "lambda:12(1)" of "lambda@queue.cpp:12(1)", if there is only one file.
  [[nodiscard]] std::string short_name(std::string name) const {
    const std::string where = "@" + printable(file_) + ":";
    const std::size_t at = name.find(where);
    if (has_one_file_ && !file_.empty() && at != std::string::npos) {
      name.replace(at, where.size(), ":");
    }
    return name;
  }

  void print_left_out(std::size_t steps) {
    if (steps == 0) return;
    text_ += fmt::format("{:{}}... {} left out; -v shows all\n", "", kIndent + kNumberWidth + kGap,
                         counted(steps, "step"));
  }

  [[nodiscard]] std::size_t left_of(const ScheduleRow& row) const {
    const Column& column = columns_[result_.steps[row.last].agent];
    return has_columns_ ? kGap + column.number * pitch_ : kGap + name_width_ + kGap;
  }
  [[nodiscard]] std::size_t width_of(const ScheduleRow& row) const {
    return style_.width - kIndent - kNumberWidth - left_of(row);
  }

  // The lines of a row's cell. The detail begins a new line unless everything fits on one.
  [[nodiscard]] std::vector<std::string> cell(const ScheduleRow& row, std::size_t width) const {
    const CounterexampleStep& step = result_.steps[row.first];
    // A thread that ends has left the code on its stack.
    Place own = step.kind == OpKind::ThreadExit ? step.place : own_place(step.place, step.stack);
    auto [what, detail] = step_text(step);
    if (row.access) {
      const CounterexampleAccess& access = result_.accesses[*row.access];
      own = access.stack.front();
      what = own.text;
      detail = "[" + access.what + "]";
    } else if (row.first != row.last) {
      detail = "[" + action_text(step);
      constexpr std::size_t kMostNamed = 2;
      for (std::size_t i = row.first + 1; i <= row.last; ++i) {
        if (i - row.first < kMostNamed) {
          detail += "; " + action_text(result_.steps[i]);
        } else {
          detail += fmt::format("; {} more", row.last - i + 1);
          break;
        }
      }
      detail += "]";
    }
    std::string place;
    if (!has_one_file_ && !own.file.empty()) place += printable(own.file) + ":";
    if (own.line != 0) place += std::to_string(own.line) + ": ";
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

  enum class Mark : std::uint8_t { None, Heading, Lost, Fatal };

  struct Note {
    std::string line;
    Mark mark;
  };

  // The accesses of a race that the row shows: the step itself, or a row of its own.
  [[nodiscard]] bool shows_access(const ScheduleRow& row, std::size_t number) const {
    if (row.access) return row.access == number;
    const CounterexampleAccess& access = result_.accesses[number];
    return access.step == row.last && is_step_itself(result_, access);
  }

  // A race is complete with its later access, which has a row of its own if it is in the local code
  // of its step.
  [[nodiscard]] bool shows_failure(const ScheduleRow& row) const {
    if (result_.accesses.empty() || !result_.accesses.back().step) {
      return result_.fatal == row.last;
    }
    return shows_access(row, result_.accesses.size() - 1);
  }

  [[nodiscard]] Mark mark_of(const ScheduleRow& row) const {
    if (shows_failure(row)) return Mark::Fatal;
    for (std::size_t i = 0; i < result_.accesses.size(); ++i) {
      if (shows_access(row, i)) return Mark::Fatal;
    }
    return !row.access && result_.lost_at == row.last ? Mark::Lost : Mark::None;
  }

  [[nodiscard]] std::vector<Note> notes_of(const ScheduleRow& row) const {
    std::vector<Note> notes;
    const auto add = [&](const std::string& note, Mark mark) {
      for (std::string& part : wrapped(note, style_.width - kIndent - kNumberWidth - kGap)) {
        notes.push_back({std::move(part), mark});
      }
    };
    const bool is_fatal = shows_failure(row);
    if (!row.access && result_.lost_at == row.last && !is_fatal) {
      add("^ from here on no schedule avoids this bug", Mark::Lost);
    }
    if (!is_fatal && !result_.accesses.empty() && shows_access(row, 0)) {
      add("^ the first access of the race", Mark::Fatal);
    }
    if (is_fatal) add("^ " + printable(result_.brief), Mark::Fatal);
    return notes;
  }

  void print_row(const ScheduleRow& row) {
    const Column& column = columns_[result_.steps[row.last].agent];
    const std::vector<std::string> lines = cell(row, width_of(row));
    const Mark mark = mark_of(row);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string line(kIndent, ' ');
      line += i == 0 && !row.access ? fmt::format("{:>4} ", row.first + 1)
                                    : std::string(kNumberWidth, ' ');
      if (i == 0 && !has_columns_) {
        line.append(kGap, ' ');
        line += padded(wrapped(column.name, name_width_).front(), name_width_ + kGap);
      } else {
        line.append(left_of(row), ' ');
      }
      line += lines[i];
      end_line(std::move(line), mark);
    }
    for (const Note& note : notes_of(row)) {
      end_line(std::string(kIndent + kNumberWidth + kGap, ' ') + note.line, note.mark);
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
  const auto shown = [](std::int64_t value, const std::string& words) {
    return words.empty() ? std::to_string(value) : words;
  };
  if (step.read && step.written) {
    text += fmt::format(" {} -> {}", shown(*step.read, step.read_text),
                        shown(*step.written, step.written_text));
  } else if (step.read || step.written) {
    text += " = " + (step.read ? shown(*step.read, step.read_text)
                               : shown(*step.written, step.written_text));
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

std::string schedule_table(const Counterexample& counterexample, const Style& style,
                           std::size_t most_lines) {
  return Table(counterexample, style).print(most_lines);
}

}  // namespace skein
