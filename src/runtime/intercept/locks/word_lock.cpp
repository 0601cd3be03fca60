// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/locks/word_lock.hpp"

#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

bool is_target_free(const Agent& a) { return *static_cast<volatile const int*>(a.target) == 0; }
bool is_target_held(const Agent& a) { return !is_target_free(a); }

}  // namespace

int mark_of_current() { return static_cast<int>(g.current->id.value) + 1; }

void lock(const WordLock& word, const void* site) {
  if (*word.holder == mark_of_current()) violate(word.locks_held, site);
  visit(Request{.kind = OpKind::MutexLock,
                .first = word.object,
                .site = site,
                .target = const_cast<int*>(word.holder),
                .is_ready = &is_target_free});
  *word.holder = mark_of_current();
  set_gate(true, false);
}

bool try_lock(const WordLock& word, const void* site) {
  visit(Request{.kind = OpKind::MutexTryLock,
                .first = word.object,
                .site = site,
                .target = const_cast<int*>(word.holder),
                .is_idle = &is_target_held});
  const bool was_free = *word.holder == 0;
  set_gate(was_free, false);
  g.step->value = was_free ? 1 : 0;
  if (!was_free) return false;
  races::on_acquired();
  *word.holder = mark_of_current();
  return true;
}

void unlock(const WordLock& word, const void* site) {
  if (*word.holder != mark_of_current()) violate(word.unlocks_others, site);
  visit(Request{.kind = OpKind::MutexUnlock, .first = word.object, .site = site});
  *word.holder = 0;
  set_gate(false, true);
}

}  // namespace skein::runtime
