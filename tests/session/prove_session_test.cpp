// SPDX-License-Identifier: Apache-2.0
// A whole session of `skein prove`: a proof, a bug with its inputs, a warning, a stop.
#include "session/prove/prove_session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/ensure.hpp"
#include "session/test_files.hpp"

namespace skein::session {

namespace {

// Main adds an input to x, and a thread another, both between 0 and 9.
std::string adders(const std::string& condition) {
  return R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int x;
static int input(void) {
  int n = __VERIFIER_nondet_int();
  return n < 0 || n > 9 ? 0 : n;
}
static void* add(void* p) {
  x += input();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x += input();
  pthread_join(t, 0);
  assert()" +
         condition + R"();
  return 0;
}
)";
}

ProveSettings prove_settings(const std::string& name, const std::string& text) {
  ProveSettings settings;
  settings.program.file = file_with(name, text);
  return settings;
}

bool has(const std::vector<Remark>& remarks, RemarkCode code) {
  return std::any_of(remarks.begin(), remarks.end(),
                     [&](const Remark& remark) { return remark.code == code; });
}

TEST(ProveSession, ProvesWhatHoldsForAllInputs) {
  Observer observer;
  ProveSession session(prove_settings("small.c", adders("x <= 18")), observer);
  session.run();
  EXPECT_EQ(verdict_of(session.report(), session.proof()), Verdict::Clean);
  EXPECT_TRUE(session.proof().is_for_all_inputs);
  EXPECT_EQ(session.proof().stop, Stop::Exhausted);
  EXPECT_TRUE(session.report().unproved.empty());
  EXPECT_TRUE(session.report().gaps.empty());
  ASSERT_TRUE(session.report().given_verdict);
  EXPECT_EQ(session.report().given_verdict->verdict, Verdict::Clean);
}

TEST(ProveSession, ShowsABugWithItsInputs) {
  Observer observer;
  ProveSession session(prove_settings("wrong.c", adders("x < 18")), observer);
  session.run();
  EXPECT_EQ(verdict_of(session.report(), session.proof()), Verdict::Bug);
  ASSERT_EQ(session.report().counterexamples.size(), 1U);
  const Counterexample& bug = session.report().counterexamples.front();
  EXPECT_EQ(bug.facts.code, ViolationCode::AssertionFailed);
  EXPECT_FALSE(bug.steps.empty());
}

TEST(ProveSession, ALoopWithoutEndIsACutOffAndAReservation) {
  Observer observer;
  ProveSession session(prove_settings("waits.c", R"(#include <pthread.h>
#include <stdatomic.h>
static atomic_int is_set;
static void* set(void* p) {
  is_set = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  while (!is_set) {
  }
  pthread_join(t, 0);
  return 0;
}
)"),
                       observer);
  session.run();
  EXPECT_EQ(verdict_of(session.report(), session.proof()), Verdict::Clean);
  EXPECT_GT(session.proof().cutoffs, 0U);
  EXPECT_TRUE(has(session.report().reservations, RemarkCode::NoLivelocks));
}

TEST(ProveSession, AnAssumptionThatNothingPassesIsAGap) {
  Observer observer;
  ProveSession session(prove_settings("nothing.c", R"(extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 3);
  __VERIFIER_assume(n < 3);
  return 0;
}
)"),
                       observer);
  session.run();
  EXPECT_EQ(verdict_of(session.report(), session.proof()), Verdict::Incomplete);
  EXPECT_TRUE(has(session.report().gaps, RemarkCode::NothingPassesOrEnds));
}

TEST(ProveSession, ABudgetProvesNothing) {
  ProveSettings settings = prove_settings("stopped.c", R"(#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int x;
static void* add(void* p) {
  x++;
  return p;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
  }
  return 0;
}
)");
  settings.budget.max_seconds = 2;
  Observer observer;
  ProveSession session(settings, observer);
  session.run();
  EXPECT_EQ(session.proof().stop, Stop::Seconds);
  EXPECT_EQ(verdict_of(session.report(), session.proof()), Verdict::Incomplete);
  // One place creates threads as long as an input says so.
  EXPECT_GE(session.proof().many_threads, 8U);
  EXPECT_NE(session.proof().many_threads_at.find("stopped.c"), std::string::npos);
}

TEST(ProveSession, AnErrorIsInTheReportToo) {
  ProveSettings settings = prove_settings("broken.c", "int main(void) { return }\n");
  Observer observer;
  ProveSession session(settings, observer);
  EXPECT_THROW(session.run(), UserError);
  EXPECT_EQ(verdict_of(session.report(), session.proof()), Verdict::Error);
  EXPECT_FALSE(session.report().compiler_messages.empty());
}

}  // namespace

}  // namespace skein::session
