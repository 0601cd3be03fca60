// SPDX-License-Identifier: Apache-2.0
// The ir machine: LLVM bitcode as a machine with states (core/states.hpp).
//
// A step is one visible operation (an access to memory that others can reach, a lock, a creation,
// a choice) and the local code after it, up to the next visible one. Both are a function of the
// thread's local state and of the objects touched; so the outcome of a step is computed once for
// each such combination and looked up from then on, and what an exploration costs does not
// depend on how much local code there is.
//
// Names. A thread is named by its creator and an ordinal, a block by its maker and a number; both
// are the lowest that the creator knows to be free (joined; freed by itself, without a pointer to
// it among its own values). So loops that create and join, or allocate and free, come back to the
// same state.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/block_names.hpp"
#include "machine/ir/builtins.hpp"
#include "machine/ir/cells.hpp"
#include "machine/ir/program.hpp"
#include "machine/ir/thread.hpp"
#include "machine/source_text.hpp"
#include "machine/teller.hpp"

namespace skein::ir {

struct SystemOptions {
  bool steps_are_statements = false;
  bool signed_overflow_is_a_bug = false;
  // One wait for a condition of each thread may end unsignalled. (More would let no lost signal be
  // a deadlock, and no loop around a wait end.)
  bool has_spurious_wakeups = false;
  bool uninitialised_is_a_bug = false;  // reading what malloc gave before it was written
  std::optional<std::pair<std::int64_t, std::int64_t>> nondet;  // range of __VERIFIER_nondet_*
  std::uint64_t most_local_steps = 10'000'000;                  // then a step computes without end
  // A block that is made when the lowest free name may still be in others' hands gets that name, or
  // one of so many more.
  std::uint32_t spare_names = 0;
  std::vector<std::string> arguments;  // argv, the program's name first
};

class IrSystem final : public StateSystem {
 public:
  IrSystem(Program program, SystemOptions options);

  [[nodiscard]] ValueId initial_local() override;
  [[nodiscard]] ValueId initial_value(ObjectId x) override;
  [[nodiscard]] const Intent* intent(ValueId local) override;
  [[nodiscard]] bool is_assumed_away(ValueId local) const override;
  // Of a local state in which the thread has ended the program.
  [[nodiscard]] std::optional<int> exit_status(ValueId local) const {
    if (local == 0 || threads_.status(local) != Status::Over) return std::nullopt;
    return threads_.exit_status(local);
  }
  [[nodiscard]] std::uint32_t ways(ValueId local, std::span<const ValueId> values) override;
  [[nodiscard]] const Outcome& fire(ValueId local, std::span<const ValueId> values,
                                    std::uint32_t choice) override;
  [[nodiscard]] std::vector<MemoryAccess> accesses(ValueId local) override;
  [[nodiscard]] bool has_learnt() const override { return has_learnt_; }
  void begin_again() override;
  [[nodiscard]] bool is_in_section(ValueId local) const override;
  [[nodiscard]] std::string agent_name(AgentId agent) const override;
  [[nodiscard]] std::string object_name(ObjectId object) const override;
  [[nodiscard]] std::string site_text(SiteId site) const override;
  [[nodiscard]] SourceLine site_line(SiteId site) const override;
  // The same in parts, with the line's text.
  [[nodiscard]] Place place_of(SiteId site);
  // Where the agent in this local state stands, without functions that have no debug information.
  [[nodiscard]] Stack stack_of(ValueId local);
  // What lies at an address: "counter", "byte 8 of a heap block of main".
  [[nodiscard]] std::string memory_name(std::uint64_t address);
  // As the linker would say it, so that it means the same to other machines: "table+8". Empty for
  // what is no global variable.
  [[nodiscard]] std::string linker_name(ObjectId object) const;

  // For cli/stale_names.hpp. If the next step of a thread in this local state makes a block, or
  // decides which name it gets: the names that it may get, and an object in each.
  struct Made {
    std::uint32_t block = 0;
    ObjectId object;
  };
  [[nodiscard]] std::vector<Made> names_for(ValueId local);
  // Whether a thread in this local state, or an object with this value, has a pointer to the block.
  [[nodiscard]] bool thread_points_to(ValueId local, std::uint32_t block) const;
  [[nodiscard]] bool object_points_to(ValueId value, std::uint32_t block) const;

