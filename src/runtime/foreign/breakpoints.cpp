// SPDX-License-Identifier: Apache-2.0
#include "runtime/foreign/breakpoints.hpp"

#include <cstdint>
#include <sys/mman.h>
#include <ucontext.h>

#include "runtime/foreign/atomic_steps.hpp"
#include "runtime/foreign/glib_locks.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/instrumented_code.hpp"
#include "runtime/reset/written_pages.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::foreign {

namespace {

constexpr std::uint8_t kBreakpoint = 0xcc;

using channel::ForeignAtomic;

// Kept here because the program may overwrite the channel.
struct Trap {
  std::uint8_t* at;
  ForeignAtomic form;
  std::uint8_t byte;  // the byte that the breakpoint replaced
  bool is_set;
  bool is_done;
};

Trap* traps = nullptr;
std::uint32_t count = 0;
bool is_begun = false;
bool are_all_set = false;

// Makes a page of code writable while it exists.
class WritablePage {
 public:
  void open(const std::uint8_t* address) {
    const long page = syscalls::as_long(address) & ~static_cast<long>(kPageSize - 1);
    if (page == page_) return;
    close();
    const long result =
        syscalls::call(SYS_mprotect, page, kPageSize, PROT_READ | PROT_WRITE | PROT_EXEC);
    if (result == 0) page_ = page;
  }
  void close() {
    if (page_ != 0) syscalls::call(SYS_mprotect, page_, kPageSize, PROT_READ | PROT_EXEC);
    page_ = 0;
  }
  [[nodiscard]] bool is_open() const { return page_ != 0; }
  ~WritablePage() { close(); }

 private:
  long page_ = 0;
};

void begin() {
  is_begun = true;
  const channel::Channel& c = *g.channel;
  count = c.trap_count < channel::kMaxTraps ? c.trap_count : channel::kMaxTraps;
  if (count == 0) return;
  traps = static_cast<Trap*>(allocate_private(count * sizeof(Trap)));
  for (std::uint32_t i = 0; i < count; ++i) {
    auto* const at = reinterpret_cast<std::uint8_t*>(c.traps[i]);
    // The file's own code may access the same words in ways that skein reports: see docs.
    const bool is_of_program = instrumented_code::contains(at);
    const bool is_carried_out =
        !is_of_program || c.trapped[i].kind == ForeignAtomic::Kind::SystemCall;
    traps[i] = Trap{at, is_carried_out ? c.trapped[i] : ForeignAtomic{}, *at, false, false};
  }
}

Trap* find(const std::uint8_t* at) {
  std::uint32_t low = 0;
  std::uint32_t high = count;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (traps[middle].at < at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < count && traps[low].at == at ? &traps[low] : nullptr;
}

void take_away(Trap& trap) {
  WritablePage page;
  page.open(trap.at);
  *trap.at = trap.byte;
  trap.is_set = false;
}

void tell(Trap& trap) {
  trap.is_done = true;
  channel::Channel& c = *g.channel;
  c.trap_hits[&trap - traps] = 1;
  ++c.trap_hit_count;
}

// System calls that synchronise, and those that do not return as others do.
bool is_special(long number) {
  switch (number) {
    case SYS_futex:
    case 449:  // futex_waitv
    case SYS_clone:
    case SYS_clone3:
    case SYS_fork:
    case SYS_vfork:
    case SYS_execve:
    case SYS_execveat:
    case SYS_exit:
    case SYS_exit_group:
    case SYS_rt_sigreturn: return true;
    default: return false;
  }
}

bool has_been_carried_out(const ForeignAtomic& form, greg_t* registers) {
  if (form.kind == ForeignAtomic::Kind::Unsupported) return false;
  if (form.kind == ForeignAtomic::Kind::SystemCall) return carry_out_system_call(registers);
  if (form.kind == ForeignAtomic::Kind::Modelled) {
    const auto function = static_cast<channel::ModelledFunction>(form.immediate);
    registers[REG_RIP] = static_cast<greg_t>(function_for(function));
    return true;
  }
  carry_out(form, registers);
  return true;
}

}  // namespace

void watch() {
  if (are_all_set) [[likely]]
    return;
  if (!is_begun) begin();
  are_all_set = true;
  WritablePage page;
  for (std::uint32_t i = 0; i < count; ++i) {
    Trap& trap = traps[i];
    // (Only the channel knows about a run in another process.)
    if (trap.is_set || trap.is_done || g.channel->trap_hits[i] != 0) continue;
    page.open(trap.at);
    if (!page.is_open()) {
      g.channel->has_unwatched_code = true;
      continue;
    }
    *trap.at = kBreakpoint;
    trap.is_set = true;
  }
}

bool on_breakpoint(void* context) {
  auto* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  Trap* const trap = find(reinterpret_cast<const std::uint8_t*>(registers[REG_RIP] - 1));
  if (trap == nullptr || !trap->is_set) return false;
  registers[REG_RIP] -= 1;
  if (trap->form.kind == ForeignAtomic::Kind::SystemCall && !is_special(registers[REG_RAX])) {
    registers[REG_RAX] = syscalls::call(registers[REG_RAX], registers[REG_RDI], registers[REG_RSI],
                                        registers[REG_RDX], registers[REG_R10], registers[REG_R8],
                                        registers[REG_R9]);
    registers[REG_RIP] += trap->form.length;
    return true;
  }
  // Agents that have ended count too: what they did is not ordered with what follows.
  const bool is_step = g.mode == Mode::Running && g.run_agent_count > 1;
  if (is_step && has_been_carried_out(trap->form, registers)) return true;
  take_away(*trap);
  if (is_step) {
    tell(*trap);
  } else {
    are_all_set = false;
  }
  return true;
}

}  // namespace skein::runtime::foreign
