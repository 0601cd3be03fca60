// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/threads/keys.hpp"

#include <cerrno>
#include <cstring>
#include <limits.h>
#include <pthread.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/instrumented_code.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime {

namespace {

// Keys made before main belong to the image and are restored by every reset; so are main's values.
// Numbers start high, to keep them apart from keys that libc made for itself.
constexpr std::uint32_t kMaxKeys = 128;
constexpr std::uint32_t kFirstKey = 4096;

struct Key {
  bool is_used;
  void (*destructor)(void*);
};

Key keys[kMaxKeys];
Key early_keys[kMaxKeys];
// The values of each agent, allocated on first use: kMaxKeys pointers.
void** values[channel::kMaxAgents];
bool is_touched = false;

namespace next {
NextSymbol<int(pthread_key_t*, void (*)(void*))> pthread_key_create("pthread_key_create");
NextSymbol<int(pthread_key_t)> pthread_key_delete("pthread_key_delete");
NextSymbol<void*(pthread_key_t)> pthread_getspecific("pthread_getspecific");
NextSymbol<int(pthread_key_t, const void*)> pthread_setspecific("pthread_setspecific");
}  // namespace next

void**& values_of_current() {
  void**& mine = values[g.current != nullptr ? g.current->id.index() : 0];
  if (mine == nullptr) mine = static_cast<void**>(allocate_private(kMaxKeys * sizeof(void*)));
  return mine;
}

bool is_key(pthread_key_t key) {
  return key >= kFirstKey && key < kFirstKey + kMaxKeys && keys[key - kFirstKey].is_used;
}

}  // namespace

void run_key_destructors() {
  if (!is_touched) return;
  void** mine = values_of_current();
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
    bool was_any = false;
    for (std::uint32_t i = 0; i < kMaxKeys; ++i) {
      void* value = mine[i];
      if (value == nullptr || !keys[i].is_used || keys[i].destructor == nullptr) continue;
      mine[i] = nullptr;
      was_any = true;
      keys[i].destructor(value);
    }
    if (!was_any) return;
  }
}

void reset_keys() {
  if (!is_touched) return;
  std::memcpy(keys, early_keys, sizeof(keys));
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    void** theirs = values[g.run_agents[i]];
    if (theirs != nullptr) std::memset(theirs, 0, kMaxKeys * sizeof(void*));
  }
}

namespace {

// libc++ creates its key while it initialises a function-local static, whose guard other threads
// check in libc++'s own code: no race, but we would not see why.
void put_key(pthread_key_t* key, pthread_key_t value, const void* site) {
  if (instrumented_code::contains(site)) {
    accesses::put(key, value, site);
  } else {
    *key = value;
  }
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  if (rt::is_off()) return rt::next::pthread_key_create(key, destructor);
  rt::is_touched = true;
  for (std::uint32_t i = 0; i < rt::kMaxKeys; ++i) {
    if (rt::keys[i].is_used) continue;
    rt::keys[i] = rt::Key{true, destructor};
    if (rt::g.mode == rt::Mode::Early) rt::early_keys[i] = rt::keys[i];
    rt::put_key(key, rt::kFirstKey + i, __builtin_return_address(0));
    return 0;
  }
  return EAGAIN;
}

int pthread_key_delete(pthread_key_t key) noexcept {
  if (rt::is_off() || key < rt::kFirstKey) return rt::next::pthread_key_delete(key);
  if (!rt::is_key(key)) return EINVAL;
  rt::keys[key - rt::kFirstKey].is_used = false;
  for (void** theirs : rt::values) {
    if (theirs != nullptr) theirs[key - rt::kFirstKey] = nullptr;
  }
  return 0;
}

void* pthread_getspecific(pthread_key_t key) noexcept {
  if (rt::is_off() || key < rt::kFirstKey) return rt::next::pthread_getspecific(key);
  return rt::is_key(key) ? rt::values_of_current()[key - rt::kFirstKey] : nullptr;
}

int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (rt::is_off() || key < rt::kFirstKey) return rt::next::pthread_setspecific(key, value);
  if (!rt::is_key(key)) return EINVAL;
  rt::values_of_current()[key - rt::kFirstKey] = const_cast<void*>(value);
  return 0;
}

}  // extern "C"
