// SPDX-License-Identifier: Apache-2.0
#include "runtime/sched/tls.hpp"

#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "protocol/channel.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/observe/valgrind.hpp"
#include "runtime/reset/copy.hpp"
#include "runtime/reset/mappings.hpp"
#include "runtime/reset/present_mappings.hpp"
#include "runtime/reset/written_pages.hpp"
#include "runtime/sched/runtime_state.hpp"

extern "C" void* __libc_stack_end;

namespace skein::runtime {

TlsPool tls;
char* scheduler_stack = nullptr;

namespace {

constexpr std::size_t kPage = 4096;

namespace next {
NextSymbol<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)> pthread_create(
    "pthread_create");
NextSymbol<void(void*)> pthread_exit("pthread_exit");
NextSymbol<int(pthread_t, void**)> pthread_join("pthread_join");
}  // namespace next

struct Parking {
  Slot* slot;
  bool is_first;
  std::atomic<std::uint32_t> is_parked;
  pthread_t thread;
};

// The body of every thread of the pool: reports where its stack is, and sleeps. The agent's stack
// begins a little below, out of reach of the live frames.
void* park(void* argument) {
  auto* parking = static_cast<Parking*>(argument);
  auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  parking->slot->stack_top = reinterpret_cast<char*>(here - 1024);
  parking->slot->fs = reinterpret_cast<void*>(pthread_self());
  if (parking->is_first) written_pages.keep();
  parking->is_parked.store(1, std::memory_order_release);
  syscalls::futex_wake(parking->is_parked);
  static std::atomic<std::uint32_t> for_ever{0};
  while (true) syscalls::futex_wait(for_ever, 0);
}

// The first pthread_exit loads the unwinder: better now than in every run.
void* exit_once(void*) {
  next::pthread_exit(nullptr);
  return nullptr;
}

int find_lowest_tls(dl_phdr_info* info, std::size_t, void* data) {
  auto& lowest = *static_cast<std::uintptr_t*>(data);
  const auto fs = static_cast<std::uintptr_t>(pthread_self());
  const auto at = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
  // Only blocks of the static TLS lie just below the FS base.
  if (at != 0 && at < fs && fs - at < (1U << 20U) && at < lowest) lowest = at;
  return 0;
}

constexpr std::size_t kStackSize = 8U << 20U;
// Main's frames begin below the end of the mapping, or glibc would not find it.
constexpr std::size_t kMainTop = 64;

// Whether the object wants to execute code on its stack (gcc's nested functions do).
int find_executable_stack(dl_phdr_info* info, std::size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& p = info->dlpi_phdr[i];
    if (p.p_type == PT_GNU_STACK && (p.p_flags & PF_X) != 0) return 1;
  }
  return 0;
}

// Returns the lowest address of a new stack, with a guard page below.
char* make_stack() {
  void* stack = map_private(kStackSize + kPage, MAP_NORESERVE | MAP_STACK);
  if (stack == nullptr) give_up("no memory for the main thread's stack");
  if (dl_iterate_phdr(&find_executable_stack, nullptr) != 0) {
    mprotect(stack, kStackSize + kPage, PROT_READ | PROT_WRITE | PROT_EXEC);
  }
  mprotect(stack, kPage, PROT_NONE);
  char* low = static_cast<char*>(stack) + kPage;
  valgrind::note_stack(low, low + kStackSize);
  return low;
}

// glibc and collectors of garbage ask this variable of the loader, which protects it, where main's
// stack ends.
void tell_stack_end(char* end) {
  const std::uint64_t page = reinterpret_cast<std::uint64_t>(&__libc_stack_end) & ~(kPage - 1);
  const auto at = static_cast<long>(page);
  int before = PROT_READ | PROT_WRITE;
  for_each_mapping(page, page + 1, [&](std::uint64_t, std::uint64_t, int is) { before = is; });
  if (syscalls::call(SYS_mprotect, at, kPage, before | PROT_WRITE) != 0) return;
  __libc_stack_end = end;
  syscalls::call(SYS_mprotect, at, kPage, before);
}

}  // namespace

