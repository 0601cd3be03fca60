// SPDX-License-Identifier: Apache-2.0
// Happens-before computed twice: by the vector clocks of the DPOR explorers and by the definition,
// on random runs of random programs; and the canonical form of a class against another one that is
// made from the definition alone.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "explore/dpor/trace.hpp"
#include "explore/oracle/classes.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/random_program.hpp"

namespace skein::test {
namespace {

using Matrix = std::vector<std::vector<bool>>;

// The definition: the transitive closure of "earlier, and of the same agent or dependent".
Matrix by_definition(const std::vector<Step>& steps) {
  Matrix before(steps.size(), std::vector<bool>(steps.size(), false));
  for (std::size_t j = 0; j < steps.size(); ++j) {
    for (std::size_t i = j; i > 0; --i) {
      const std::size_t d = i - 1;
      if (before[d][j]) continue;
      if (steps[d].agent != steps[j].agent && !depends(steps[d].op, steps[j].op)) continue;
      before[d][j] = true;
      for (std::size_t c = 0; c < d; ++c) {
        if (before[c][d]) before[c][j] = true;
      }
    }
  }
  return before;
}

// The lexicographically least of all equivalent runs, by agent.
std::string least_linearisation(const std::vector<Step>& steps) {
  const Matrix before = by_definition(steps);
  std::vector<bool> is_done(steps.size(), false);
  std::string text;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    std::size_t best = steps.size();
    for (std::size_t j = 0; j < steps.size(); ++j) {
      if (is_done[j]) continue;
      bool is_ready = true;
      for (std::size_t i = 0; i < j && is_ready; ++i) is_ready = is_done[i] || !before[i][j];
      if (is_ready && (best == steps.size() || steps[j].agent < steps[best].agent)) best = j;
    }
    is_done[best] = true;
    const Step& s = steps[best];
    text += std::to_string(s.agent.value) + ':' + std::to_string(static_cast<int>(s.op.kind)) +
            ':' + std::to_string(s.op.first.value) + ':' + std::to_string(s.op.second.value) + ':' +
            std::to_string(s.choice) + ' ';
  }
  return text;
}

// Random runs of random programs, several of each.
template <class Visit>
void for_random_runs(int programs, int runs, const Visit& visit) {
  for (int p = 0; p < programs; ++p) {
    const auto seed = static_cast<std::uint64_t>(p);
    ModelMachine machine(parse_model(random_program(seed, p % 2).text(), "random.skein"));
    std::vector<std::vector<Step>> all;
    Plan plan;
    plan.policy = Policy::Random;
    for (int r = 0; r < runs; ++r) {
      plan.seed = static_cast<std::uint64_t>(r);
      all.push_back(machine.run(plan).steps);
    }
    visit(p, all);
  }
}

TEST(HappensBefore, ClocksAgreeWithTheDefinition) {
  for_random_runs(300, 4, [](int program, const std::vector<std::vector<Step>>& runs) {
    dpor::Trace trace;
    const std::vector<Step>* last = nullptr;
    for (const std::vector<Step>& steps : runs) {
      // As much as agrees with the run before is kept.
      std::size_t shared = 0;
      while (last != nullptr && shared < last->size() && shared < steps.size() &&
             (*last)[shared].agent == steps[shared].agent &&
             (*last)[shared].op == steps[shared].op &&
             (*last)[shared].choice == steps[shared].choice) {
        ++shared;
      }
      trace.follow(steps, shared);
      last = &steps;
      const Matrix before = by_definition(steps);
      for (std::size_t j = 0; j < steps.size(); ++j) {
        for (std::size_t i = 0; i <= j; ++i) {
          ASSERT_EQ(trace.is_before(dpor::Position{i}, dpor::Position{j}), i == j || before[i][j])
              << "program " << program << ", steps " << i << " and " << j;
        }
      }
    }
  });
}

TEST(Classes, CanonicalFormsAgree) {
  std::size_t equal = 0;
  std::size_t different = 0;
  for_random_runs(500, 12, [&](int program, const std::vector<std::vector<Step>>& runs) {
    Canonicalizer canonicalizer;
    std::vector<std::string> forms;
    std::vector<std::string> least;
    for (const std::vector<Step>& steps : runs) {
      forms.push_back(canonicalizer.form(steps));
      least.push_back(least_linearisation(steps));
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        ASSERT_EQ(forms[i] == forms[j], least[i] == least[j]) << "program " << program;
        ++(forms[i] == forms[j] ? equal : different);
      }
    }
  });
  // Both cases must really have occurred.
  EXPECT_GT(equal, 1000U);
  EXPECT_GT(different, 1000U);
}

// Swapping two neighbours that do not depend on each other keeps the class; another order of two
// that do is another class.
TEST(Classes, SwappingNeighbours) {
  for_random_runs(200, 2, [](int program, const std::vector<std::vector<Step>>& runs) {
    for (const std::vector<Step>& steps : runs) {
      Canonicalizer canonicalizer;
      const std::string form = canonicalizer.form(steps);
      for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        if (steps[i].agent == steps[i + 1].agent) continue;
        std::vector<Step> swapped = steps;
        std::swap(swapped[i], swapped[i + 1]);
        EXPECT_EQ(canonicalizer.form(swapped) != form, depends(steps[i].op, steps[i + 1].op))
            << "program " << program << ", step " << i;
      }
    }
  });
}

// A structure's padding is not an object; 16 GB of memory were once kept for it.
TEST(Trace, AnAccessOfPaddingTouchesNothing) {
  const auto touched = dpor::accesses(Operation{OpKind::PlainStore, ObjectId{}, ObjectId{}});
  EXPECT_EQ(touched[0], Access::None);
  EXPECT_EQ(touched[1], Access::None);
}

}  // namespace
}  // namespace skein::test