 private:
  // The part of an access that falls into one cell.
  struct Part {
    ObjectId object;
    std::uint32_t in_cell = 0;    // where it starts in the cell
    std::uint32_t in_access = 0;  // where it starts in the access
    std::uint32_t count = 0;
  };
  // What an object is.
  struct Name {
    bool is_life = false;     // of an agent
    std::uint32_t block = 0;  // or agent, for a life
    std::uint32_t cell = 0;
  };
  struct AgentName {
    std::uint32_t creator = 0;
    std::uint32_t ordinal = 0;
    std::uint32_t function = 0;  // as last created
  };
  // What one step of a memcpy or memset copies, and how much is done after it.
  struct Piece {
    std::uint64_t from = 0;
    std::uint64_t length = 0;
    std::uint64_t done = 0;
  };
  // A visible operation about to be executed: the thread, its objects' values.
  struct Step {
    Thread& thread;
    std::span<const ValueId> values;
    std::uint32_t choice;
    Outcome& outcome;
  };

  void forget_block(Thread& t, std::uint32_t block);
  void keep_block(Thread& t, std::uint32_t block);
  void publish(Thread& t, std::uint64_t value);

  // system.cpp: instructions and values.
  [[nodiscard]] const Instruction& here(const Thread& t) const {
    return program_.functions[t.frames.back().function].code[t.frames.back().pc];
  }
  [[nodiscard]] std::uint64_t get(const Frame& f, Operand operand) const {
    return operand >= 0 ? f.slots[static_cast<std::size_t>(operand)]
                        : program_.constants[static_cast<std::uint32_t>(~operand)];
  }
  [[nodiscard]] std::uint64_t argument(const Thread& t, const Instruction& in,
                                       std::uint32_t i) const {
    return get(t.frames.back(), program_.arguments[in.arguments + i]);
  }
  void run_local(Thread& t, Outcome& outcome);
  [[nodiscard]] bool step_local(Thread& t, const Instruction& in, Outcome& outcome);
  // local_builtins.cpp
  [[nodiscard]] bool step_builtin(Thread& t, const Instruction& in, Outcome& outcome);
  [[nodiscard]] bool format_real(Thread& t, const Instruction& in, Outcome& outcome);
  [[nodiscard]] bool compute_real_function(Thread& t, const Instruction& in);
  [[nodiscard]] bool parse_real(Thread& t, const Instruction& in, Outcome& outcome);
  void start_variadic(Thread& t, std::uint64_t list);
  void set_errno(Thread& t, std::uint32_t value);
  // clock.cpp
  void find_clock_uses();
  [[nodiscard]] bool clock_matters(const Thread& t) const;
  [[nodiscard]] std::uint64_t look_at_clock(Thread& t);
  void pass_time(Thread& t, std::uint64_t nanoseconds);
  void pass_until(Thread& t, std::uint64_t time);
  void pass_until_timeout(Thread& t, const Instruction& in);
  void leave_clock(const Thread& t, Cell& life) const;
  void take_clock(Thread& t, const Cell& life) const;
  void follow(Frame& f, std::uint32_t edge);
  void call(Thread& t, std::uint32_t function, std::span<const std::uint64_t> arguments);
  [[nodiscard]] bool return_from(Thread& t, const Instruction& in);
  void leave_call(Thread& t, std::span<const std::uint64_t> result);
  void finish(Frame& f, const Instruction& in, std::uint64_t result);
  // The same for an instruction that nobody else can see, of which the result is all: true.
  static bool set_result(Frame& f, const Instruction& in, std::uint64_t result) {
    f.slots[static_cast<std::size_t>(in.dst)] = result;
    ++f.pc;
    return true;
  }
  // After a thread's last function: true if there is more to do (destructors, atexit).
  [[nodiscard]] bool leave(Thread& t, Leaving why, std::uint64_t result);
  // The place in the program's own text: the caller's, if this is in the library.
  [[nodiscard]] SiteId site_of(const Thread& t) const;
  void fault(Thread& t, Outcome& outcome, ViolationFacts facts);
  [[noreturn]] void refuse(const Thread& t, const std::string& what) const;

