// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/known_calls.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace skein::code {

namespace {

using Use = Argument::Use;

constexpr Argument kValue{Use::Value, 0};
constexpr Argument kAnnounced{Use::Announced, 0};
constexpr Argument kEscapes{Use::Escapes, 0};
constexpr Argument bytes(std::uint32_t size) { return {Use::Memory, size}; }

struct Entry {
  std::string_view name;
  KnownCall call;
};

constexpr Entry kTable[] = {
    {"__tsan_init", {0, {}}},
    {"__tsan_func_entry", {1, {kValue}}},
    {"__tsan_func_exit", {0, {}}},
    {"__tsan_read_range", {2, {kAnnounced, kValue}}},
    {"__tsan_write_range", {2, {kAnnounced, kValue}}},
    {"__tsan_vptr_read", {1, {kAnnounced}}},
    {"__tsan_vptr_update", {2, {kAnnounced, kAnnounced}}},
    {"__tsan_atomic_thread_fence", {1, {kValue}}},
    {"__tsan_atomic_signal_fence", {1, {kValue}}},
    {"pthread_mutex_lock", {1, {bytes(40)}}},
    {"pthread_mutex_trylock", {1, {bytes(40)}}},
    {"pthread_mutex_unlock", {1, {bytes(40)}}},
    {"pthread_mutex_destroy", {1, {bytes(40)}}},
    {"pthread_mutex_init", {2, {bytes(40), kEscapes}}},
    {"pthread_spin_lock", {1, {bytes(4)}}},
    {"pthread_spin_trylock", {1, {bytes(4)}}},
    {"pthread_spin_unlock", {1, {bytes(4)}}},
    {"pthread_rwlock_rdlock", {1, {bytes(56)}}},
    {"pthread_rwlock_wrlock", {1, {bytes(56)}}},
    {"pthread_rwlock_tryrdlock", {1, {bytes(56)}}},
    {"pthread_rwlock_trywrlock", {1, {bytes(56)}}},
    {"pthread_rwlock_unlock", {1, {bytes(56)}}},
    {"pthread_cond_signal", {1, {bytes(48)}}},
    {"pthread_cond_broadcast", {1, {bytes(48)}}},
    {"pthread_cond_wait", {2, {bytes(48), bytes(40)}}},
    {"pthread_barrier_wait", {1, {bytes(32)}}},
    {"sem_init", {3, {bytes(32), kValue, kValue}}},
    {"sem_wait", {1, {bytes(32)}}},
    {"sem_trywait", {1, {bytes(32)}}},
    {"sem_post", {1, {bytes(32)}}},
    {"sem_destroy", {1, {bytes(32)}}},
    {"sem_getvalue", {2, {bytes(32), bytes(4)}}},
    {"pthread_create", {4, {bytes(8), bytes(56), kValue, kEscapes}}},
    {"pthread_join", {2, {kValue, bytes(8)}}},
    {"pthread_detach", {1, {kValue}}},
    {"pthread_self", {0, {}}},
    {"pthread_yield", {0, {}}},
    {"sched_yield", {0, {}}},
    {"sleep", {1, {kValue}}},
    {"usleep", {1, {kValue}}},
    {"nanosleep", {2, {bytes(16), bytes(16)}}},
    {"malloc", {1, {kValue}}},
    {"__stack_chk_fail", {0, {}, false}},
    {"__assert_fail", {4, {kEscapes, kEscapes, kValue, kEscapes}, false}},
    {"abort", {0, {}, false}},
    {"exit", {1, {kValue}, false}},
    {"_exit", {1, {kValue}, false}},
    {"pthread_exit", {1, {kEscapes}, false}},
    {"_Unwind_Resume", {1, {kEscapes}, false}},
    {"__cxa_throw", {3, {kEscapes, kEscapes, kEscapes}, false}},
    {"__cxa_rethrow", {0, {}, false}},
    {"_ZSt9terminatev", {0, {}, false}},
};

bool take(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// __tsan_read4, __tsan_unaligned_volatile_write8, __tsan_read_write2, __tsan_write1_pc.
std::optional<KnownCall> plain_access(std::string_view name) {
  take(name, "unaligned_");
  take(name, "volatile_");
  if (!take(name, "read_write") && !take(name, "read") && !take(name, "write")) return {};
  if (!take_number(name)) return {};
  if (name.empty()) return KnownCall{1, {kAnnounced}};
  if (name == "_pc") return KnownCall{2, {kAnnounced, kValue}};
  return {};
}

std::optional<KnownCall> atomic_access(std::string_view name) {
  if (!take(name, "atomic")) return {};
  const auto bits = take_number(name);
  // A wide value takes two registers.
  if (!bits || *bits > 64 || !take(name, "_")) return {};
  const Argument location = bytes(*bits / 8);
  if (name == "load") return KnownCall{2, {location, kValue}};
  if (name == "store" || name == "exchange" || name.substr(0, 6) == "fetch_" || name == "add" ||
      name == "sub") {
    return KnownCall{3, {location, kEscapes, kValue}};
  }
  if (name == "compare_exchange_strong" || name == "compare_exchange_weak") {
    return KnownCall{5, {location, location, kEscapes, kValue, kValue}};
  }
  if (name == "compare_exchange_val") {
    return KnownCall{5, {location, kEscapes, kEscapes, kValue, kValue}};
  }
  return {};
}

}  // namespace

std::optional<KnownCall> known_call(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kTable), std::end(kTable),
                                         [&](const Entry& entry) { return entry.name == name; });
  if (found != std::end(kTable)) return found->call;
  if (take(name, "skein_")) return atomic_access(name);
  if (!take(name, "__tsan_")) return {};
  if (const auto call = plain_access(name)) return call;
  return atomic_access(name);
}

bool returns_twice(std::string_view name) {
  constexpr std::string_view kNames[] = {"setjmp",     "_setjmp", "sigsetjmp", "__sigsetjmp",
                                         "getcontext", "vfork",   "fork"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace skein::code
