// SPDX-License-Identifier: Apache-2.0
// qpor: quasi-optimal partial order reduction, exploration along the unfolding [QPOR Alg.1].
//
// The program's runs are explored as maximal configurations of its unfolding. A node of the search
// is a configuration C with a set D of events not to be visited again. Going left adds an event e
// to C; when that is done, going right adds e to D and needs an alternative J that steers around D
// [QPOR Alg.1 l.11-12]. With k-partial alternatives J is certain to avoid only k events of D, and a
// run may turn out redundant (it ends Asleep); with full alternatives (k = 0, "optimal") every
// maximal configuration is visited exactly once and no run is redundant, which observe() checks.
//
// The recursion of Alg. 1 is unrolled: the trail of the configuration is the path of left turns,
// and the search below a node is a run of the program that follows C and J and then goes on by
// itself.
//
//   line 4, ex(C)       Extensions: the event of each step, and what conflicts with it
//   line 7-10           the machine's run, never into what is asleep
//   line 11, Alt        Comb::solve
//   line 12             the plan that next() returns
//   line 13, Q_{C,D}    Unfolding::collect, from time to time, not at every node
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "explore/explorer.hpp"
#include "unfolding/comb.hpp"
#include "unfolding/configuration.hpp"
#include "unfolding/extensions.hpp"
#include "unfolding/phases.hpp"
#include "unfolding/unfolding.hpp"

namespace skein {

class QuasiOptimal final : public Explorer {
 public:
  struct Options {
    std::uint32_t k = 0;  // 0: full alternatives (optimal)
    Bounds bounds;
    std::size_t collect_at = 1U << 15U;  // events in U that make a collection worth while
    bool is_paranoid = false;  // check every answer of the fast structures against Relations
    std::function<std::uint64_t()> ticks;  // if set, phases() says where the time goes
  };

  explicit QuasiOptimal(Options options);

  const Plan* next() override;
  void observe(const Run& run) override;
  [[nodiscard]] std::string_view name() const override { return "qpor"; }
  [[nodiscard]] std::uint64_t events() const override { return unfolding_.seen(); }

  [[nodiscard]] const Unfolding& unfolding() const { return unfolding_; }
  [[nodiscard]] Relations& relations() { return relations_; }           // empty unless paranoid
  [[nodiscard]] const Phases* phases() const { return phases_.get(); }  // null without ticks

 private:
  void push(const Step& step, EventId foreseen);
  EventId pop();
  [[nodiscard]] bool turn_right(EventId e);
  void make_plan(std::size_t depth);
  void collect_if_worth_while();

  Options options_;
  Unfolding unfolding_;
  Configuration configuration_{unfolding_};
  std::unique_ptr<Phases> phases_;
  Relations relations_;
  Extensions extensions_;
  Comb comb_;

  std::vector<EventId> foreseen_;  // J without C: how the next run continues after C
  std::size_t collect_at_;
  Plan plan_;
  bool has_begun_ = false;
};

}  // namespace skein
