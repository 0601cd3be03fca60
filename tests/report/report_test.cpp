// SPDX-License-Identifier: Apache-2.0
// Verdicts and their words, JSON, the text of the terminal.
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/formats/json.hpp"
#include "report/formats/schedule_table.hpp"
#include "report/formats/terminal_report.hpp"
#include "report/words/text.hpp"
#include "support/toys.hpp"

namespace skein {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace toys;

Report clean_report() {
  Report report;
  report.version = "1";
  report.request.file = "a.skein";
  report.request.explorer = "toy";
  report.statistics.completed = 1603;
  report.statistics.seconds = 0.5;
  return report;
}

TEST(Verdict, IsCleanOnlyIfNothingIsMissing) {
  Report report = clean_report();
  EXPECT_EQ(verdict_of(report), Verdict::Clean);
  EXPECT_EQ(verdict_sentence(report), "clean: all executions explored (1,603), no bug.");

  report.statistics.cut_by[1] = 2;
  report.request.bounds.steps = 70;
  EXPECT_EQ(verdict_of(report), Verdict::Incomplete);
  EXPECT_THAT(verdict_sentence(report), HasSubstr("2 runs cut by --max-steps 70"));

  report = clean_report();
  report.statistics.stop = Stop::Seconds;
  report.request.budget.seconds = 1.5;
  EXPECT_EQ(verdict_of(report), Verdict::Incomplete);
  EXPECT_THAT(verdict_sentence(report), HasSubstr("stopped by --max-seconds 1.5"));

  report = clean_report();
  report.statistics.stop = Stop::Memory;
  report.request.budget.memory_kb = 2048;
  EXPECT_EQ(verdict_of(report), Verdict::Incomplete);
  EXPECT_THAT(verdict_sentence(report), HasSubstr("stopped by lack of memory"));
  report.request.budget.is_memory_given = true;
  EXPECT_THAT(verdict_sentence(report), HasSubstr("stopped by --max-memory 2"));

  report = clean_report();
  report.request.caveat = "schedules were drawn at random";
  EXPECT_EQ(verdict_of(report), Verdict::Incomplete);
  EXPECT_THAT(verdict_sentence(report), HasSubstr("nothing is proved"));
}

TEST(Verdict, ABugIsABugHoweverTheSearchEnded) {
  Report report = clean_report();
  report.statistics.stop = Stop::Interrupted;
  report.findings.add(violating_run("x"));
  EXPECT_EQ(verdict_of(report), Verdict::Bug);
  EXPECT_THAT(verdict_sentence(report), HasSubstr("not everything was explored"));
}

TEST(Verdict, HasItsExitStatus) {
  EXPECT_EQ(exit_status_of(Verdict::Clean), 0);
  EXPECT_EQ(exit_status_of(Verdict::Bug), 1);
  EXPECT_EQ(exit_status_of(Verdict::Incomplete), 4);
}

TEST(Verdict, SaysWhenEveryRunFailedItsAssumption) {
  Report report = clean_report();
  report.statistics.completed = 0;
  report.statistics.blocked = 3;
  report.gaps.emplace_back(RemarkCode::NothingPasses);
  EXPECT_EQ(verdict_of(report), Verdict::Incomplete);
  EXPECT_THAT(verdict_sentence(report), HasSubstr("nothing was checked"));
}

TEST(Json, HasTheDocumentedKeys) {
  Report report = clean_report();
  report.request.budget.runs = 12;
  ARun run = violating_run("x == 1", 2);
  run.steps[1].site = SiteId{7U};
  report.findings.add(run);
  complete_counterexamples(report, ToyMachine());
  const auto json = to_json(report);
  for (const char* key : {"skein",
                          "verdict",
                          "summary",
                          "file",
                          "params",
                          "explorer",
                          "variant",
                          "bounds",
                          "executions",
                          "completed",
                          "deadlocks",
                          "violations",
                          "blocked",
                          "redundant",
                          "cut",
                          "cut_by",
                          "events",
                          "steps",
                          "longest_run",
                          "seconds",
                          "executions_per_second",
                          "peak_rss_kb",
                          "stopped_by",
                          "findings",
                          "findings_not_kept"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["verdict"], "bug");
  EXPECT_EQ(json["bounds"]["runs"], 12);
  EXPECT_TRUE(json["bounds"]["steps"].is_null());
  const auto& finding = json["findings"][0];
  EXPECT_EQ(finding["kind"], "assertion");
  EXPECT_EQ(finding["message"], "assertion failed: x == 1");
  EXPECT_EQ(finding["schedule"], "0*2");
  EXPECT_EQ(finding["steps"][1]["agent"], "main");
  EXPECT_EQ(finding["steps"][1]["site"], "toy.skein:7: text 7");
  EXPECT_EQ(nlohmann::json::parse(json_text(json))["executions"], 1603);
}

TEST(Json, HasWhatTheExplorerCounted) {
  Report report = clean_report();
  EXPECT_FALSE(to_json(report).contains("counted"));
  report.counted = {{"one_way", 7, "an order was found"}, {"searched", 0, "there was a choice"}};
  EXPECT_EQ(to_json(report)["counted"]["one_way"], 7);
  EXPECT_EQ(to_json(report)["counted"]["searched"], 0);
  EXPECT_THAT(terminal_report(report, Style{}), HasSubstr("one way"));
  EXPECT_THAT(terminal_report(report, Style{}), HasSubstr("an order was found"));
  EXPECT_THAT(terminal_report(report, Style{}), Not(HasSubstr("there was a choice")));
}

// The texts alone in lists of their own, and all with their facts.
TEST(Json, HasTheFactsOfRemarks) {
  Report report = clean_report();
  report.gaps.push_back({RemarkCode::TooManyRacingWords, 64});
  report.reservations.emplace_back(RemarkCode::NoRaces);
  report.warnings.push_back({RemarkCode::FindingNotCounted, {}, {}, ViolationCode::AbortCalled});
  const auto json = to_json(report);
  EXPECT_EQ(json["gaps"].size(), 1U);
  EXPECT_EQ(json["reservations"][0], "data races were not looked for");
  ASSERT_EQ(json["remarks"].size(), 3U);
  EXPECT_EQ(json["remarks"][0]["what"], "warning");
  EXPECT_EQ(json["remarks"][0]["violation"], "AbortCalled");
  EXPECT_EQ(json["remarks"][1]["code"], "NoRaces");
  EXPECT_EQ(json["remarks"][2]["text"], json["gaps"][0]);
  EXPECT_EQ(json["remarks"][2]["values"][0], 64);
}

TEST(Json, AnErrorIsAVerdict) {
  Report report;
  report.error = "a.skein:1:1: expected something";
  const auto json = to_json(report);
  EXPECT_EQ(json["verdict"], "error");
  EXPECT_EQ(json["error"], report.error);
}

TEST(Json, SurvivesBytesThatAreNoText) {
  Report report = clean_report();
  report.request.file = "\xff\xfe.skein";
  EXPECT_TRUE(nlohmann::json::accept(json_text(to_json(report))));
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    widest = std::max(widest, columns_of(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

ARun long_named_run(std::uint32_t agents) {
  ARun run;
  run.end = End::Deadlock;
  run.steps.push_back(step(0, OpKind::ThreadStart, 0));
  for (std::uint32_t a = 1; a < agents; ++a) run.steps.push_back(step(0, OpKind::ThreadCreate, a));
  for (std::uint32_t a = 0; a < agents; ++a) {
    if (a > 0) run.steps.push_back(step(a, OpKind::ThreadStart, a));
    Step s = step(a, OpKind::AtomicStore, a + 50);
    s.value = 1234567890123456789;
    s.site = SiteId{1000U + a};
    run.steps.push_back(s);
    run.pending.push_back(stuck(a, OpKind::MutexLock, 3));
  }
  return run;
}

TEST(Terminal, FitsEightyColumnsAndEndsWithTheVerdict) {
  for (const std::uint32_t agents : {1U, 2U, 3U, 4U, 5U, 30U}) {
    Report report = clean_report();
    report.findings.add(long_named_run(agents));
    complete_counterexamples(report, ToyMachine());
    const std::string text = terminal_report(report, Style{});
    EXPECT_LE(widest_line(text), 80U) << text;
    EXPECT_TRUE(text.ends_with(verdict_sentence(report) + "\n"));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  }
}

TEST(Terminal, PaintsOnlyWhenAsked) {
  Style style;
  style.has_colour = true;
  EXPECT_THAT(terminal_report(clean_report(), style), HasSubstr("\x1b[1;32mclean"));
}

TEST(Terminal, LeavesOutTheMiddleOfLongSchedules) {
  FindingSet set;
  set.add(violating_run("x", 1000));
  const std::string table =
      schedule_table(make_counterexample(set.all()[0], ToyMachine(), nullptr), Style{});
  EXPECT_THAT(table, HasSubstr("800 steps left out"));
  EXPECT_THAT(table, HasSubstr("1000 "));
  EXPECT_THAT(table, Not(HasSubstr(" 500 ")));
}

TEST(Text, Numbers) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(short_count(999), "999");
  EXPECT_EQ(short_count(1603), "1.6k");
  EXPECT_EQ(short_count(23'000'000), "23.0M");
  EXPECT_EQ(counted(1, "run"), "1 run");
  EXPECT_EQ(counted(2, "run"), "2 runs");
  EXPECT_EQ(short_seconds(200), "3 min 20 s");
}

TEST(Text, WrapsAtSpacesAndBreaksLongWords) {
  EXPECT_THAT(wrapped("ab cd ef", 5), testing::ElementsAre("ab cd", "ef"));
  EXPECT_THAT(wrapped("abcdefgh", 3), testing::ElementsAre("abc", "def", "gh"));
  EXPECT_THAT(wrapped("", 3), testing::ElementsAre(""));
  EXPECT_THAT(wrapped("äöü äöü", 4), testing::ElementsAre("äöü", "äöü"));
}

TEST(Text, TheProgramCannotDriveTheTerminal) {
  EXPECT_EQ(printable("a\x1b[31m\nb\x07"), "a?[31m b?");
}

}  // namespace
}  // namespace skein
