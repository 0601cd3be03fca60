// SPDX-License-Identifier: Apache-2.0
// A whole session of `skein check`, without the command around it.
#include "session/check/check_session.hpp"

#include <gtest/gtest.h>

#include "core/ensure.hpp"
#include "findings/trace_file.hpp"
#include "session/os/emergency_report.hpp"
#include "session/replay/replay_session.hpp"
#include "session/test_files.hpp"
#include "session/witness/traces.hpp"

namespace skein::session {

namespace {

class CountingObserver final : public Observer {
 public:
  void keep(const PartialReport& partial) override {
    ++kept;
    findings = partial.brief().counterexamples.size();
  }
  void exploration_is_over() override { ++ends; }

  int kept = 0;
  int ends = 0;
  std::size_t findings = 0;
};

CheckSettings settings_for(const std::string& name, const char* model) {
  CheckSettings settings;
  settings.program.file = file_with(name, model);
  return settings;
}

TEST(CheckSession, FillsAReport) {
  const CheckSettings settings = settings_for("deadlock.skein", kDeadlockModel);
  CountingObserver observer;
  CheckSession session(settings, observer);
  session.run();
  const Report& report = session.report();
  EXPECT_EQ(verdict_of(report), Verdict::Bug);
  ASSERT_EQ(report.counterexamples.size(), 1U);
  EXPECT_FALSE(report.counterexamples.front().schedule.empty());
  EXPECT_NE(report.counterexamples.front().replay.find("skein replay"), std::string::npos);
  EXPECT_EQ(observer.ends, 1);
  // The last report that was kept knew of the bug already.
  EXPECT_GE(observer.kept, 2);
  EXPECT_EQ(observer.findings, 1U);
}

TEST(CheckSession, AnErrorIsInTheReportToo) {
  CheckSettings settings = settings_for("error.skein", kDeadlockModel);
  settings.explorer.name = "no such explorer";
  Observer observer;
  CheckSession session(settings, observer);
  EXPECT_THROW(session.run(), UserError);
  EXPECT_NE(session.report().error.find("no such explorer"), std::string::npos);
  EXPECT_EQ(verdict_of(session.report()), Verdict::Error);
}

TEST(CheckSession, ABudgetMakesItIncomplete) {
  CheckSettings settings = settings_for("clean.skein", R"(atomic x = 0
data t = 0
thread a { x = 1 }
thread main {
  t = create a
  x = 2
}
)");
  settings.budget.max_runs = 1;
  Observer observer;
  CheckSession session(settings, observer);
  session.run();
  EXPECT_EQ(session.report().statistics.stop, Stop::Runs);
  EXPECT_EQ(verdict_of(session.report()), Verdict::Incomplete);
}

// The trace that one session writes shows another one the same bug.
TEST(ReplaySession, ShowsTheBugOfATrace) {
  CheckSettings checked = settings_for("traced.skein", kDeadlockModel);
  checked.output.traces = path_of("traces");
  Observer observer;
  CheckSession session(checked, observer);
  session.run();
  const TraceFile trace = read_trace(*checked.output.traces + "/traced-1.skein-trace");

  ReplaySettings settings;
  settings.program = checked.program;
  settings.schedule.schedule = trace.schedule;
  ReplaySession same(settings, trace, observer);
  same.run();
  ASSERT_TRUE(same.report().given_verdict);
  EXPECT_EQ(same.report().given_verdict->verdict, Verdict::Bug);
  ASSERT_EQ(same.report().counterexamples.size(), 1U);
  EXPECT_EQ(same.report().counterexamples.front().schedule, trace.schedule);

  // Of another program the schedule means something else.
  settings.program.file = file_with("other.skein", "thread main { }\n");
  ReplaySession other(settings, trace, observer);
  other.run();
  EXPECT_EQ(other.report().given_verdict->verdict, Verdict::Incomplete);
  disarm_emergency_report();
}

TEST(ReplaySession, SettingsThatDoNotGoTogetherAreRefused) {
  ReplaySettings settings;
  settings.program.file = file_with("refused.skein", kDeadlockModel);
  Observer observer;
  EXPECT_THROW(ReplaySession(settings, std::nullopt, observer), UserError);  // no schedule
  settings.schedule.schedule = "0";
  EXPECT_NO_THROW(ReplaySession(settings, std::nullopt, observer));
  settings.schedule.gdb = true;
  settings.schedule.valgrind = true;
  EXPECT_THROW(ReplaySession(settings, std::nullopt, observer), UserError);
  settings.schedule.valgrind = false;
  settings.output.json = "-";
  EXPECT_THROW(ReplaySession(settings, std::nullopt, observer), UserError);
}

}  // namespace

}  // namespace skein::session
