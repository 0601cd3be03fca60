// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/details.hpp"

#include "core/fixed_table.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/observe/call_stacks.hpp"
#include "runtime/observe/debugging.hpp"
#include "runtime/observe/owners.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::details {

bool is_on = false;

namespace {

// There is no explorer: a debugger follows the run instead.
bool is_standalone = false;

channel::Details& out() { return g.channel->details; }

// --- Values.

struct Vector {
  void* base;
  std::size_t size;
};

// Copies memory that may be unmapped.
bool copy_memory(std::uint64_t address, std::uint32_t size, void* to) {
  const Vector local{to, size};
  const Vector remote{reinterpret_cast<void*>(address), size};
  return syscalls::call(SYS_process_vm_readv, syscalls::call(SYS_getpid), syscalls::as_long(&local),
                        1, syscalls::as_long(&remote), 1, 0) == static_cast<long>(size);
}

bool read_memory(std::uint64_t address, std::uint32_t size, std::uint64_t& value) {
  value = 0;
  return copy_memory(address, size, &value);
}

// The location that a step is about; size 0 if there is none.
struct Location {
  std::uint64_t address;
  std::uint32_t size;
};

Location location_of(const Operation& op) {
  switch (op.kind) {
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw:
    case OpKind::PlainLoad:
    case OpKind::PlainStore:
    case OpKind::FutexWait: break;
    default: return {0, 0};
  }
  if (op.first.is_none()) return {0, 0};
  const channel::ObjectRecord& record = g.channel->objects.records[op.first.index()];
  if (record.kind != channel::ObjectClass::Location || record.size > 8) return {0, 0};
  return {record.address, record.size};
}

// The value may be a pointer: then it is shown as the name of what it points to.
void note_pointer(const Location& location, std::uint64_t value) {
  constexpr std::uint64_t kLowest = 1U << 16U;
  if (location.size == sizeof(void*) && value >= kLowest) owners::note(value);
}

std::uint32_t detailed_steps = 0;  // the last one's `after` may still be open; 0: none is

void close_step() {
  if (detailed_steps == 0) return;
  const std::uint32_t index = detailed_steps - 1;
  channel::StepDetails& details = out().steps[index];
  const Location location = location_of(g.channel->steps[index].op);
  if (location.size != 0) {
    details.has_after = read_memory(location.address, location.size, details.after);
    note_pointer(location, details.after);
  }
  detailed_steps = 0;
}

// --- Where agents wait, and what they accessed and allocated.

std::uint32_t waits_at[channel::kMaxAgents];  // stacks

std::uint32_t run_number = 0;

// By key; what does not fit is not recorded.
struct Known {
  std::uint64_t key;
  std::uint32_t run;
  std::uint32_t stack;
  StepIndex step;
  AgentId agent;
  bool has_value;
  std::uint64_t value;
  AgentId freed_by;
  std::uint32_t freed;
  [[nodiscard]] bool is_free() const { return run != run_number; }
};
using KnownTable = FixedTable<Known, std::size_t{1} << 18U>;
KnownTable* known = nullptr;

Known* entry_of(std::uint64_t key, bool creates) {
  if (known == nullptr) {
    known = static_cast<KnownTable*>(allocate_private(sizeof(KnownTable)));
  }
  constexpr std::size_t kTries = 64;
  Known* const entry = known->seek_within(kTries, fibonacci_hash(key),
                                          [&](const Known& other) { return other.key == key; });
  if (entry == nullptr || !entry->is_free()) return entry;
  if (!creates) return nullptr;
  *entry = Known{};
  entry->key = key;
  entry->run = run_number;
  return entry;
}

std::uint64_t key_of(const Access& access, std::uint64_t word_address) {
  const std::uint64_t who = access.agent * 0x9e3779b97f4a7c15ULL ^
                            (std::uint64_t{access.pc} << 20U) ^
                            (std::uint64_t{access.flags} << 56U);
  return (word_address ^ who) | 1U;
}

std::uint64_t key_of_block(std::uint64_t block) { return (block << 1U) & ~std::uint64_t{1}; }

channel::AccessDetails access_details(const Access& access, std::uint64_t word_address) {
  channel::AccessDetails details{};
  details.agent = AgentId{std::uint32_t{access.agent}};
  details.size = static_cast<std::uint8_t>(__builtin_popcount(access.bytes));
  details.is_write = (access.flags & kIsWrite) != 0;
  details.is_atomic = (access.flags & kIsAtomic) != 0;
  details.is_free = (access.flags & kIsFree) != 0;
  if (const Known* entry = entry_of(key_of(access, word_address), false)) {
    details.step = entry->step;
    details.stack = entry->stack;
    details.has_value = entry->has_value;
    details.value = entry->value;
  }
  return details;
}

// The accessed bytes as a number.
bool read_bytes(const Access& access, std::uint64_t word_address, std::uint64_t& value) {
  const auto first = static_cast<unsigned>(__builtin_ctz(access.bytes));
  const auto size = static_cast<std::uint32_t>(__builtin_popcount(access.bytes));
  return read_memory(word_address + first, size, value);
}

// The last plain reads of the current step, a ring buffer.
channel::ReadDetails last_reads[channel::kMaxReads];
std::uint32_t last_read_count = 0;

channel::ViolationDetails* last_violation() {
  const std::uint32_t count = g.channel->run.violation_count;
  return count == 0 ? nullptr : &out().violations[count - 1];
}

void report_block(channel::ViolationDetails& details, std::uint64_t address) {
  const HeapBlock block = find_heap_block(address);
  if (block.size == 0) return;
  details.block_size = block.size;
  const Known* entry = entry_of(key_of_block(block.begin), false);
  if (entry == nullptr) return;
  details.allocated_by = entry->agent;
  details.allocated = entry->stack;
  details.freed_by = entry->freed_by;
  details.freed = entry->freed;
}

// The functions that the current agent is executing, and their memory.
void report_frames(channel::FramesDetails& details) {
  details.count = 0;
  details.stack_size = 0;
  const call_stacks::Frames* frames = call_stacks::frames_of(g.current->id);
  if (frames == nullptr || frames->count == 0) return;
  const std::uint64_t low = frames->list[0].low;
  const auto top = reinterpret_cast<std::uint64_t>(tls[g.current->id.value].stack_top);
  if (low >= top) return;
  const std::uint64_t used = top - low;
  const auto size = static_cast<std::uint32_t>(
      used < channel::kMaxStackBytes ? used : std::uint64_t{channel::kMaxStackBytes});
  if (!copy_memory(low, size, details.stack_bytes)) return;
  details.stack_begin = low;
  details.stack_size = size;
  while (details.count < frames->count && details.count < channel::kMaxLocalFrames) {
    details.frames[details.count] = frames->list[details.count];
    ++details.count;
  }
}

// The heap block that the next violation is about; 0: none.
std::uint64_t block_address = 0;

}  // namespace

