// SPDX-License-Identifier: Apache-2.0
// A model program in the form that the model machine executes.
//
// A model file (docs/model-files.md) is compiled to a compact form: one code array for all
// bodies, registers instead of local names, object numbers instead of shared names. An instruction
// is either local (arithmetic, jumps, `data`) or visible (one or two operations of the table in
// core/operation.hpp). The compiled form knows the source only through `sites`, for people.
//
// Numbering of shared things: the cells of atomic and plain variables come first, and a cell's
// number is its ObjectId. The cells of `data` follow; they are not objects. Synchronisation objects
// have the ObjectIds after the visible cells. The machine gives ObjectIds to lives of agents and
// turns of fifo handlers as they appear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace skein {

// An entry of ModelProgram::bodies.
using BodyId = Id<struct BodyTag>;
inline constexpr BodyId kMainBody{std::uint32_t{0}};

// Limits that keep a malicious file from exhausting memory or time.
inline constexpr std::int64_t kMaxArray = 65536;
inline constexpr std::size_t kMaxObjects = 262144;
inline constexpr std::size_t kMaxRegisters = 1024;
inline constexpr std::size_t kMaxParameters = 8;
inline constexpr std::int64_t kMaxChoices = 100000;
inline constexpr std::size_t kMaxAgents = 4096;
inline constexpr std::int64_t kMaxLocalInstructions = 1000000;

enum class Code : std::uint8_t {
  // Local. dst := x op y.
  Move,
  Bool,  // dst := x != 0
  Not,
  Negate,
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Eq,
  Ne,
  Lt,
  Le,
  Jump,        // to `target`
  JumpIfZero,  // to `target` if x is 0
  JumpIfNot0,
  LoadData,  // dst := cell
  StoreData,
  LoadArray,  // dst := element of a local array; base: its first register
  StoreArray,
  Assert,
  Assume,
  // Visible. The machine stops at each of these, before its operation.
  Start,
  Exit,
  Begin,
  End,
  Create,
  Post,
  Join,
  Detach,
  Lock,
  TryLock,
  Unlock,
  ReadLock,
  TryReadLock,
  ReadUnlock,
  WriteLock,
  TryWriteLock,
  WriteUnlock,
  Wait,  // always followed by Wake or TimedWake
  Wake,
  TimedWake,
  Signal,
  Broadcast,
  Arrive,  // always followed by Pass
  Pass,
  SemWait,
  SemTryWait,
  SemPost,
  SemInit,
  SemValue,
  OnceEnter,
  OnceLeave,
  Load,
  Store,
  FetchAdd,
  FetchSub,
  Exchange,
  Cas,
  PlainLoad,
  PlainStore,
  FutexWait,  // always followed by FutexResume or FutexTimedResume
  FutexResume,
  FutexTimedResume,
  FutexWake,
  LibraryCall,
  Choose,
  Fence,
  Yield,
};

inline constexpr Code kFirstVisible = Code::Start;

// An operand: a register if not negative, else constants[~operand].
using Operand = std::int32_t;
inline constexpr Operand kNoOperand = std::numeric_limits<Operand>::max();

// One element of an array: number `index` (kNoOperand: the only one) of `size` elements from `base`
// on.
struct Element {
  std::uint32_t base = 0;
  std::uint32_t size = 1;
  Operand index = kNoOperand;
};

struct Instruction {
  Code code = Code::Exit;
  OpKind kind = OpKind::Yield;  // of a visible instruction
  bool is_recursive = false;    // Lock, TryLock, Unlock: the mutex is recursive
  bool is_fifo = false;         // Post: the handler is fifo
  std::int32_t dst = -1;        // register for the result; -1: discarded
  // The accessed object; see Element.
  std::uint32_t base = 0;
  std::uint32_t size = 1;
  Operand index = kNoOperand;
  // Wait, Wake: the mutex, as an Element. Post: the distance from a handler to its mailbox.
  std::uint32_t base2 = 0;
  std::uint32_t size2 = 1;
  Operand index2 = kNoOperand;
  Operand x = kNoOperand;
  Operand y = kNoOperand;
  // Jumps: the target. Create, Post: the body; its arguments are the registers from x on. Assert:
  // the index into `assertions`.
  std::uint32_t target = 0;
  SiteId site;

  [[nodiscard]] Element first() const { return {base, size, index}; }
  [[nodiscard]] Element second() const { return {base2, size2, index2}; }
};

struct Site {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t text = 0;  // index into `texts`
};

struct ModelBody {
  std::string name;
  bool is_message = false;
  std::uint32_t entry = 0;  // into `code`
  std::uint32_t parameters = 0;
  std::uint32_t registers = 0;
  std::vector<std::string> register_names;  // of the parameters and locals, which come first
};

enum class SharedKind : std::uint8_t {
  Atomic,
  Plain,
  Data,
  Mutex,
  RwLock,
  Cond,
  Sem,
  Barrier,
  Once,
  Library,
  Handler,
  Mailbox,
};

// A declared variable or object, or an array of them.
struct SharedArray {
  std::string name;
  SharedKind kind = SharedKind::Data;
  std::uint32_t base = 0;  // number of its first cell (variables) or object (all others)
  std::uint32_t size = 1;
  bool is_array = false;
  bool is_recursive = false;
  bool is_fifo = false;
  std::uint32_t rank = 0;  // RwLock: the number of rwlocks before it
};

struct AssertionOperand {
  std::string text;
  Operand operand = kNoOperand;
};

struct Assertion {
  std::string condition;
  std::vector<AssertionOperand> operands;  // their values explain a failure
};

// An agent of one body creates agents of another: at one place, at most `times` times.
struct ModelCreation {
  std::uint32_t creator = 0;  // body
  std::uint32_t body = 0;
  std::uint64_t times = 1;
};
inline constexpr std::uint64_t kUncounted = 1'000'000;  // a number of agents that has no bound

struct ModelProgram {
  std::string file;
  std::vector<Instruction> code;
  std::vector<std::int64_t> constants;
  std::vector<ModelBody> bodies;  // main is body 0
  std::vector<SharedArray> shared;
  std::vector<std::int64_t> cells;  // initial values; visible ones first
  std::uint32_t visible_cells = 0;
  std::vector<std::int64_t> sync;         // initial value of each object after the visible cells
  std::vector<std::uint32_t> sync_array;  // for each of these: its index into `shared`
  std::uint32_t rwlocks = 0;
  std::vector<ModelCreation> creations;
  std::vector<bool> is_blind;  // for each object of `sync`: a barrier with blind arrivals
  std::vector<Assertion> assertions;
  std::vector<Site> sites;
  std::vector<std::string> texts;
  std::map<std::string, std::int64_t> params;       // with the values used
  bool has_default_params = true;                   // no parameter was set from outside
  std::map<std::string, std::string> expectations;  // key -> value, as the file states

  // The machine assigns the ObjectIds from this number on.
  [[nodiscard]] std::uint32_t static_objects() const {
    return visible_cells + static_cast<std::uint32_t>(sync.size());
  }
  // The declaration of a synchronisation object.
  [[nodiscard]] const SharedArray& array_of(ObjectId object) const {
    return shared[sync_array[object.value - visible_cells]];
  }
  [[nodiscard]] bool has_blind_arrivals(ObjectId barrier) const {
    return is_blind[barrier.value - visible_cells];
  }
  [[nodiscard]] std::size_t read_rank(ObjectId rwlock) const {
    const SharedArray& array = array_of(rwlock);
    return array.rank + (rwlock.value - array.base);
  }
};

}  // namespace skein
