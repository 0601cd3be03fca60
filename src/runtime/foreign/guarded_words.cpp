// SPDX-License-Identifier: Apache-2.0
#include "runtime/foreign/guarded_words.hpp"

#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>

#include "runtime/foreign/dispatched_calls.hpp"
#include "runtime/foreign/waiting_loops.hpp"
#include "runtime/memory/after_atomic.hpp"
#include "runtime/memory/atomics.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/instrumented_code.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/reset/written_pages.hpp"

// Where on_fault() sends an agent whose access is a step.
asm(R"(
.text
.globl skein_guarded_access
.hidden skein_guarded_access
.type skein_guarded_access, @function
skein_guarded_access:
  int3
  ud2
.size skein_guarded_access, . - skein_guarded_access
)");

extern "C" void skein_guarded_access();

namespace skein::runtime::foreign::guarded_words {

namespace {

constexpr greg_t kTrapFlag = 1U << 8U;
constexpr greg_t kIsWrite = 1U << 1U;  // of a page fault's error code
constexpr std::uint32_t kMostWords = 1024;

struct Word {
  std::uint64_t address;
  std::uint32_t size;
};

struct Page {
  std::uint64_t address;
  bool is_closed;
  bool is_stack;  // of a fiber: it stays open
};

Word words[kMostWords];
std::uint32_t word_count = 0;
Page pages[kMostWords];
std::uint32_t page_count = 0;
std::uint32_t known_count = 0;  // entries of the table of watched words
bool is_raised = false;
bool has_new_words = false;

// The last agents that accessed other words of guarded pages from foreign code, in this run.
struct Neighbour {
  std::uint64_t word;
  AgentId writer;
  AgentId reader;
};
constexpr std::uint32_t kMostNeighbours = 4096;
Neighbour neighbours[kMostNeighbours];
std::uint32_t neighbour_count = 0;

// The access for which on_fault() has sent the agent to skein_guarded_access.
struct Access {
  std::uint64_t address;
  greg_t pc;
  bool is_write;
};
Access access_;

// The instruction that is being executed with open pages; no other agent runs meanwhile.
struct Passage {
  bool is_of_foreign_code = true;
  bool is_step = false;
  Word word = {};
  bool is_write = false;
  std::uint64_t before = 0;
};
Passage passage;

std::uint64_t page_of(std::uint64_t address) { return address & ~std::uint64_t{kPageSize - 1}; }

void protect(Page& page, bool is_closed) {
  if (page.is_closed == is_closed || (is_closed && page.is_stack)) return;
  const long result = skein_plain_call(SYS_mprotect, static_cast<long>(page.address), kPageSize,
                                       is_closed ? PROT_NONE : PROT_READ | PROT_WRITE, 0, 0, 0);
  if (result == 0) page.is_closed = is_closed;
}

Page* find_page(std::uint64_t address) {
  const std::uint64_t wanted = page_of(address);
  for (std::uint32_t i = 0; i < page_count; ++i) {
    if (pages[i].address == wanted) return &pages[i];
  }
  return nullptr;
}

const Word* find_word(std::uint64_t address) {
  for (std::uint32_t i = 0; i < word_count; ++i) {
    if (address + 7 >= words[i].address && address < words[i].address + words[i].size &&
        (address >= words[i].address || (address & ~std::uint64_t{7}) == words[i].address)) {
      return &words[i];
    }
  }
  return nullptr;
}

void add_page(std::uint64_t address) {
  if (find_page(address) == nullptr && page_count < kMostWords) {
    pages[page_count++] = Page{page_of(address), false, false};
  }
}

bool is_on_stack(std::uint64_t address) {
  for (std::uint32_t i = 0; i < tls.count(); ++i) {
    const Slot& slot = tls[i];
    const auto image = reinterpret_cast<std::uint64_t>(slot.image);
    if (page_of(address) + kPageSize > image && address < image + slot.image_size) return true;
    if (address >= reinterpret_cast<std::uint64_t>(slot.stack_low) &&
        address < reinterpret_cast<std::uint64_t>(slot.stack_top)) {
      return true;
    }
  }
  return false;
}

// A fiber's stack is memory like any other, until it is the one in use. How large it is, nobody
// says.
bool is_near_stack_pointer(std::uint64_t address, std::uint64_t stack_pointer) {
  constexpr std::uint64_t kNear = 32768;  // room for frames, and for those of signals
  return address + kNear > stack_pointer && address < stack_pointer + kNear;
}

// The agent runs on a guarded page, where no signal could be handled.
void leave_open(std::uint64_t stack_pointer) {
  g.channel->has_unguarded_words = true;
  for (std::uint32_t i = 0; i < page_count; ++i) {
    if (!is_near_stack_pointer(pages[i].address, stack_pointer)) continue;
    protect(pages[i], false);
    pages[i].is_stack = true;
  }
}

std::uint64_t value_at(const Word& word) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(word.address), word.size < 8 ? word.size : 8);
  return value;
}

