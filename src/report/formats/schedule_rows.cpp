// SPDX-License-Identifier: Apache-2.0
#include "report/formats/schedule_rows.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace skein {

namespace {

// How much a row matters; what matters least is left out first.
enum class Weight : std::uint8_t { Local, Life, Notable, Switch, Always };
constexpr std::array kLeftOut = {Weight::Local, Weight::Life, Weight::Notable, Weight::Switch};

class Rows {
 public:
  Rows(const Counterexample& counterexample,
       const std::function<std::size_t(const ScheduleRow&)>& lines_of)
      : counterexample_(counterexample), lines_of_(lines_of) {
    for (const CounterexampleStep& step : counterexample_.steps) {
      for (const std::size_t cause : step.after) {
        if (counterexample_.steps[cause].agent != step.agent) causes_.insert(cause);
      }
    }
  }

  std::vector<ScheduleRow> make(std::size_t most_lines) {
    add_all();
    if (most_lines == 0) {
      leave_out_middle();
      return std::move(rows_);
    }
    count();
    if (lines_ <= most_lines) return std::move(rows_);
    join();
    count();
    for (const Weight weight : kLeftOut) {
      for (std::size_t i = 0; i < rows_.size() && lines_ > most_lines; ++i) {
        if (weight_of(rows_[i]) == weight) leave_out(i);
      }
    }
    return std::move(rows_);
  }

 private:
  void add_all() {
    const std::size_t shown = counterexample_.steps.size() - steps_after_failure(counterexample_);
    for (std::size_t i = 0; i < shown; ++i) {
      rows_.push_back({i, i, std::nullopt, false});
      for (std::size_t k = 0; k < counterexample_.accesses.size(); ++k) {
        const CounterexampleAccess& access = counterexample_.accesses[k];
        if (access.step != i || is_step_itself(counterexample_, access)) continue;
        rows_.push_back({i, i, k, false});
      }
    }
  }

  [[nodiscard]] bool is_marked(std::size_t step) const {
    if (counterexample_.fatal == step || counterexample_.lost_at == step) return true;
    return std::any_of(counterexample_.accesses.begin(), counterexample_.accesses.end(),
                       [&](const CounterexampleAccess& access) { return access.step == step; });
  }

  void join() {
    std::vector<ScheduleRow> joined;
    for (const ScheduleRow& row : rows_) {
      const bool can_follow =
          !joined.empty() && !row.access && !joined.back().access && !is_marked(row.first) &&
          !is_marked(joined.back().last) &&
          is_same_line(counterexample_.steps[joined.back().last], counterexample_.steps[row.first]);
      if (can_follow) {
        joined.back().last = row.last;
      } else {
        joined.push_back(row);
      }
    }
    rows_ = std::move(joined);
  }

  static bool is_same_line(const CounterexampleStep& a, const CounterexampleStep& b) {
    return a.agent == b.agent && a.place.line != 0 && a.place.line == b.place.line &&
           a.place.path == b.place.path;
  }

  [[nodiscard]] Weight weight_of(const ScheduleRow& row) const {
    if (row.access || row.last + 1 == counterexample_.steps.size()) return Weight::Always;
    bool is_cause = false;
    bool is_life = true;
    for (std::size_t i = row.first; i <= row.last; ++i) {
      if (is_marked(i)) return Weight::Always;
      const OpKind kind = counterexample_.steps[i].kind;
      const bool is_of_life = kind == OpKind::ThreadStart || kind == OpKind::ThreadExit ||
                              kind == OpKind::ThreadCreate || kind == OpKind::ThreadJoin;
      is_cause = is_cause || (causes_.contains(i) && !is_of_life);
      is_life = is_life && is_of_life;
    }
    if (is_life) return Weight::Life;
    const bool is_last_before_switch = row.last + 1 < counterexample_.steps.size() &&
                                       counterexample_.steps[row.last + 1].is_switch;
    if (is_cause && (is_last_before_switch || counterexample_.steps[row.first].is_switch)) {
      return Weight::Switch;
    }
    return is_cause || is_last_before_switch ? Weight::Notable : Weight::Local;
  }

  void count() {
    sizes_.clear();
    lines_ = 0;
    for (const ScheduleRow& row : rows_) {
      sizes_.push_back(lines_of_(row));
      lines_ += sizes_.back();
    }
  }

  // Rows next to each other that are left out are one line. So a single line is not worth leaving
  // out, unless it joins others that are.
  void leave_out(std::size_t i) {
    const auto is_out = [&](std::size_t k) { return k < rows_.size() && rows_[k].is_left_out; };
    const std::size_t neighbours = (i > 0 && is_out(i - 1) ? 1U : 0U) + (is_out(i + 1) ? 1U : 0U);
    // The number of lines for rows left out grows by one, stays, or shrinks by one.
    const std::size_t after = lines_ + 1 - neighbours - sizes_[i];
    if (after > lines_) return;
    rows_[i].is_left_out = true;
    lines_ = after;
  }

  void leave_out_middle() {
    if (rows_.size() <= kMostStepsShown) return;
    for (std::size_t i = kMostStepsShown / 2; i < rows_.size() - kMostStepsShown / 2; ++i) {
      rows_[i].is_left_out = true;
    }
  }

  const Counterexample& counterexample_;
  const std::function<std::size_t(const ScheduleRow&)>& lines_of_;
  std::set<std::size_t> causes_;  // steps that another agent's step comes after immediately
  std::vector<ScheduleRow> rows_;
  std::vector<std::size_t> sizes_;  // the lines of each row
  std::size_t lines_ = 0;           // of all that are shown
};

}  // namespace

bool is_step_itself(const Counterexample& counterexample, const CounterexampleAccess& access) {
  if (!access.step || access.stack.empty()) return true;
  if (access.is_step) return *access.is_step;
  const CounterexampleStep& step = counterexample.steps[*access.step];
  switch (step.kind) {
    case OpKind::PlainLoad:
    case OpKind::PlainStore:
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw: break;
    default: return false;
  }
  return step.place.line == access.stack.front().line && step.agent == access.agent;
}

std::size_t steps_after_failure(const Counterexample& counterexample) {
  if (!counterexample.fatal) return 0;
  return counterexample.steps.size() - *counterexample.fatal - 1;
}

std::vector<ScheduleRow> schedule_rows(
    const Counterexample& counterexample, std::size_t most_lines,
    const std::function<std::size_t(const ScheduleRow&)>& lines_of) {
  return Rows(counterexample, lines_of).make(most_lines);
}

}  // namespace skein
