// SPDX-License-Identifier: Apache-2.0
// THE TABLE against the machine: what the table calls independent commutes in every state, and what
// it calls dependent fails to commute in some state.
//
// For every reachable state of many small programs and every two moves of different agents that are
// enabled in it, both orders are executed. They commute if each stays enabled after the other, does
// the same operation with the same number of choices, and both orders lead to the same state.
// States are compared by final_state(), which knows nothing of the table.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "model_runs.hpp"
#include "random_text.hpp"

namespace skein::test {
namespace {

// The state after `moves`, then one of `first`, then `second`; nothing if one cannot be executed or
// is not the same operation any more.
std::optional<std::string> after(ModelMachine& machine, const std::vector<Move>& moves,
                                 const Candidate& first, std::uint32_t first_choices,
                                 const Candidate& second, std::uint32_t second_choices) {
  Plan plan;
  plan.prefix = moves;
  plan.prefix.push_back(first.move);
  plan.prefix.push_back(second.move);
  plan.bounds.steps = static_cast<std::uint32_t>(plan.prefix.size());
  const auto& run = machine.run(plan);
  if (run.steps.size() != plan.prefix.size()) return std::nullopt;
  const Step& a = run.steps[moves.size()];
  const Step& b = run.steps[moves.size() + 1];
  if (!(a.op == first.op) || !(b.op == second.op)) return std::nullopt;
  if (a.choices != first_choices || b.choices != second_choices) return std::nullopt;
  return machine.final_state() + "end " +
         std::to_string(run.end == End::Cut ? 99 : static_cast<int>(run.end));
}

std::uint32_t choices_of(const std::vector<Candidate>& all, const Candidate& one) {
  return static_cast<std::uint32_t>(std::count_if(
      all.begin(), all.end(), [&](const Candidate& c) { return c.move.agent == one.move.agent; }));
}

using Pair = std::pair<OpKind, OpKind>;

Pair pair_of(OpKind a, OpKind b) { return a < b ? Pair{a, b} : Pair{b, a}; }

struct Survey {
  std::set<Pair> clashed;   // dependent, and did not commute in some state
  std::set<Pair> commuted;  // dependent, seen together, commuted
  std::uint64_t independent = 0;

  void look_at(const std::string& text, bool reduces_by_outcome = true) {
    if (testing::Test::HasFatalFailure()) return;
    SCOPED_TRACE(text);
    ModelMachine machine(program(text), {.reduces_by_outcome = reduces_by_outcome});
    visit_states(machine, [&](const std::vector<Move>& moves, const std::vector<Candidate>& all) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          const Candidate& p = all[i];
          const Candidate& q = all[j];
          if (p.move.agent == q.move.agent) continue;
          const bool is_dependent = depends(p.op, q.op);
          const Pair pair = pair_of(p.op.kind, q.op.kind);
          if (is_dependent && clashed.contains(pair)) continue;
          const std::uint32_t m = choices_of(all, p);
          const std::uint32_t n = choices_of(all, q);
          const auto pq = after(machine, moves, p, m, q, n);
          const auto qp = after(machine, moves, q, n, p, m);
          const bool commutes = pq.has_value() && qp.has_value() && *pq == *qp;
          if (!is_dependent) {
            ++independent;
            ASSERT_TRUE(commutes) << "independent but do not commute: "
                                  << line(machine, p.move.agent, p.op) << " and "
                                  << line(machine, q.move.agent, q.op) << "\n"
                                  << pq.value_or("-") << "\n"
                                  << qp.value_or("-");
          } else {
            (commutes ? commuted : clashed).insert(pair);
          }
        }
      }
    });
  }
};

