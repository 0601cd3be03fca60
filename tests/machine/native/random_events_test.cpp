// SPDX-License-Identifier: Apache-2.0
// Random event-driven programs, translated to C over skein/events.h, have natively the same traces
// as on the model machine: with `event`, by the equivalence of events, and with explorers to which
// a handler is a lock, by the plain one.
//
// Any order and FIFO, branching or not, with locks, choices, messages that halt or wait. Where no
// message does that, `event` makes as many runs as there are traces on both machines.
//
//   SKEIN_NATIVE_EVENTS=N  programs in all, instead of 320
//   SKEIN_SEED=S           the seed, instead of 1
#include <gtest/gtest.h>

#include <iterator>

#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "machine/native/c_event_program.hpp"
#include "machine/native/native_runs.hpp"
#include "machine/native/native_traces.hpp"
#include "support/environment.hpp"
#include "support/random_comparison.hpp"

namespace skein::test {
namespace {

constexpr std::uint64_t kMostEventRuns = 300;  // of the model machine; larger programs are left out

struct EventPart {
  EventTheme theme;
  const char* compiler = "gcc";
};

const EventPart kEventParts[] = {
    {EventTheme{"NonBranching", false, false, false}},
    {EventTheme{"Branching", true, false, false}},
    {EventTheme{"Locking", true, true, false}, "clang-19"},
    {EventTheme{"Fifo", false, false, true}},
    {EventTheme{"FifoBranching", true, true, true}, "clang-19"},
    {EventTheme{"Halting", true, false, true, true}},
    {EventTheme{"Waiting", true, true, true, false, true}},
    {EventTheme{"Everything", true, true, true, true, true, true}},
};

class EventBatch {
 public:
  EventBatch(const EventPart& part, std::uint64_t first, std::uint64_t count)
      : is_exact_(!part.theme.halts && !part.theme.waits) {
    for (std::uint64_t i = 0; i < count; ++i) {
      programs_.push_back(random_event_program(first + i, part.theme));
    }
    path_ = built_text(part.theme.name + "-events" + std::to_string(first), c_event_file(programs_),
                       part.compiler);
  }

  [[nodiscard]] std::size_t size() const { return programs_.size(); }
  [[nodiscard]] std::string text(std::size_t i) const { return model_text(programs_[i]); }

  // Whether the program was small enough to be compared.
  bool compare(std::size_t i, std::string& text) const {
    ModelMachine model(parse_model(this->text(i), "random.skein"));
    // The explorers that take a handler as a lock have more traces, so they say whether it is
    // small.
    Dictionary names;
    const Exploring unaware{i % 2 == 0 ? "optimal" : "source", Equivalence::Plain};
    Traces orders = traces_of(model, names, kMostEventRuns, {}, unaware);
    if (!orders.is_exhausted) return false;
    const Exploring aware{"event", Equivalence::Event};
    Traces events = traces_of(model, names, 4 * kMostEventRuns, {}, aware);
    // One machine for both: its numbers are its own.
    NativeMachine native(options_for(path_, {std::to_string(i)}));
    Traces found = traces_of(native, names, 8 * kMostEventRuns, {}, aware);
    if (!is_exact_) found.runs = events.runs;  // some classes are explored twice, in their own ways
    text = difference(events, found);
    if (!text.empty()) text = "event: " + text;
    if (is_exact_ && events.runs != events.ends.size()) text += "a trace was explored twice\n";
    Traces found_orders = traces_of(native, names, 2 * kMostEventRuns, {}, unaware);
    const std::string more = difference(orders, found_orders);
    if (!more.empty()) text += std::string(unaware.explorer) + ": " + more;
    return true;
  }

 private:
  bool is_exact_;
  std::vector<EventProgram> programs_;
  std::string path_;
};

class RandomNativeEvents : public testing::TestWithParam<EventPart> {};

TEST_P(RandomNativeEvents, TracesAreThoseOfTheModelMachine) {
  const std::uint64_t all = sample_size("SKEIN_NATIVE_EVENTS", 320);
  const std::uint64_t wanted = all / std::size(kEventParts) + 1;
  const std::uint64_t seed = number_from_environment("SKEIN_SEED", 1);
  compare_random_programs(seed * 1'000'000'007 + 500'000, wanted,
                          [&](std::uint64_t first, std::uint64_t count) {
                            return EventBatch(GetParam(), first, count);
                          });
}

INSTANTIATE_TEST_SUITE_P(Theme, RandomNativeEvents, testing::ValuesIn(kEventParts),
                         [](const auto& part) { return part.param.theme.name; });

}  // namespace
}  // namespace skein::test
