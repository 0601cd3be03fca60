// SPDX-License-Identifier: Apache-2.0
#include "report/words/finding_kinds.hpp"

#include <array>

namespace skein {

namespace {

constexpr std::array kKinds{
    KindDescription{
        FindingKind::Assertion, "AssertionFailure", "An assertion failed",
        "There is a schedule in which a condition that the program asserts does not hold, or "
        "which ends in abort or in an uncaught exception.",
        "Read the schedule from the failing step upwards to the last step that wrote what "
        "the assertion looks at; often a lock covers the read and the write each, but not "
        "both together."},
    KindDescription{
        FindingKind::Deadlock, "Deadlock", "Threads wait for ever",
        "There is a schedule after which no thread can continue and some have not finished: "
        "they wait for locks held by each other, or for a signal that was given before "
        "they waited.",
        "A cycle of locks: take them in the same order everywhere, or all at once "
        "(std::scoped_lock). A lost signal: wait in a loop for a condition that is "
        "changed under the same mutex."},
    KindDescription{
        FindingKind::Race, "DataRace", "Two threads access the same memory, unordered",
        "Two threads access the same memory, one of them writes, and no synchronisation "
        "orders the two: undefined behaviour in C and C++.",
        "Guard both with the same mutex, or make the variable atomic."},
    KindDescription{
        FindingKind::Memory, "HeapError", "Use after free, out of bounds, double free or leak",
        "There is a schedule in which the program touches memory that was freed or never "
        "its own, frees it twice, or (with --leaks) never.",
        "Look at which thread freed the block and which step should have come before; shared "
        "ownership or a join is often missing."},
    KindDescription{
        FindingKind::LockMisuse, "LockMisuse", "A lock, thread or condition variable is misused",
        "There is a schedule in which the program unlocks what it does not hold, locks "
        "twice what it holds, destroys what is in use, or joins a thread twice.",
        "Use the types that release in their destructors (std::lock_guard), and destroy "
        "only after all users were joined."},
    KindDescription{
        FindingKind::Livelock, "Livelock", "A loop waits for something that will never happen",
        "There is a schedule in which threads repeat loops that wait, and no thread is left "
        "that could end the waiting.",
        "Look at what the loop reads, and at which thread should have written it."},
    KindDescription{FindingKind::Crash, "Crash", "The program crashed",
                    "There is a schedule in which the program is ended by a signal.",
                    "Replay the schedule under a debugger."},
    KindDescription{
        FindingKind::Arithmetic, "ArithmeticError", "Division by zero or an index out of range",
        "There is a schedule in which the program divides by zero or, in a model, leaves an "
        "array's range.",
        "Look at which steps gave the variable its value."},
    KindDescription{
        FindingKind::Other, "OtherError", "Another property was violated",
        "There is a schedule in which something else is wrong, such as a step that never ends or "
        "a failing exit status (--fail-on-exit); the message says what.",
        "Read the schedule from the failing step upwards."},
};

static_assert([] {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (index_of_kind(kKinds[i].kind) != i) return false;
  }
  return kKinds.size() == kFindingKinds;
}());

}  // namespace

std::span<const KindDescription> finding_kinds() { return kKinds; }

}  // namespace skein