const std::vector<std::string>& snippets() {
  static const std::vector<std::string> all = {
      "r = x",
      "x = 1",
      "x = 2",
      "r = fetch_add(x, 1)",
      "fetch_add(x, 1)",
      "fetch_sub(x, 2)",
      "r = cas(x, 0, 5)",
      "r = p",
      "p = 1",
      "p = 2",
      "lock m; unlock m",
      "r = trylock m; if r { unlock m }",
      "rdlock w; rdunlock w",
      "r = tryrdlock w; if r { rdunlock w }",
      "wrlock w; wrunlock w",
      "r = trywrlock w; if r { wrunlock w }",
      "lock m; wait c m; unlock m",
      "lock m; r = timedwait c m; unlock m",
      "signal c",
      "broadcast c",
      "r = barrierwait b",
      "semwait s; sempost s",
      "r = semtrywait s",
      "sempost s",
      "r = semvalue s",
      "sempost s; seminit s",
      "once o { r = 1 }",
      "r = futexwait(x, 0)",
      "r = futextimedwait(x, 0)",
      "r = futexwake(x, 1)",
      "post h g",
      "post k g",
      "r = call l",
      "fence; yield; r = choose 2",
  };
  return all;
}

std::string text_of(const std::vector<std::string>& bodies) {
  std::string text =
      "atomic x, y; plain p; mutex m; rwlock w; cond c; sem s = 1; barrier b = 2; once o\n"
      "handler h; handler k fifo; library l\nmessage g { r = y; y = r + 1 }\n";
  std::string main;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string n = std::to_string(i);
    text += "thread f" + n + " { " + bodies[i] + " }\n";
    main += "create f" + n + "; ";
  }
  return text + "thread main { " + main + "}\n";
}

// Dependent by the table although the effect is the same in both orders, with the reason. The
// table speaks of objects, and of events by their last writer; it may be coarser than effects.
bool is_documented_exception(Pair pair) {
  using enum OpKind;
  static const std::set<Pair> all = {
      // If posts are not blind.
      {SemPost, SemPost},
      // Whether a post came before a wait or after it.
      {SemWait, SemPost},
      // The same first value, whichever comes last.
      {LockInit, LockInit},
      // The second broadcast finds no waiter, whichever it is.
      {CondBroadcast, CondBroadcast},
      // One that was woken already, and a signal to others: operations that change a condition
      // variable depend on all its other operations.
      {CondWake, CondSignal},
      {CondWake, CondBroadcast},
      // Passing, and an arrival for the next round, if arrivals are ordered.
      {BarrierArrive, BarrierPass},
      // A futex is one object with the location it sleeps on. Sleeping and waking change who
      // sleeps, not the value; but for the table they write the object.
      {AtomicLoad, FutexWait},
      {AtomicLoad, FutexTimedResume},
      {AtomicLoad, FutexWake},
      {AtomicStore, FutexResume},
      {AtomicStore, FutexTimedResume},
      {AtomicStore, FutexWake},
      {AtomicRmw, FutexResume},
      {AtomicRmw, FutexTimedResume},
      {AtomicRmw, FutexWake},
      {FutexWait, FutexResume},
      {FutexWait, FutexTimedResume},
      {FutexResume, FutexTimedResume},
      {FutexResume, FutexWake},
      {FutexTimedResume, FutexTimedResume},
  };
  return all.contains(pair);
}

Survey survey_of_snippets() {
  Survey survey;
  const auto& all = snippets();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i; j < all.size(); ++j) survey.look_at(text_of({all[i], all[j]}));
  }
  // Some pairs are enabled together, or clash, only with a third agent's help.
  const std::vector<std::vector<std::string>> families = {
      {"lock m; unlock m", "r = trylock m", "lock m; wait c m; unlock m",
       "lock m; r = timedwait c m; unlock m", "signal c", "broadcast c"},
      {"r = x", "x = 1", "r = fetch_add(x, 1)", "fetch_add(x, 1)", "r = futexwait(x, 0)",
       "r = futextimedwait(x, 0)", "r = futexwake(x, 1)"},
      {"rdlock w; rdunlock w", "wrlock w; wrunlock w", "r = trywrlock w", "r = tryrdlock w"},
      {"r = barrierwait b"},
      {"post h g", "post k g"},
  };
  for (const auto& f : families) {
    for (std::size_t i = 0; i < f.size(); ++i) {
      for (std::size_t j = i; j < f.size(); ++j) {
        for (std::size_t k = j; k < f.size(); ++k) survey.look_at(text_of({f[i], f[j], f[k]}));
      }
    }
  }
  survey.look_at(text_of({"sempost s", "sempost s"}), false);
  // Two signals matter to each other only if there are two to wake.
  const std::string wait = "lock m; wait c m";
  survey.look_at(text_of({wait, wait, "signal c", "signal c"}));
  survey.look_at(text_of({wait, wait, "signal c", "broadcast c"}));
  survey.look_at(
      "data t thread f { } thread g { join t } thread h { join t } thread i { detach t } "
      "thread main { t = create f; create g; create h; create i }");
  return survey;
}

