// SPDX-License-Identifier: Apache-2.0
#include "runtime/spin/plain_polling.hpp"

#include <cstdint>

#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/dead_stack_values.hpp"
#include "runtime/spin/spin_loops.hpp"
#include "runtime/spin/spin_trail.hpp"

namespace skein::runtime::plain_polling {

namespace {

constexpr std::uint64_t kFirstLook = 2048;  // reads in one step before a loop is suspected
constexpr std::uint32_t kMostWords = 64;

// The read at which the loop should close, and what was read since.
struct Suspicion {
  const void* pc;
  const void* address;
  StackFingerprint fingerprint;
  bool had_changed;  // in this step, before the suspicion
  std::uint32_t word_count;
  std::uint64_t words[kMostWords];
  const void* locks[kMostWords];  // in whose section the word was read; null: in none
};

Suspicion suspicion;
bool is_suspicious = false;
std::uint64_t reads = 0;
std::uint64_t next_look = kFirstLook;

void give_up_suspicion() {
  is_suspicious = false;
  spins::has_changed = spins::has_changed || suspicion.had_changed;
  next_look = 2 * reads;
}

StackFingerprint fingerprint_now(const char* frame, const char* base) {
  const StackFingerprint fingerprint = stack_fingerprint(frame - spins::kSavedRegisters, base);
  return fingerprint - dead::fingerprint_of_dead(frame, base);
}

void suspect(const void* address, const void* pc, const char* frame, const char* base) {
  suspicion.pc = pc;
  suspicion.address = address;
  suspicion.fingerprint = fingerprint_now(frame, base);
  suspicion.had_changed = spins::has_changed;
  suspicion.word_count = 0;
  spins::has_changed = false;
  is_suspicious = true;
}

void note_words(const void* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uint64_t>(address);
  auto word = begin & ~std::uint64_t{7};
  const std::uint64_t end = begin + size;
  if (g.current->section.lock != nullptr) word = begin;  // one byte represents all
  for (; word < end; word += 8) {
    for (std::uint32_t i = 0; i < suspicion.word_count; ++i) {
      if (suspicion.words[i] == word) return;
    }
    if (suspicion.word_count == kMostWords) return give_up_suspicion();
    suspicion.locks[suspicion.word_count] = g.current->section.lock;
    suspicion.words[suspicion.word_count++] = word;
  }
}

// Makes the words that the loop reads visible, and ends the run if one of them was not: the
// exploration starts over. Returns if all are visible already; then the loop waits in a section
// that cannot end, where they are not read as steps.
void make_visible() {
  bool is_new = false;
  for (std::uint32_t i = 0; i < suspicion.word_count; ++i) {
    const void* const lock = suspicion.locks[i];
    is_new = (lock == nullptr ? watched::add(suspicion.words[i])
                              : lock_sections::add_byte(lock, suspicion.words[i])) ||
             is_new;
  }
  if (is_new) end_run(End::Blocked);
}

}  // namespace

void begin_step() {
  reads = 0;
  next_look = kFirstLook;
}

void end_step() {
  if (is_suspicious) give_up_suspicion();
}

void on_read(const void* address, std::size_t size, const void* pc, const char* frame) {
  ++reads;
  if (!is_suspicious && reads < next_look) return;
  const char* const begin = frame - spins::kSavedRegisters;
  if (!spins::can_fingerprint(*g.current, begin)) return;
  const char* const base = spins::stack_base(*g.current);
  if (is_suspicious && pc == suspicion.pc && address == suspicion.address) {
    const bool is_back =
        !spins::has_changed && fingerprint_now(frame, base) == suspicion.fingerprint;
    if (!is_back && dead::can_ask) dead::ask();
    if (is_back && suspicion.word_count > 0) make_visible();
    give_up_suspicion();
  }
  if (!is_suspicious && reads >= next_look) suspect(address, pc, frame, base);
  // A loop does not wait for dead values.
  if (is_suspicious && !dead::is_dead(address, size, frame, base)) note_words(address, size);
}

}  // namespace skein::runtime::plain_polling
