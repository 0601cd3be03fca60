// SPDX-License-Identifier: Apache-2.0
// Random event-driven programs: threads and messages that post to handlers, for the property tests.
//
// A program is structured data that renders to the text of a model file and can be made smaller.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace skein::test {

enum class EventAct : std::uint8_t {
  Store,     // to a variable
  Load,      // of one
  Add,       // read-modify-write
  If,        // load, and the body if it was 0
  Post,      // message `what` to the handler `where`
  Critical,  // the body under the mutex
  Shared,    // the body under the readers-writer lock, as a reader if `where` is 0
  Halt,      // an assertion (`where` is 0) or an assumption that a variable is 0
  SemWait,   // on the semaphore `what`
  SemPost,   // of it
  Sleep,     // on the condition variable
  Signal,    // of it; a broadcast if `where` is not 0
  Choose,    // the body in one of two cases
};

struct EventStatement {
  EventAct act = EventAct::Load;
  std::uint32_t what = 0;
  std::uint32_t where = 0;
  std::vector<EventStatement> body;
};

using EventBlock = std::vector<EventStatement>;

// What the programs of a test have.
struct EventTheme {
  std::string name;
  bool branches = false;  // messages do different things depending on what they read
  bool locks = false;
  bool fifo = false;     // some handlers keep the order of the posts
  bool halts = false;    // agents halt, messages too
  bool waits = false;    // agents wait for each other, messages too
  bool chooses = false;  // there are choices
};

struct EventProgram {
  std::vector<EventBlock> threads;   // 0 is main, which first creates the others
  std::vector<EventBlock> messages;  // message i posts messages above i only
  std::vector<bool> is_fifo;         // by handler

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::size_t statements() const;
};

[[nodiscard]] EventProgram random_event_program(std::uint64_t seed, const EventTheme& theme);
// All programs with one statement less.
[[nodiscard]] std::vector<EventProgram> smaller(const EventProgram& program);

}  // namespace skein::test