void begin_run() {
  is_on = g.channel->plan.records_details;
  is_standalone = g.channel->settings.is_standalone;
  if (!is_on) return;
  ++run_number;
  call_stacks::begin_run();
  detailed_steps = 0;
  block_address = 0;
  out().block_count = 0;
  owners::begin_run();
  for (std::uint32_t& stack : waits_at) stack = 0;
}

void arrive() {
  if (is_standalone) return;
  close_step();
  waits_at[g.current->id.value] = call_stacks::capture();
}

void begin_step() {
  if (is_standalone) return debugging::skein_at_step(g.position);
  close_step();
  last_read_count = 0;
  const std::uint32_t index = g.position - 1;
  channel::StepDetails& details = out().steps[index];
  details = {};
  details.stack = waits_at[g.current->id.value];
  detailed_steps = g.position;
  owners::note(g.step->op);
  const Location location = location_of(g.step->op);
  if (location.size == 0) return;
  details.size = static_cast<std::uint8_t>(location.size);
  details.has_before = read_memory(location.address, location.size, details.before);
  note_pointer(location, details.before);
}

void end_run() {
  if (is_standalone) return;
  close_step();
  const std::uint32_t count = g.channel->run.pending_count;
  for (std::uint32_t i = 0; i < count; ++i) {
    out().waiting[i] = waits_at[g.channel->pending[i].agent.value];
    owners::note(g.channel->pending[i].op);
  }
  // Livelocks are recorded at the end, by the agent that ran last.
  for (std::uint32_t i = 0; i < g.channel->run.violation_count; ++i) {
    const channel::ViolationOut& violation = g.channel->violations[i];
    if (violation.code != ViolationCode::Livelock) continue;
    out().violations[i].stack = waits_at[violation.agent.value];
  }
}