  // memory.cpp: cells, private memory, pointers.
  [[nodiscard]] bool is_private(std::uint64_t pointer) const;
  [[nodiscard]] ViolationFacts trouble_with(const Thread& t, std::uint64_t pointer,
                                            std::uint64_t length, bool is_write) const;
  void split(std::uint64_t pointer, std::uint64_t length, std::vector<Part>& parts);
  [[nodiscard]] ObjectId cell_object(std::uint32_t block, std::uint32_t cell);
  [[nodiscard]] ObjectId object_at(std::uint64_t pointer);
  [[nodiscard]] std::uint32_t cells_of(std::uint32_t block) const;
  // A block of the heap, there or not; no number that the program made up.
  [[nodiscard]] bool is_heap_name(std::uint32_t block) const {
    return is_heap(block) && blocks_.is_name(block) && blocks_.words_of(block) > 0 &&
           blocks_.agent_of(block) < agents_.size();
  }
  void read_private(const Thread& t, std::uint64_t pointer, std::uint8_t* to,
                    std::size_t count) const;
  void write_private(Thread& t, std::uint64_t pointer, const std::uint8_t* from, std::size_t count);
  [[nodiscard]] bool read_parts(Step& s, std::span<const Part> parts, std::size_t first,
                                std::uint8_t* to, bool is_use = true);
  [[nodiscard]] bool write_parts(Step& s, std::span<const Part> parts, std::size_t first,
                                 const std::uint8_t* from);
  [[nodiscard]] std::string text_at(const Thread& t, std::uint64_t pointer) const;

  // visible.cpp: what is visible, and what it touches.
  [[nodiscard]] bool is_visible(const Thread& t, const Instruction& in);
  void describe(const Thread& t, Intent& intent);
  void describe_operation(const Thread& t, Intent& intent);
  void describe_builtin(const Thread& t, const Instruction& in, Intent& intent);
  [[nodiscard]] ViolationFacts trouble_before(const Thread& t, const Instruction& in);
  void touch(Intent& intent, std::uint64_t pointer, std::uint64_t length, Access access);
  void touch_block(Intent& intent, std::uint32_t block);
  void touch_returned(const Frame& f, Intent& intent);
  [[nodiscard]] std::vector<std::uint32_t> free_numbers(const Thread& t, std::size_t count) const;
  [[nodiscard]] bool looks_first(const Thread& t, const Instruction& in) const;
  [[nodiscard]] std::uint64_t requested(const Thread& t, const Instruction& in) const;
  [[nodiscard]] std::uint64_t alignment_of(const Thread& t, const Instruction& in) const;
  [[nodiscard]] std::uint32_t named_block(const Thread& t, const Instruction& in,
                                          std::uint32_t number);
  [[nodiscard]] std::vector<std::uint32_t> possible_blocks(const Thread& t, const Instruction& in);
  [[nodiscard]] bool makes_block(const Thread& t, const Instruction& in) const;
  [[nodiscard]] bool chooses_name(const Thread& t, const Instruction& in);
  [[nodiscard]] std::uint32_t new_block(const Thread& t, const Instruction& in);
  [[nodiscard]] std::uint32_t next_child(const Thread& t);

