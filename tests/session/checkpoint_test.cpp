// SPDX-License-Identifier: Apache-2.0
// A checkpoint gives back the runs that were made, to the same exploration only.
#include "session/check/checkpoint.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "core/ensure.hpp"
#include "explore/exploration.hpp"
#include "explore/registry.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "machine/resumable.hpp"
#include "session/program/open_program.hpp"
#include "session/test_files.hpp"
#include "session/witness/traces.hpp"

namespace skein::session {

namespace {

constexpr const char* kModel = R"(atomic x = 0
data p = 0
data q = 0
thread a { x = 1 }
thread b { x = 2 }
thread main {
  p = create a
  q = create b
  x = 3
}
)";

// A machine that need not find its numbers again, so that each run it makes is a new one.
class CountingMachine final : public Machine, public Resumable {
 public:
  const Run& run(const Plan& plan) override {
    ++runs;
    return model_.run(plan);
  }
  [[nodiscard]] const Names& names() const override { return model_.names(); }
  [[nodiscard]] std::string save_names() const override { return "names"; }
  void restore_names(std::string_view bytes) override { restored = bytes; }

  std::uint64_t runs = 0;
  std::string restored;

 private:
  ModelMachine model_{parse_model(kModel, "test")};
};

constexpr double kNever = 1e9;  // seconds between blocks

Statistics explore_with(Checkpoint& checkpoint, CountingMachine& machine, const Budget& budget) {
  const std::unique_ptr<Machine> recorded = checkpoint.attach(machine);
  const std::unique_ptr<Explorer> explorer = explorers().front().make(ExplorerOptions{});
  Statistics statistics;
  explore(*explorer, *recorded, budget, Environment{}, statistics);
  checkpoint.finish();
  return statistics;
}

TEST(Checkpoint, ResumesWhereTheExplorationStopped) {
  CountingMachine all;
  Checkpoint plain(path_of("plain"), "one", false, kNever);
  const Statistics expected = explore_with(plain, all, Budget{});
  ASSERT_GT(all.runs, 2U);

  Budget budget;
  budget.runs = 2;
  CountingMachine first;
  {
    Checkpoint checkpoint(path_of("resumed"), "one", false, kNever);
    explore_with(checkpoint, first, budget);
  }
  EXPECT_EQ(first.runs, 2U);
  CountingMachine second;
  Checkpoint checkpoint(path_of("resumed"), "one", true, kNever);
  const Statistics statistics = explore_with(checkpoint, second, Budget{});
  EXPECT_EQ(second.restored, "names");
  EXPECT_EQ(first.runs + second.runs, all.runs);
  EXPECT_EQ(statistics.executions(), expected.executions());
  EXPECT_EQ(statistics.events, expected.events);
}

TEST(Checkpoint, AnUnfinishedBlockIsMadeAgain) {
  const std::string path = path_of("torn");
  CountingMachine first;
  {
    Checkpoint checkpoint(path, "one", false, kNever);
    explore_with(checkpoint, first, Budget{});
  }
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  CountingMachine second;
  Checkpoint checkpoint(path, "one", true, kNever);
  explore_with(checkpoint, second, Budget{});
  EXPECT_EQ(second.runs, first.runs);
}

TEST(Checkpoint, OfAnotherExplorationIsRefused) {
  const std::string path = path_of("other");
  { const Checkpoint checkpoint(path, "one", false, kNever); }
  EXPECT_THROW(Checkpoint(path, "two", true, kNever), UserError);
  EXPECT_NO_THROW(Checkpoint(path, "one", true, kNever));
  EXPECT_THROW(Checkpoint(file_with("text", "no checkpoint at all"), "one", true, kNever),
               UserError);
}

TEST(Checkpoint, AnAttachedMachineThatBeginsAgainForgetsTheFile) {
  CountingMachine machine;
  Checkpoint checkpoint(path_of("again"), "one", false, kNever);
  explore_with(checkpoint, machine, Budget{});
  const std::uint64_t once = machine.runs;
  explore_with(checkpoint, machine, Budget{});
  EXPECT_EQ(machine.runs, 2 * once);
}

// Whatever makes it another exploration makes it another identity.
TEST(CheckpointIdentity, SaysAllThatMustBeTheSame) {
  ProgramSettings settings;
  settings.file = file_with("identity.skein", kModel);
  Request request;
  request.explorer = "qpor";
  const Program program;
  const auto identity = [&] { return checkpoint_identity(settings, program, request); };
  const std::string before = identity();
  EXPECT_EQ(before.find('\n'), std::string::npos);
  EXPECT_EQ(before, identity());
  const auto expect_other = [&](auto&& change) {
    const ProgramSettings old_settings = settings;
    const Request old_request = request;
    change();
    EXPECT_NE(identity(), before);
    settings = old_settings;
    request = old_request;
  };
  expect_other([&] { settings.defines.emplace_back("N", "2"); });
  expect_other([&] { settings.arguments.emplace_back("x"); });
  expect_other([&] { settings.more_files.emplace_back("b.c"); });
  expect_other([&] { set_option(settings.schedule_options, "max-steps", "9"); });
  expect_other([&] { request.explorer = "source"; });
  expect_other([&] { request.variant = "k=2"; });
  EXPECT_EQ(identity(), before);
  file_with("identity.skein", std::string(kModel) + "# changed\n");
  EXPECT_NE(identity(), before);
}

}  // namespace

}  // namespace skein::session