void on_violation() {
  if (is_standalone) return debugging::skein_at_violation(g.channel->run.violation_count - 1);
  channel::ViolationDetails* details = last_violation();
  if (details == nullptr) return;
  *details = {};
  details->stack = call_stacks::capture();
  report_frames(out().frames[g.channel->run.violation_count - 1]);
  const std::uint32_t first =
      last_read_count > channel::kMaxReads ? last_read_count - channel::kMaxReads : 0;
  for (std::uint32_t i = first; i < last_read_count; ++i) {
    details->reads[details->read_count++] = last_reads[i % channel::kMaxReads];
  }
  for (std::uint32_t i = 0; i < details->read_count; ++i) {
    const channel::ReadDetails& read = details->reads[i];
    owners::note(read.address);
    note_pointer({read.address, read.size}, read.value);
  }
  const std::uint64_t data = g.channel->violations[g.channel->run.violation_count - 1].data;
  if (data != 0) owners::note(data);
  if (block_address != 0) report_block(*details, block_address);
  block_address = 0;
}

void about_block(const void* block) { block_address = reinterpret_cast<std::uint64_t>(block); }

void on_race(const Access& old, const Access& mine, std::uint64_t word_address,
             std::uint64_t address) {
  channel::ViolationDetails* details = last_violation();
  if (details == nullptr || is_standalone) return;
  details->is_race = true;
  details->address = address;
  details->earlier = access_details(old, word_address);
  details->later = access_details(mine, word_address);
  details->later.step = current_step();
  details->later.stack = details->stack;
  details->later.has_value = read_bytes(mine, word_address, details->later.value);
  owners::note(address);
  report_block(*details, address);
}

void on_access(const Access& access, std::uint64_t word_address) {
  if (is_standalone) return;
  Known* entry = entry_of(key_of(access, word_address), true);
  if (entry == nullptr) return;
  entry->agent = AgentId{std::uint32_t{access.agent}};
  entry->step = current_step();
  entry->stack = call_stacks::capture();
  entry->has_value = read_bytes(access, word_address, entry->value);
}

void on_plain(const void* address, std::size_t size, bool is_write, const void* pc) {
  if (is_write || size > 8 || is_standalone) return;
  channel::ReadDetails read{};
  read.pc = reinterpret_cast<std::uint64_t>(pc);
  read.address = reinterpret_cast<std::uint64_t>(address);
  read.size = static_cast<std::uint8_t>(size);
  if (!read_memory(read.address, read.size, read.value)) return;
  last_reads[last_read_count++ % channel::kMaxReads] = read;
}

void on_allocation(const void* block, std::size_t size) {
  if (is_standalone) return;
  Known* entry = entry_of(key_of_block(reinterpret_cast<std::uint64_t>(block)), true);
  if (entry == nullptr) return;
  entry->agent = g.current->id;
  entry->stack = call_stacks::capture();
  if (out().block_count == channel::kMaxBlocks) return;
  out().blocks[out().block_count++] = {reinterpret_cast<std::uint64_t>(block), size, entry->stack};
}

void on_free(const void* block) {
  if (is_standalone) return;
  Known* entry = entry_of(key_of_block(reinterpret_cast<std::uint64_t>(block)), true);
  if (entry == nullptr) return;
  entry->freed_by = g.current->id;
  entry->freed = call_stacks::capture();
}

}  // namespace skein::runtime::details
