// SPDX-License-Identifier: Apache-2.0
// What a detailed run records about a step or a violation: source places, call stacks, values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/violation.hpp"

namespace skein {

// A place in the program's text. Unknown parts are empty or 0.
struct Place {
  std::string file;  // as in messages: "queue.c"
  std::string path;  // where it was compiled: "/home/me/queue.c"
  std::uint32_t line = 0;
  std::string function;        // "push(int)"
  std::string text;            // the line's source text, trimmed
  std::uint32_t declared = 0;  // the line of the function's own declaration
};

using Stack = std::vector<Place>;  // innermost first

// What a step did to the memory its operation is about.
struct StepDetails {
  Stack stack;
  std::optional<std::int64_t> before;
  std::optional<std::int64_t> after;
  std::uint32_t size = 0;  // bytes; 0: unknown, or the operation is about no memory
  // What a machine knows beyond that; may be empty: the values as the source would write them, and
  // the names of the operation's two objects at that time.
  std::string before_text = {};
  std::string after_text = {};
  std::vector<std::string> objects = {};
};

// The whole that a piece of data is a part of.
struct Whole {
  enum class Kind : std::uint8_t {
    Unknown,   // no name but its address
    Variable,  // "main: cache"
    Heap,      // "Node@queue.cpp:14": all blocks that were made there
    Frame,     // "main": the debug information does not say which variable of it
  };
  Kind kind = Kind::Unknown;
  std::string name = {};
};

// One side of a data race.
struct AccessDetails {
  AgentId agent;
  StepIndex step;  // the step whose local code made the access
  bool is_write = false;
  bool is_atomic = false;
  bool is_free = false;  // an access that frees the heap block
  // Whether it is the operation of the step, not an access of the local code after it; empty: not
  // known.
  std::optional<bool> is_step = {};
  std::uint32_t size = 0;
  Stack stack;
  std::optional<std::int64_t> value;  // seen by a read, or overwritten by a write
  std::string value_text;
};

// The origin and end of a heap block.
struct BlockDetails {
  std::uint64_t size = 0;
  AgentId allocated_by;
  Stack allocated;
  AgentId freed_by;  // none: not freed
  Stack freed;
};

// A plain read just before a violation.
struct ReadDetails {
  std::string name;
  std::int64_t value = 0;
  std::string file;
  std::uint32_t line = 0;
  std::string value_text = {};  // as the source would write it; may be empty
};

// A variable of the function where a violation happened, in scope there.
struct LocalDetails {
  std::string name;
  std::string value;  // as the source would write it
};

struct ViolationDetails {
  std::optional<ViolationFacts> facts;  // the violation's, with better names and places
  Stack stack;                          // where it happened; for a race: the later access
  std::vector<AccessDetails> accesses;  // for a race: both, in the order in which they happened
  std::string object;                   // for a race: "queue.items[3]"
  Whole whole;                          // which it belongs to: "queue"
  std::optional<BlockDetails> block;    // the heap block it is about
  std::vector<ReadDetails> reads;       // the agent's last plain reads, in their order
  std::vector<LocalDetails> locals;     // those whose values are known
  // The stacks with all frames of libraries, if those above leave some out: of both accesses, or
  // where it happened.
  std::vector<Stack> whole_stacks = {};
};

// A function of the C++ library that sleeps although what it waits for has come.
struct LibraryFault {
  std::string function;    // "std::counting_semaphore::acquire"
  std::int64_t count = 0;  // of the semaphore or latch
};

}  // namespace skein