// As state_of() does: the value in the high bytes.
std::int64_t state_of_word(std::uint64_t value, std::uint32_t size) {
  return size <= 8 ? static_cast<std::int64_t>(value << (64 - 8 * size)) : 0;
}

// The agent executes one instruction with the page open.
void let_pass(Page& page, greg_t* registers) {
  protect(page, false);
  passage.is_of_foreign_code =
      instrumented_code::is_foreign(reinterpret_cast<const void*>(registers[REG_RIP]));
  registers[REG_EFL] |= kTrapFlag;
}

void learn(std::uint64_t address, std::uint32_t size) {
  // A witness is executed as it was found.
  if (!g.channel->settings.learns_dead_values) return;
  watched::learn(channel::foreign_words::make(address, size));
  has_new_words = true;
}

Neighbour& neighbour_at(std::uint64_t word) {
  for (std::uint32_t i = 0; i < neighbour_count; ++i) {
    if (neighbours[i].word == word) return neighbours[i];
  }
  // The first ones are the ones that are forgotten.
  Neighbour& added = neighbours[neighbour_count < kMostNeighbours ? neighbour_count++ : 0];
  added = Neighbour{word, AgentId{}, AgentId{}};
  return added;
}

// Foreign code accesses a word of a guarded page that is not guarded.
void note_neighbour(std::uint64_t address, bool is_write) {
  constexpr std::uint32_t kSize = 4;
  const std::uint64_t word = address & ~std::uint64_t{kSize - 1};
  Neighbour& neighbour = neighbour_at(word);
  const AgentId me = g.current->id;
  const bool is_written_by_other = !neighbour.writer.is_none() && neighbour.writer != me;
  const bool is_read_by_other = !neighbour.reader.is_none() && neighbour.reader != me;
  if (is_written_by_other || (is_write && is_read_by_other)) learn(word, kSize);
  (is_write ? neighbour.writer : neighbour.reader) = me;
}

void wait_for_turn(const Word& word, bool is_write, const void* site) {
  const auto* const at = reinterpret_cast<const void*>(word.address);
  const sections::AtomicTurn turn(at, word.size, site);
  visit(Request{.kind = is_write ? OpKind::AtomicStore : OpKind::AtomicLoad,
                .first = g.interner.location(at, word.size),
                .site = site});
}

void finish_step() {
  const Word& word = passage.word;
  const std::uint64_t now = value_at(word);
  g.step->value = static_cast<std::int64_t>(now);
  if (passage.is_write) g.step->seen = state_of_word(passage.before, word.size);
  after_atomic(AtomicAccess{passage.is_write ? OpKind::AtomicStore : OpKind::AtomicLoad,
                            reinterpret_cast<const void*>(word.address), word.size,
                            __ATOMIC_SEQ_CST, now == passage.before},
               reinterpret_cast<const void*>(access_.pc + 1));
}

}  // namespace

