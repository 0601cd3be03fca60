// SPDX-License-Identifier: Apache-2.0
#include "runtime/foreign/waiting_loops.hpp"

#include <cstdint>

#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::foreign::waiting_loops {

namespace {

constexpr greg_t kTrapFlag = 1U << 8U;

using channel::ForeignLoop;

// Where an agent is in its loop.
struct Place {
  const ForeignLoop* loop;  // null: in none
  greg_t pc;                // the instruction that it executes next
  bool is_step;             // it has made its step, and has not executed the instruction
  greg_t last_pc;           // of its last step in foreign code, and the registers there
  std::uint64_t last_registers;
};

Place places[channel::kMaxAgents];

Place& place() { return places[g.current->id.index()]; }

std::uint64_t hash_of(const greg_t* registers) {
  std::uint64_t hash = 0;
  for (int i = REG_R8; i <= REG_RSP; ++i) {
    hash = (hash ^ static_cast<std::uint64_t>(registers[i])) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29U;
  }
  return hash;
}

const ForeignLoop* find_loop(greg_t pc) {
  const channel::Channel& c = *g.channel;
  for (std::uint32_t i = 0; i < c.foreign_loop_count && i < channel::kMaxForeignLoops; ++i) {
    if (c.foreign_loops[i].pc == static_cast<std::uint64_t>(pc)) return &c.foreign_loops[i];
  }
  return nullptr;
}

void ask_about(greg_t pc) {
  const channel::Settings& settings = g.channel->settings;
  if (!settings.learns_dead_values || !settings.recognises_spins) return;
  watched::learn(channel::foreign_words::make_loop(static_cast<std::uint64_t>(pc)));
}

// The number of the instruction in the loop; `count` if it is not in it.
std::uint32_t find(const ForeignLoop& loop, greg_t pc) {
  std::uint32_t i = 0;
  while (i < loop.count && loop.instructions[i] != static_cast<std::uint64_t>(pc)) ++i;
  return i;
}

void end_loop(Place& here, greg_t* registers) {
  here.loop = nullptr;
  registers[REG_EFL] &= ~kTrapFlag;
  spins::note_change();
}

// What the signal's frame says besides the state of the agent: how it came here.
void wipe_traces(greg_t* registers) {
  constexpr greg_t kResumeFlag = 1U << 16U;
  registers[REG_EFL] &= ~(kTrapFlag | kResumeFlag);
  for (const int place : {REG_ERR, REG_TRAPNO, REG_CR2}) registers[place] = 0;
}

}  // namespace

void begin_run() {
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) places[g.run_agents[i]] = Place{};
}

void arrive(greg_t pc, greg_t* registers) {
  Place& here = place();
  const ForeignLoop* const loop = find_loop(pc);
  const std::uint64_t hash = hash_of(registers);
  if (loop == nullptr && here.last_pc == pc && here.last_registers == hash) ask_about(pc);
  here.last_pc = pc;
  here.last_registers = hash;
  if (here.loop == nullptr && loop != nullptr && loop->count > 0) here.loop = loop;
  here.pc = pc;
  here.is_step = true;
  wipe_traces(registers);
  spins::is_foreign = true;
  spins::foreign_frame = here.loop == nullptr
                             ? nullptr
                             : reinterpret_cast<const char*>(registers) + spins::kSavedRegisters;
}

void leave(greg_t* registers) {
  Place& here = place();
  if (here.loop == nullptr) return;
  here.is_step = registers[REG_RIP] == here.pc;
  here.pc = registers[REG_RIP];
  if (find(*here.loop, here.pc) == here.loop->count) {
    end_loop(here, registers);
  } else {
    registers[REG_EFL] |= kTrapFlag;
  }
}

void on_instruction(greg_t* registers) {
  Place& here = place();
  if (here.loop == nullptr) return;
  const std::uint32_t done = find(*here.loop, here.pc);
  const bool was_seen =
      here.is_step || (done < here.loop->count && !here.loop->accesses_memory[done]);
  here.is_step = false;
  here.pc = registers[REG_RIP];
  if (!was_seen || find(*here.loop, here.pc) == here.loop->count) {
    end_loop(here, registers);
  } else {
    registers[REG_EFL] |= kTrapFlag;
  }
}

}  // namespace skein::runtime::foreign::waiting_loops