  // operations.cpp, locks.cpp: their effects.
  [[nodiscard]] bool execute(Step& s, const Intent& intent);  // true: the thread is gone
  void execute_memory(Step& s, const Instruction& in);
  void execute_builtin(Step& s, const Instruction& in, const Intent& intent);
  void execute_thread_operation(Step& s, const Instruction& in, const Intent& intent);
  void execute_block_operation(Step& s, const Instruction& in, const Intent& intent);
  void execute_copy(Step& s, const Instruction& in, const Intent& intent);
  // sections.cpp
  struct Ahead;
  struct Lookout;
  [[nodiscard]] bool is_section(const Thread& t) const;
  void describe_section(const Thread& t, Intent& intent);
  void look_ahead(Ahead ahead, Lookout& out);
  [[nodiscard]] bool execute_part(Step& s, const Intent& intent);
  void execute_section(Step& s, const Intent& intent);
  // section_lock.cpp
  [[nodiscard]] ObjectId section_lock();
  [[nodiscard]] bool is_guarded(const Intent& intent) const;
  [[nodiscard]] bool is_kept_waiting(const Intent& intent, std::span<const ValueId> values) const;
  void describe_section_lock(Intent& intent);
  void guard(const Thread& t, Intent& intent);
  void execute_section_lock(Step& s, const Instruction& in);
  // copies.cpp
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> span_at(std::uint64_t pointer,
                                                                bool& is_cell) const;
  [[nodiscard]] Piece next_piece(const Thread& t, const Instruction& in) const;
  [[nodiscard]] ValueId new_word(std::uint64_t bytes, std::size_t i, bool is_defined);
  void execute_realloc(Step& s, const Instruction& in);
  void execute_mutex(Step& s, const Instruction& in);
  void execute_rwlock(Step& s, const Instruction& in);
  void execute_cond(Step& s, const Instruction& in);
  void execute_other_lock(Step& s, const Instruction& in);
  void execute_once(Step& s, const Instruction& in);
  void release_blocks(Thread& t, const Frame& f);
  void store_result(Step& s, const Intent& intent, std::size_t first, std::uint64_t pointer,
                    std::uint64_t value, std::uint32_t bytes);
  // The value of an object as a lock of this kind; memory that is all zero is a fresh one. False:
  // it is something else, and the fault has been noted.
  [[nodiscard]] bool as_lock(Step& s, std::size_t i, ValueKind kind, Cell& cell);
  [[nodiscard]] std::optional<Cell> lock_in(ValueId value, ValueKind kind) const;
  // small_locks.cpp: the same for a lock of 4 bytes at this place in the cell; `with_small_lock` is
  // the cell's value with the lock in this state.
  [[nodiscard]] static bool is_small(const Instruction& in);
  [[nodiscard]] std::uint32_t place_in_cell(const Thread& t, const Instruction& in) const;
  [[nodiscard]] std::optional<Cell> small_lock_in(ValueId value, ValueKind kind,
                                                  std::uint32_t place) const;
  [[nodiscard]] ValueId with_small_lock(ValueId value, std::uint32_t place, const Cell& lock);
  [[nodiscard]] std::optional<Cell> lock_of(const Thread& t, const Instruction& in, ValueId value,
                                            ValueKind kind) const;
  [[nodiscard]] bool has_room_for_small_lock(const Step& s, const Instruction& in) const;
  void put_lock(Step& s, const Instruction& in, const Cell& lock);
  [[nodiscard]] static bool overlaps_small_lock(const Cell& cell, const Part& part);
  static void erase_small_locks(Cell& cell, const Part& part);
  [[nodiscard]] bool may_wake_spuriously(const Thread& t) const {
    return options_.has_spurious_wakeups && !t.had_spurious_wakeup;
  }
  [[nodiscard]] std::uint32_t lock_ways(const Thread& t, const Instruction& in,
                                        std::span<const ValueId> values) const;

  // names.cpp
  [[nodiscard]] AgentId child_agent(const Thread& creator, std::uint32_t ordinal);
  [[nodiscard]] ObjectId life(std::uint32_t agent);

  static constexpr std::uint32_t kNameChosen = 2;  // the phase of an allocation, and which name

  bool has_clocks_ = false;  // somebody looks at them
  // By function and instruction: whether from there the function may use the thread's clock, and
  // whether it may return.
  std::vector<std::vector<char>> uses_clock_;
  std::vector<std::vector<char>> returns_;
  Program program_;
  SourceText sources_;
  SystemOptions options_;
  BlockNames blocks_;
  Cells cells_;
  Threads threads_;
  std::vector<Name> names_;                              // by object
  std::unordered_map<std::uint64_t, ObjectId> by_cell_;  // block and cell
  std::vector<ObjectId> lives_;                          // by agent
  ObjectId section_lock_;             // of all atomic sections; none: each is one step
  std::vector<char> is_of_sections_;  // by object: sections that are locks touch it
  bool has_learnt_ = false;
  std::vector<AgentName> agents_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_name_;
  std::deque<std::optional<Intent>> intents_;  // by local state
  // What is known of a local state with these values of its objects, and of each choice.
  struct Known {
    ValueId local = 0;
    std::uint32_t choice = 0;
    std::vector<ValueId> values;
    std::uint32_t ways = 0;
    Outcome outcome;
  };
  // By a hash; where something else is there already, by the hash of that, and so on. With choice
  // kNone the ways.
  [[nodiscard]] Known& known(ValueId local, std::span<const ValueId> values, std::uint32_t choice,
                             bool& is_new);
  std::deque<Known> known_;
  tsl::robin_map<std::uint64_t, std::uint32_t> by_key_;
};

}  // namespace skein::ir