void TlsPool::measure() {
  auto lowest = static_cast<std::uintptr_t>(pthread_self());
  dl_iterate_phdr(&find_lowest_tls, &lowest);
  below_fs_ = (static_cast<std::uintptr_t>(pthread_self()) - lowest + 63U) & ~std::size_t{63};
  constexpr std::size_t kUsualDescriptorSize = 2304;  // glibc 2.36
  const void* known = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
  descriptor_size_ =
      known != nullptr ? *static_cast<const std::uint32_t*>(known) : kUsualDescriptorSize;
}

void TlsPool::start() {
  measure();
  slots_ = static_cast<Slot*>(allocate_private(channel::kMaxAgents * sizeof(Slot)));
  index_ = static_cast<Index*>(allocate_private(sizeof(Index)));
  const PrivateHeapScope scope;
  pthread_t thread{};
  if (next::pthread_create(&thread, nullptr, &exit_once, nullptr) == 0)
    next::pthread_join(thread, nullptr);

  Slot& main = slots_[0];
  main.fs = reinterpret_cast<void*>(pthread_self());
  main.stack_low = make_stack();
  main.stack_top = main.stack_low + kStackSize - kMainTop;
  tell_stack_end(main.stack_top);
  scheduler_stack = make_stack() + kStackSize;
  seek(main.fs) = IndexSlot::of(0);
  count_ = 1;
}

void TlsPool::grow(std::uint32_t count) {
  if (count > channel::kMaxAgents) give_up("too many threads");
  const PrivateHeapScope scope;
  // The kernel's mask, not the one that we keep for the program.
  const std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t before = 0;
  syscalls::call(SYS_rt_sigprocmask, SIG_SETMASK, syscalls::as_long(&all),
                 syscalls::as_long(&before), sizeof(all));
  // A standalone run needs no reset, and the tool that it runs under may not know the system call.
  if (count_ == 1 && !g.channel->settings.is_standalone) written_pages.open();
  // Create all threads before waiting for any.
  const std::uint32_t first = count_;
  const std::uint32_t added = count > first ? count - first : 0;
  auto* const parkings = static_cast<Parking*>(allocate_private(added * sizeof(Parking)));
  for (std::uint32_t i = 0; i < added; ++i) {
    Parking& parking = *new (parkings + i) Parking{&slots_[first + i], first + i == 1, {0}, {}};
    if (next::pthread_create(&parking.thread, nullptr, &park, &parking) != 0) {
      give_up("cannot create a thread");
    }
  }
  for (std::uint32_t i = 0; i < added; ++i) {
    while (parkings[i].is_parked.load(std::memory_order_acquire) == 0) {
      syscalls::futex_wait(parkings[i].is_parked, 0);
    }
    add(*parkings[i].slot, parkings[i].thread);
  }
  syscalls::call(SYS_rt_sigprocmask, SIG_SETMASK, syscalls::as_long(&before), 0, sizeof(before));
}

void TlsPool::add(Slot& slot, pthread_t thread) {
  pthread_attr_t attributes;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(thread, &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  slot.stack_low = static_cast<char*>(low);
  valgrind::note_stack(slot.stack_low, slot.stack_top);
  seek(slot.fs) = IndexSlot::of(count_++);
}

void TlsPool::save() {
  for (std::uint32_t i = 0; i < count_; ++i) {
    Slot& slot = slots_[i];
    slot.image = static_cast<char*>(slot.fs) - below_fs_;
    slot.image_size = below_fs_ + descriptor_size_;
    if (slot.saved_image == nullptr) {
      slot.saved_image = static_cast<char*>(allocate_private(slot.image_size));
    }
    std::memcpy(slot.saved_image, slot.image, slot.image_size);
  }
  saved_count_ = count_;
}

void TlsPool::restore(std::uint32_t index) {
  const Slot& slot = slots_[index];
  copy_bytes(slot.image, slot.saved_image, slot.image_size);
}

IndexSlot& TlsPool::seek(const void* fs) const {
  return index_->seek(fibonacci_hash(reinterpret_cast<std::uint64_t>(fs)),
                      [&](IndexSlot slot) { return slots_[slot.number()].fs == fs; });
}

std::uint32_t TlsPool::find(const void* fs) const {
  const IndexSlot slot = seek(fs);
  return slot.is_free() ? count_ : slot.number();
}

}  // namespace skein::runtime
