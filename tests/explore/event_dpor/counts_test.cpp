// SPDX-License-Identifier: Apache-2.0
// The programs of the Event-DPOR paper: each trace once, and as many as are known.
//
// The numbers are those of bench/README.md, section 2: closed formulas, written beside them, or the
// paper's own where its tools agree.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "explore/event_dpor/event_dpor.hpp"
#include "explore/oracle/classes.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"

namespace skein::test {
namespace {

struct Case {
  std::string file;
  ModelParams params;
  std::uint64_t traces = 0;
  std::uint64_t blocked = 0;  // besides
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.file;
  for (const auto& [name, value] : c.params) *out << ' ' << name << '=' << value;
}

class EventCounts : public testing::TestWithParam<Case> {};

TEST_P(EventCounts, EachTraceOnce) {
  ModelMachine machine(
      load_model("examples/event/" + GetParam().file + ".skein", GetParam().params));
  EventDpor explorer;
  ClassSet classes(Equivalence::Event);
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;
  while (const Plan* plan = explorer.next()) {
    const skein::Run& run = machine.run(*plan);
    ASSERT_TRUE(run.is_complete() && run.violations.empty());
    ++(run.end == End::Blocked ? blocked : complete);
    EXPECT_TRUE(classes.insert(run)) << "a trace was explored twice";
    explorer.observe(run);
  }
  EXPECT_EQ(complete, GetParam().traces);
  EXPECT_EQ(blocked, GetParam().blocked);
  // What was counted adds up: all but the first run were planned, and the rest was overtaken.
  std::map<std::string_view, std::uint64_t> counted;
  for (const ExplorerCount& count : explorer.counted()) counted[count.name] = count.value;
  EXPECT_EQ(counted["fresh"] + counted["planned"] - counted["overtaken"] + 1, complete + blocked);
  EXPECT_EQ(counted["remembered"] + counted["in_order"] + counted["one_way"] + counted["searched"],
            counted["reversals"]);
  // As the paper says of its own programs: nothing is left to a decision procedure.
  EXPECT_EQ(counted["searched"], 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Paper, EventCounts,
    testing::Values(
        Case{"fig2_top", {}, 1}, Case{"fig2_bottom", {}, 2}, Case{"fig3", {}, 3},
        Case{"fig4", {}, 8}, Case{"fig5", {}, 1}, Case{"writers", {{"N", 4}}, 24},  // n!
        Case{"writers", {{"N", 6}}, 720},                                           //
        Case{"posters", {{"N", 3}}, 90},                                            // (2n)!/2^n
        Case{"posters", {{"N", 4}}, 2520},                                          //
        Case{"two_phase_commit", {{"N", 5}}, 120, 120},                             // n!+n!
        Case{"buyers", {{"N", 6}}, 720},                                            // n!
        Case{"ping_pong", {{"N", 6}}, 3276}, Case{"consensus", {{"N", 2}}, 4},      // Bell(n)^n
        Case{"consensus", {{"N", 3}}, 125},                                         //
        // n! times the product over k=1..n of C(k+1,2) + C(n-k+2,2): 2*4*4, 6*7*6*7.
        Case{"db_cache", {{"N", 2}}, 32}, Case{"db_cache", {{"N", 3}}, 1764},
        Case{"prolific", {{"N", 5}}, 30},  // 2^n - 2
        // The sum over k of C(n,k)^2 k!.
        Case{"sparse_mat", {{"M", 4}, {"N", 3}}, 34},
        Case{"sparse_mat", {{"M", 4}, {"N", 5}}, 1546},
        Case{"mat_mult", {{"M", 4}, {"N", 3}, {"K", 5}}, 1}, Case{"plb", {{"N", 6}}, 1}));

}  // namespace
}  // namespace skein::test
