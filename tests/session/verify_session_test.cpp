// SPDX-License-Identifier: Apache-2.0
// A whole session of `skein verify`, and the translation of its witness for the native machine.
#include "session/verify/verify_session.hpp"

#include <gtest/gtest.h>

#include "core/ensure.hpp"
#include "machine/native/native_machine.hpp"
#include "session/program/bitcode.hpp"
#include "session/program/native_program.hpp"
#include "session/test_files.hpp"
#include "session/verify/prefix_findings.hpp"
#include "session/witness/witness_translator.hpp"

namespace skein::session {

namespace {

// Two threads that add to x; with a lock around each, or not.
std::string adders(bool has_lock) {
  return std::string(R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* add(void* p) {
)") + (has_lock ? "  pthread_mutex_lock(&m);\n" : "") +
         R"(  int s = x;
  x = s + 1;
)" + (has_lock ? "  pthread_mutex_unlock(&m);\n" : "") +
         R"(  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(x == 2);
}
)";
}

TEST(VerifySession, ProvesWhatALockProtects) {
  VerifySettings settings;
  settings.program.file = file_with("locked.c", adders(true));
  Observer observer;
  VerifySession session(settings, observer);
  session.run();
  EXPECT_EQ(verdict_of(session.report(), session.proof()), Verdict::Clean);
  EXPECT_EQ(session.proof().terminates, true);
  // The two orders in which the threads get the lock.
  EXPECT_EQ(session.proof().configurations, 2U);
}

TEST(VerifySession, ShowsALostUpdate) {
  VerifySettings settings;
  settings.program.file = file_with("lost.c", adders(false));
  Observer observer;
  VerifySession session(settings, observer);
  session.run();
  EXPECT_EQ(verdict_of(session.report(), session.proof()), Verdict::Bug);
  ASSERT_EQ(session.report().counterexamples.size(), 1U);
  EXPECT_EQ(session.report().counterexamples.front().kind, FindingKind::Assertion);
  EXPECT_FALSE(session.report().counterexamples.front().steps.empty());
}

TEST(VerifySession, ABudgetProvesNothing) {
  VerifySettings settings;
  settings.program.file = file_with("stopped.c", adders(false));
  settings.budget.stop_at_first = true;
  Observer observer;
  VerifySession session(settings, observer);
  session.run();
  EXPECT_EQ(session.report().statistics.stop, Stop::FirstBug);
  EXPECT_EQ(session.proof().stop, Stop::FirstBug);
}

TEST(VerifySession, ValuesThatNoOptionHasAreRefused) {
  Observer observer;
  VerifySettings settings;
  settings.prefix.order = "alphabetical";
  EXPECT_THROW(VerifySession(settings, observer), UserError);
  settings.prefix.order = "size";
  settings.prefix.granularity = "line";
  EXPECT_THROW(VerifySession(settings, observer), UserError);
  settings.prefix.granularity = "statement";
  settings.program.races = "sample=10%";
  EXPECT_THROW(VerifySession(settings, observer), UserError);
}

class Translation : public testing::Test {
 protected:
  // The witness of the ir machine's only finding.
  void find_bug(const std::string& file) {
    ProgramSettings program;
    program.file = file;
    std::optional<TemporaryFolder> folder;
    built_.build(load_bitcode(program, {}, folder));
    Report report;
    PrefixFindings findings(built_, {}, [] { return false; });
    findings.find(report);
    ASSERT_EQ(report.findings.all().size(), 1U);
    std::vector<Move> moves;
    for (const Step& step : report.findings.all().front().steps) moves.push_back(step.move());
    witness_ = built_.replay(std::move(moves));
  }

  // Why the native program could not follow it; empty if it did. `plan` is what it followed.
  std::optional<NativeReplay> translate(NativeMachine& machine, Plan& plan) {
    WitnessTranslator translator(
        witness_, [this](ObjectId object) { return built_.system().linker_name(object); }, machine);
    std::optional<NativeReplay> lost = translator.translate();
    plan.prefix = translator.moves();
    return lost;
  }

  static NativeOptions native(const std::string& file, std::optional<TemporaryFolder>& folder) {
    ProgramSettings program;
    program.file = file;
    program.compiler = "clang-19";
    program.reduce = "trace";  // as NativeWitnesses does
    return prepare_native(program, {}, folder, {}, {});
  }

  VerifiedPrefix built_{Prefix::Options{}, ir::SystemOptions{}, [] { return false; }};
  skein::Run witness_;
};

TEST_F(Translation, TheNativeProgramShowsTheSameBug) {
  const std::string file = file_with("translated.c", adders(false));
  find_bug(file);
  std::optional<TemporaryFolder> folder;
  NativeMachine machine(native(file, folder));
  Plan plan;
  EXPECT_FALSE(translate(machine, plan).has_value());
  const skein::Run& run = machine.run(plan);
  ASSERT_FALSE(run.violations.empty());
  EXPECT_EQ(run.violations.front().kind(), ViolationKind::Assertion);
}

TEST_F(Translation, AnotherProgramIsLeftWhereItDiffers) {
  find_bug(file_with("original.c", adders(false)));
  std::optional<TemporaryFolder> folder;
  NativeMachine machine(native(file_with("other.c", adders(true)), folder));
  Plan plan;
  const std::optional<NativeReplay> lost = translate(machine, plan);
  ASSERT_TRUE(lost.has_value());
  EXPECT_FALSE(lost->is_shown());
  EXPECT_GT(lost->step, 0U);
  EXPECT_FALSE(lost->agent.empty());
}

}  // namespace

}  // namespace skein::session