void begin_run() {
  const auto& table = g.channel->watched;
  const std::uint32_t count = table.count.load(std::memory_order_relaxed);
  for (; known_count < count; ++known_count) {
    const std::uint64_t entry = table.records[known_count];
    if (!channel::foreign_words::is_one(entry) || channel::foreign_words::is_loop(entry) ||
        word_count == kMostWords) {
      continue;
    }
    const Word word{channel::foreign_words::address_of(entry),
                    channel::foreign_words::size_of(entry)};
    words[word_count++] = word;
    add_page(word.address);
    add_page(word.address + word.size - 1);
  }
  passage = {};
  has_new_words = false;
  neighbour_count = 0;
  waiting_loops::begin_run();
}

bool has_learned() { return has_new_words; }

void raise() {
  if (is_raised || page_count == 0) return;
  if (!can_dispatch_calls()) {
    g.channel->has_unguarded_words = true;
    return;
  }
  is_raised = true;
  close_all();
  dispatch_calls(true);
}

void lower() {
  if (!is_raised) return;
  open_all();
  dispatch_calls(false);
  is_raised = false;
}

void open_all() {
  for (std::uint32_t i = 0; i < page_count; ++i) protect(pages[i], false);
}

void close_all() {
  if (!is_raised) return;
  for (std::uint32_t i = 0; i < page_count; ++i) protect(pages[i], true);
}

void note(const char* word, std::uint32_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(word);
  if (const Word* known = find_word(address); known != nullptr) return;
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  if (is_on_stack(address) || is_near_stack_pointer(address, here)) {
    g.channel->has_unguarded_words = true;
    return;
  }
  learn(address, size);
}

bool on_fault(const siginfo_t& info, void* context) {
  if (!is_raised) return false;
  const auto address = reinterpret_cast<std::uint64_t>(info.si_addr);
  Page* const page = find_page(address);
  if (page == nullptr || !page->is_closed) return false;
  auto* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (const auto stack_pointer = static_cast<std::uint64_t>(registers[REG_RSP]);
      is_near_stack_pointer(page->address, stack_pointer)) {
    leave_open(stack_pointer);
    return true;
  }
  const greg_t pc = registers[REG_RIP];
  const bool is_write = (registers[REG_ERR] & kIsWrite) != 0;
  const bool is_passing = passage.is_step;  // this instruction has had its turn
  const bool is_guarded = find_word(address) != nullptr;
  const bool is_foreign = instrumented_code::is_foreign(reinterpret_cast<const void*>(pc));
  if (is_passing || !is_guarded || !is_foreign) {
    if (!is_guarded && is_foreign) note_neighbour(address, is_write);
    let_pass(*page, registers);
    return true;
  }
  access_ = Access{address, pc, is_write};
  registers[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::intptr_t>(&skein_guarded_access));
  return true;
}

bool on_trap(const siginfo_t& info, void* context) {
  auto* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto stop = static_cast<greg_t>(reinterpret_cast<std::intptr_t>(&skein_guarded_access));
  if (registers[REG_RIP] == stop + 1) {
    const Access access = access_;
    registers[REG_RIP] = access.pc;
    const Word* const word = find_word(access.address);
    waiting_loops::arrive(access.pc, registers);
    wait_for_turn(*word, access.is_write, reinterpret_cast<const void*>(access.pc + 1));
    waiting_loops::leave(registers);
    access_ = access;
    let_pass(*find_page(access.address), registers);
    passage = Passage{true, true, *word, access.is_write, value_at(*word)};
    return true;
  }
  if (info.si_code != TRAP_TRACE || (registers[REG_EFL] & kTrapFlag) == 0) return false;
  registers[REG_EFL] &= ~kTrapFlag;
  if (passage.is_step) finish_step();
  close_all();
  if (passage.is_of_foreign_code) waiting_loops::on_instruction(registers);
  passage = {};
  return true;
}

Opened::Opened(const volatile void* word) {
  if (!is_raised) return;
  Page* const page = find_page(reinterpret_cast<std::uint64_t>(word));
  if (page == nullptr || !page->is_closed) return;
  protect(*page, false);
  is_open_ = true;
}

Opened::~Opened() {
  if (is_open_) close_all();
}

}  // namespace skein::runtime::foreign::guarded_words
