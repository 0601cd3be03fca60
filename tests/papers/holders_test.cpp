// SPDX-License-Identifier: Apache-2.0
// Who holds what, as the table's gate column says it: a deadlock names those who could end it.
// Also the operations that take a lock by trying, and those that give it back, must have their gate
// right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/plan.hpp"
#include "findings/finding.hpp"
#include "findings/wait_for.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"

namespace skein {
namespace {

// main does `first`, creates thread a, which does `stuck`, and joins it. Whom a waits for.
std::vector<AgentId> waits_for(const std::string& first, const std::string& stuck) {
  ModelMachine machine(
      parse_model("mutex m rwlock l\n"
                  "thread r { rdlock l rdunlock l } thread w { wrlock l wrunlock l }\n"
                  "thread a { " +
                      stuck +
                      " }\n"
                      "thread main { " +
                      first + " h = create a() join h }",
                  "holders.skein"));
  const Run& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Deadlock);
  FindingSet findings;
  findings.add(run);
  for (const Wait& wait : waits_of(findings.all().front())) {
    if (wait.agent != kMainAgent) return wait.for_agents;
  }
  return {};
}

TEST(DependenceHolders, AreThoseWhoTookTheLock) {
  const auto is_main = testing::ElementsAre(kMainAgent);
  EXPECT_THAT(waits_for("lock m", "lock m"), is_main);
  EXPECT_THAT(waits_for("trylock m", "lock m"), is_main);
  EXPECT_THAT(waits_for("wrlock l", "rdlock l"), is_main);
  EXPECT_THAT(waits_for("trywrlock l", "rdlock l"), is_main);
  EXPECT_THAT(waits_for("rdlock l", "wrlock l"), is_main);
  EXPECT_THAT(waits_for("tryrdlock l", "wrlock l"), is_main);
}

TEST(DependenceHolders, AreNotThoseWhoGaveItBack) {
  const auto is_main = testing::ElementsAre(kMainAgent);
  EXPECT_THAT(waits_for("g = create r() join g rdlock l", "wrlock l"), is_main);
  EXPECT_THAT(waits_for("g = create w() join g rdlock l", "wrlock l"), is_main);
}

}  // namespace
}  // namespace skein