// One that is dependent by the table and enabled in the same state, by kind.
bool is_never_together(OpKind a, OpKind b) {
  using enum OpKind;
  const auto either = [&](OpKind k) { return a == k || b == k; };
  const auto both_in = [&](const std::set<OpKind>& set) {
    return set.contains(a) && set.contains(b);
  };
  // Only the holder of a mutex unlocks it or waits, and then no agent can lock.
  if (both_in({MutexUnlock, CondWait}) || both_in({RwWriteUnlock})) return true;
  if ((either(MutexUnlock) || either(CondWait)) &&
      (either(MutexLock) || either(CondWake) || either(CondTimedWake))) {
    return true;
  }
  // A writer excludes all others, readers exclude writers.
  if (either(RwWriteUnlock) &&
      (either(RwReadLock) || either(RwWriteLock) || either(RwReadUnlock))) {
    return true;
  }
  if (either(RwReadUnlock) && either(RwWriteLock)) return true;
  // An agent that initialises, runs on a handler, or opens a barrier, does so alone.
  return either(OnceLeave) || either(MessageEnd) || either(BarrierOpen);
}

TEST(Commutation, TheTableAndTheMachineAgree) {
  const Survey survey = survey_of_snippets();
  EXPECT_GT(survey.independent, 1000U);
  for (const Pair& pair : survey.commuted) {
    if (survey.clashed.contains(pair)) {
      EXPECT_FALSE(is_documented_exception(pair))
          << name(pair.first) << " and " << name(pair.second) << " do clash after all";
    } else {
      EXPECT_TRUE(is_documented_exception(pair))
          << name(pair.first) << " and " << name(pair.second)
          << " are dependent by the table but always commute";
    }
  }
  // Nothing was left out: every two kinds that can share their first object and are dependent
  // then were seen together, unless that cannot be.
  using enum OpKind;
  const std::vector<std::vector<OpKind>> families = {
      {MutexLock, MutexTryLock, MutexUnlock},
      {RwReadLock, RwTryReadLock, RwReadUnlock, RwWriteLock, RwTryWriteLock, RwWriteUnlock},
      {CondWait, CondWake, CondTimedWake, CondSignal, CondBroadcast},
      {BarrierArrive, BarrierPass, BarrierOpen},
      {SemWait, SemTryWait, SemPost, SemGetValue, LockInit},
      {OnceEnter, OnceLeave},
      {AtomicLoad, AtomicStore, AtomicRmw, FutexWait, FutexResume, FutexTimedResume, FutexWake},
      {PlainLoad, PlainStore},
      {LibraryCall},
      {MessageBegin, MessageEnd},
      {ThreadJoin, ThreadDetach},
  };
  const ObjectId o{std::size_t{1}};
  const ObjectId u{std::size_t{2}};
  for (const auto& family : families) {
    for (const OpKind a : family) {
      for (const OpKind b : family) {
        if (b < a || !depends(Operation{a, o, u}, Operation{b, o, u})) continue;
        const Pair pair = pair_of(a, b);
        const bool was_seen = survey.clashed.contains(pair) || survey.commuted.contains(pair);
        EXPECT_NE(was_seen, is_never_together(a, b)) << name(a) << " and " << name(b);
      }
    }
  }
}

TEST(Commutation, OnRandomPrograms) {
  Survey survey;
  for (std::uint64_t seed = 1; seed <= 60 && !HasFatalFailure(); ++seed) {
    survey.look_at(random_text(seed, 2, 5, false));
  }
  EXPECT_GT(survey.independent, 1000U);
}

}  // namespace
}  // namespace skein::test
