// SPDX-License-Identifier: Apache-2.0
// What a run with `records_details` reports beyond its steps: call stacks, values, accesses and
// heap blocks. runtime/observe/details.hpp fills it in, machine/native/native_details.cpp reads it.
// Stacks are referred to by number, from 1; 0 means no stack.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "protocol/limits.hpp"

namespace skein::channel {

// The registers that a call preserves, by their numbers in DWARF: rbx, rbp, r12 to r15.
inline constexpr std::uint32_t kFrameRegisters = 6;
inline constexpr int kFrameRegister[kFrameRegisters] = {3, 6, 12, 13, 14, 15};

// The address of a frame is a return address: the call lies just before it.
struct StackDetails {
  std::uint32_t count;
  std::uint64_t frames[kMaxFrames];  // innermost first
};

struct StepDetails {
  std::uint32_t stack;
  std::uint8_t size;  // bytes of the location, up to 8; 0: the values say nothing
  bool has_before;
  bool has_after;
  std::uint64_t before;
  std::uint64_t after;
};

struct AccessDetails {
  AgentId agent;
  StepIndex step;
  std::uint32_t stack;
  std::uint8_t size;
  bool is_write;
  bool is_atomic;
  bool is_free;
  bool has_value;
  std::uint64_t value;
};

struct ReadDetails {
  std::uint64_t pc;
  std::uint64_t address;
  std::uint64_t value;
  std::uint8_t size;
};

// A function that is being executed: where it is, its part of the stack, and the registers that
// calls preserve (kFrameRegister).
struct FrameDetails {
  std::uint64_t pc;        // a return address, as in StackDetails
  std::uint64_t function;  // where the function's code begins
  std::uint64_t low;       // the stack pointer
  std::uint64_t end;       // the canonical frame address: the stack pointer before its call
  std::uint64_t registers[kFrameRegisters];
};

struct ViolationDetails {
  std::uint32_t stack;
  bool is_race;
  AccessDetails earlier;  // of a race
  AccessDetails later;
  std::uint64_t address;     // of a race
  std::uint64_t block_size;  // of the heap block it is about; 0: none
  AgentId allocated_by;
  AgentId freed_by;
  std::uint32_t allocated;  // stacks
  std::uint32_t freed;
  std::uint32_t read_count;
  ReadDetails reads[kMaxReads];  // the agent's last plain reads of this step, in their order
};

// The innermost functions of an agent at a violation, and what its stack contained there.
struct FramesDetails {
  std::uint32_t count;
  std::uint32_t stack_size;
  std::uint64_t stack_begin;
  FrameDetails frames[kMaxLocalFrames];
  unsigned char stack_bytes[kMaxStackBytes];
};

// A heap block of the run, freed or not.
struct BlockDetails {
  std::uint64_t begin;
  std::uint64_t size;
  std::uint32_t stack;  // of its allocation
};

// What an address on a stack or in the heap belonged to from a step on, until another entry for the
// same address. On a stack: the frame that contains it; `frame.pc` is 0 if no frame does.
struct OwnerDetails {
  std::uint64_t address;
  StepIndex step;
  AgentId agent;  // whose stack it is; none: in the heap
  FrameDetails frame;
  std::uint64_t block_begin;  // in the heap
  std::uint64_t block_size;
};

struct Details {
  std::uint32_t stack_count;
  std::uint32_t block_count;
  std::uint32_t owner_count;
  BlockDetails blocks[kMaxBlocks];
  OwnerDetails owners[kMaxOwners];
  StackDetails stacks[kMaxStacks];
  StepDetails steps[kMaxSteps];
  ViolationDetails violations[kMaxViolations];
  FramesDetails frames[kMaxViolations];  // one for each violation
  std::uint32_t waiting[kMaxAgents];     // stacks, one for each of `pending`
};

}  // namespace skein::channel
