// SPDX-License-Identifier: Apache-2.0
#include "report/words/violation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "core/operation.hpp"
#include "report/words/plain_sentences.hpp"

namespace skein {

namespace {

using enum ViolationCode;

// A machine leaves out facts that it does not know.
std::string at(const std::vector<std::string>& list, std::size_t i) {
  return i < list.size() ? list[i] : std::string();
}

std::string place_at(const ViolationFacts& facts, std::size_t i) {
  return i < facts.places.size() ? text_of(facts.places[i]) : std::string();
}

std::int64_t value_at(const ViolationFacts& facts, std::size_t i) {
  return i < facts.values.size() ? facts.values[i] : 0;
}

std::string bytes_text(std::int64_t size) {
  return fmt::format("{} {}", size, size == 1 ? "byte" : "bytes");
}

const char* signal_text(std::int64_t signal) {
  switch (signal) {
    case SIGSEGV: return "segmentation fault";
    case SIGBUS: return "bus error";
    case SIGFPE: return "arithmetic exception";
    case SIGILL: return "illegal instruction";
    case SIGTRAP: return "trap";
    case SIGABRT: return "abort";
    default: return "signal";
  }
}

// "x == 2 (x = 1)"
std::string condition_text(const ViolationFacts& facts) {
  std::string text = at(facts.subjects, 0);
  for (std::size_t i = 1; i < facts.subjects.size(); ++i) {
    text +=
        fmt::format("{}{} = {}", i == 1 ? " (" : ", ", facts.subjects[i], value_at(facts, i - 1));
  }
  return facts.subjects.size() > 1 ? text + ")" : text;
}

// "std::vector::back() of an empty container"
std::string precondition_text(const ViolationFacts& facts) {
  const std::string function = at(facts.subjects, 0) + "()";
  const std::string condition = at(facts.subjects, 1);
  if (condition == "!this->empty()" || condition == "!empty()") {
    return function + " of an empty container";
  }
  return fmt::format("{} requires '{}', which does not hold", function, condition);
}

std::string heap_access_text(const ViolationFacts& facts) {
  using namespace heap_access;
  std::string text = fmt::format(
      "{}: {} of {}", facts.code == UseAfterFree ? "use after free" : "out of bounds",
      value_at(facts, kIsWrite) != 0 ? "write" : "read", bytes_text(value_at(facts, kSize)));
  if (facts.code == NeverAllocated) return text + " in heap memory that was never allocated";
  text += fmt::format(", {} bytes {} a block of {} bytes allocated at {}",
                      value_at(facts, kDistance), value_at(facts, kIsAfter) != 0 ? "after" : "into",
                      value_at(facts, kBlockSize), place_at(facts, 0));
  if (facts.code == UseAfterFree) text += ", freed at " + place_at(facts, 1);
  return text;
}

std::string race_subject_text(const ViolationFacts& facts) {
  if (facts.code == DataRace) return "data race on " + at(facts.subjects, 0);
  return fmt::format("data race on byte {} of a heap block of {} bytes allocated at {}",
                     value_at(facts, race::kOffset), value_at(facts, race::kBlock),
                     place_at(facts, 2));
}

std::string race_side_text(std::int64_t access, std::int64_t size, const std::string& place) {
  const auto text = [&](const char* what) {
    return fmt::format("{} of {} at {}", what, bytes_text(size), place);
  };
  switch (access) {
    case race::kRead: return text("read");
    case race::kWrite: return text("write");
    case race::kAtomicRead: return text("atomic read");
    case race::kAtomicWrite: return text("atomic write");
    default: return "free at " + place;
  }
}

std::string race_text(const ViolationFacts& facts) {
  return fmt::format("{}: {}, {}", race_subject_text(facts),
                     race_side_text(value_at(facts, race::kFirstAccess),
                                    value_at(facts, race::kFirstSize), place_at(facts, 0)),
                     race_side_text(value_at(facts, race::kSecondAccess),
                                    value_at(facts, race::kSecondSize), place_at(facts, 1)));
}

std::string livelock_text(const ViolationFacts& facts) {
  std::string text = "livelock: waits in a loop that no thread will end";
  for (std::size_t i = 0; i < facts.places.size(); ++i) {
    text += (i == 0 ? " (" : ", ") + place_at(facts, i);
  }
  return facts.places.empty() ? text : text + ")";
}

// One of the two steps that differ: "main: lock m at queue.c:12".
std::string step_text(const ViolationFacts& facts, std::size_t which) {
  const auto kind = static_cast<OpKind>(value_at(facts, 1 + which));
  std::string text = fmt::format("{}: {}", at(facts.subjects, 3 * which), name(kind));
  for (std::size_t i = 1; i < 3; ++i) {
    const std::string object = at(facts.subjects, 3 * which + i);
    if (!object.empty()) text += " " + object;
  }
  const std::string place = place_at(facts, which);
  return place.empty() ? text : text + " at " + place;
}

// "writes out of bounds of a heap block"
std::string access_text(const ViolationFacts& facts) {
  const bool is_write = value_at(facts, 0) != 0;
  const std::string verb = is_write ? "writes" : "reads";
  const std::string subject = "'" + at(facts.subjects, 0) + "'";
  switch (facts.code) {
    case NullPointer: return verb + " through a null pointer";
    case WildPointer: return verb + " through a wild pointer";
    case OutsideOfVariable: return verb + " out of bounds of " + subject;
    case OutsideOfHeapBlock: return verb + " out of bounds of a heap block";
    case OutsideOfLocal: return verb + " out of bounds of a local variable";
    case LocalOfReturned: return verb + " a local variable of a function that has returned";
    case FunctionPointer: return verb + " through a pointer to a function, or a wild one";
    case FreedMemory: return verb + (is_write ? " to" : "") + " memory that has been freed";
    case AccessesLockInside: return verb + (is_write ? " to" : "") + " the inside of a lock";
    default: return "writes to constant " + subject;
  }
}

std::string made_sentence(const ViolationFacts& facts) {
  const std::int64_t first = value_at(facts, 0);
  switch (facts.code) {
    case AssertionFailed:
      return fmt::format("{}: assertion '{}' failed", at(facts.subjects, 0), at(facts.subjects, 1));
    case ConditionIsFalse: return "assertion failed: " + condition_text(facts);
    case LibraryPrecondition: return precondition_text(facts);
    case ThrowsException:
      if (facts.subjects.size() < 2) return "throws an exception: " + at(facts.subjects, 0);
      return fmt::format("uncaught exception {}{}{}", facts.subjects[0],
                         facts.subjects[1].empty() ? "" : ": ", facts.subjects[1]);
    case SignalAtAddress:
      return fmt::format("{} at address {:#x}", signal_text(first),
                         static_cast<std::uint64_t>(value_at(facts, 1)));
    case RaisesSignal: return fmt::format("raised signal {}", first);
    case KilledBySignal:
      return fmt::format("the process was killed by signal {} ({})", first,
                         strsignal(static_cast<int>(first)));
    case ProcessEnded: return fmt::format("the process ended with status {}", first);
    case IndexOutOfRange:
      return fmt::format("index {} out of range: {} has {} element{}", first, at(facts.subjects, 0),
                         value_at(facts, 1), value_at(facts, 1) == 1 ? "" : "s");
    case DoubleFree: return "double free: freed before at " + place_at(facts, 0);
    case UseAfterFree:
    case OutOfBounds:
    case NeverAllocated: return heap_access_text(facts);
    case Leak:
      return fmt::format("leak: a block of {} bytes allocated at {} was never freed", first,
                         place_at(facts, 0));
    case DataRace:
    case DataRaceInHeap: return race_text(facts);
    case Livelock: return livelock_text(facts);
    case ComputesWithoutEnd:
      return fmt::format("computes without end: no visible operation in {} instructions", first);
    case HandleOfNoThread: return fmt::format("{} is not the handle of a thread", first);
    case ExitStatus: return fmt::format("exit with status {}", first);
    case ImpossibleChoice: return fmt::format("cannot choose one of {} values", first);
    case StepDiffers:
      return fmt::format(
          "the program is not deterministic: after the same {} steps it did\n  {}\nand then\n  {}",
          first, step_text(facts, 0), step_text(facts, 1));
    case PlanDiffers:
      return fmt::format("the program is not deterministic: step {} of the plan cannot be taken",
                         first);
    default: return access_text(facts);
  }
}

bool is_statement_misuse(ViolationCode code) {
  return code >= MutexIsNotHeld && code <= HandleOfNoThread;
}

// Codes whose sentence begins with the first place, where it happened; all other sentences name
// their places themselves.
bool leads_with_place(ViolationCode code) {
  switch (code) {
    case DoubleFree:
    case UseAfterFree:
    case OutOfBounds:
    case Leak:
    case DataRace:
    case DataRaceInHeap:
    case Livelock:
    case StepDiffers: return false;
    default: return true;
  }
}

std::string sentence(const ViolationFacts& facts) {
  const std::string_view plain = plain_sentence(facts.code);
  std::string text =
      !plain.empty() || facts.code == None ? std::string(plain) : made_sentence(facts);
  if (is_statement_misuse(facts.code)) text.insert(0, at(facts.subjects, 0) + ": ");
  return text;
}

// Whether the line is that of the place, which may be told with fewer folders.
bool is_line_of(const FactPlace& named, const Place& place) {
  return place.line != 0 && named.line == place.line && named.file.ends_with(place.file);
}

// Whether this is the place at the beginning of the sentence.
bool leads_with(const ViolationFacts& facts, const Place& place) {
  if (!leads_with_place(facts.code) || facts.places.empty()) return false;
  const FactPlace& leading = facts.places.front();
  return is_line_of(leading, place) && leading.file.find(' ') == std::string::npos;
}

// "push" of "void push<int>(int)".
std::string bare_name(const std::string& function) {
  const std::string name = function.substr(0, function.find_first_of("<("));
  return name.substr(name.find_last_of(" :") + 1);
}

}  // namespace

std::string violation_text(const ViolationFacts& facts) {
  const bool has_place = leads_with_place(facts.code) && !facts.places.empty();
  return has_place ? place_at(facts, 0) + ": " + sentence(facts) : sentence(facts);
}

std::string brief_violation_text(const ViolationFacts& facts, const Place& place) {
  if (kind_of(facts.code) == ViolationKind::Race) return race_subject_text(facts);
  if (!leads_with(facts, place)) return violation_text(facts);
  // The program may name its function in full: "int main(void)", "void f(T) [T = int]".
  const std::string function = at(facts.subjects, 0);
  if (facts.code == AssertionFailed && !place.function.empty() &&
      (function == place.function ||
       function.find(bare_name(place.function)) != std::string::npos)) {
    return fmt::format("assertion '{}' failed", at(facts.subjects, 1));
  }
  return sentence(facts);
}

bool names_place(const ViolationFacts& facts, const Place& place) {
  if (leads_with(facts, place)) return false;
  return std::any_of(facts.places.begin(), facts.places.end(),
                     [&](const FactPlace& named) { return is_line_of(named, place); });
}

std::string error_text(const std::exception& error) {
  const auto* const with_facts = dynamic_cast<const ViolationError*>(&error);
  return error.what() + (with_facts == nullptr ? "" : violation_text(with_facts->facts()));
}

}  // namespace skein
