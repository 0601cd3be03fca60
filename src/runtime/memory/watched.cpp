// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/watched.hpp"

#include <cstring>

#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/memory/blind_additions.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/dead_stack_values.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::watched {

bool has_any = false;
bool has_words = false;
bool has_section_words = false;
bool locks_as_written = false;
bool orders_arrivals = false;
bool orders_posts = false;
bool orders_additions = false;

namespace {

constexpr std::uint64_t kIsSectionWord = 1;
constexpr std::uint32_t kFilterBits = 1U << 16U;

// A bit for each watched word, by hash: rejects most other words at once.
std::uint64_t filter[kFilterBits / 64];
std::uint32_t known_count = 0;
std::uint32_t known_facts = 0;  // entries that are not words

void note_in_filter(std::uint64_t word_address) {
  const std::uint64_t bit = fibonacci_hash(word_address) % kFilterBits;
  filter[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

// The slot that holds the word, or the free slot where it belongs.
IndexSlot& slot_of(std::uint64_t word_address) {
  return g.channel->watched.seek(fibonacci_hash(word_address),
                                 [&](std::uint64_t known) { return known == word_address; });
}

bool is_known(std::uint64_t word_address) { return !slot_of(word_address).is_free(); }

bool is_watched(std::uint64_t word_address) {
  const std::uint64_t bit = fibonacci_hash(word_address) % kFilterBits;
  if ((filter[bit / 64] >> (bit % 64) & 1U) == 0) return false;
  return is_known(word_address);
}

RestartReason reason_of(std::uint64_t word_address) {
  if (word_address == channel::kKnowsDeadValues) return RestartReason::DeadValues;
  if (word_address == channel::kLocksAsWritten) return RestartReason::LocksAsWritten;
  if (word_address == channel::kOrderedArrivals) return RestartReason::OrderedArrivals;
  if (word_address == channel::kOrderedPosts) return RestartReason::OrderedPosts;
  if (word_address == channel::kOrderedAdditions) return RestartReason::OrderedAdditions;
  if (channel::is_of_sections(word_address)) return RestartReason::LockSections;
  if (channel::counts::is_one(word_address)) return RestartReason::ReferenceCounts;
  if (channel::foreign_words::is_loop(word_address)) return RestartReason::ForeignLoop;
  if (channel::foreign_words::is_one(word_address)) return RestartReason::ForeignWord;
  if ((word_address & kIsSectionWord) != 0) return RestartReason::SectionWord;
  return channel::is_state(word_address) ? RestartReason::SharedState : RestartReason::RacyWord;
}

// Returns false if the word was known.
bool remember(std::uint64_t word_address) {
  IndexSlot& slot = slot_of(word_address);
  if (!slot.is_free()) return false;
  auto& table = g.channel->watched;
  if (table.count.load(std::memory_order_relaxed) == channel::kMaxWatched) {
    g.channel->has_unwatched_races = true;
    return true;
  }
  table.add(slot, word_address);
  ask_for_restart(g.channel->run, reason_of(word_address));
  return true;
}

}  // namespace

void begin_run() {
  const auto& table = g.channel->watched;
  const std::uint32_t count = table.count.load(std::memory_order_relaxed);
  for (; known_count < count; ++known_count) {
    note_in_filter(table.records[known_count]);
    // Words that another machine found have no slot yet.
    IndexSlot& slot = slot_of(table.records[known_count]);
    if (slot.is_free()) slot = IndexSlot::of(known_count);
    const std::uint64_t entry = table.records[known_count];
    if (channel::is_fact(entry)) {
      ++known_facts;
    } else {
      has_words = has_words || !channel::is_state(entry);
      has_section_words = has_section_words || (entry & kIsSectionWord) != 0;
    }
    if (entry == channel::kLocksAsWritten) locks_as_written = true;
    if (entry == channel::kOrderedArrivals) orders_arrivals = true;
    if (entry == channel::kOrderedPosts) orders_posts = true;
    if (entry == channel::kOrderedAdditions) orders_additions = true;
  }
  // A run with details needs every access.
  has_any = count > known_facts || g.channel->plan.records_details;
}

bool add(std::uint64_t word_address) {
  if (is_known(word_address | kIsSectionWord)) return false;
  return remember(word_address);
}

bool has_word(std::uint64_t word_address) { return is_watched(word_address); }

bool learn_dead_values() {
  if (g.channel->watched.count.load(std::memory_order_relaxed) == channel::kMaxWatched) {
    return false;
  }
  return remember(channel::kKnowsDeadValues);
}

void lock_as_written() {
  // A witness is executed as it was found.
  if (!g.channel->settings.learns_dead_values) return;
  remember(channel::kLocksAsWritten);
}

void order_arrivals() {
  if (g.channel->settings.learns_dead_values) remember(channel::kOrderedArrivals);
}

void order_posts() {
  if (g.channel->settings.learns_dead_values) remember(channel::kOrderedPosts);
}

void order_additions() {
  if (g.channel->settings.learns_dead_values) remember(channel::kOrderedAdditions);
}

void learn(std::uint64_t entry) {
  remember(entry);
  note_in_filter(entry);
}

WatchedId find(std::uint64_t entry) {
  return is_watched(entry) ? WatchedId{slot_of(entry).number()} : WatchedId{};
}

void add_section_word(std::uint64_t word_address) {
  if (g.channel->settings.races == channel::RaceMode::Explore) {
    remember(word_address | kIsSectionWord);
  } else if (!is_known(word_address | kIsSectionWord)) {
    g.channel->has_unwatched_sections = true;
  }
}

bool has_section_word(const volatile void* pointer, std::size_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  for (std::uint64_t word = address & ~std::uint64_t{7}; word < address + size; word += 8) {
    if (is_watched(word | kIsSectionWord)) return true;
  }
  return false;
}

void on_access(const void* pointer, std::size_t size, bool is_write, const void* pc) {
  const char* const frame = spins::caller_frame;
  auto address = reinterpret_cast<std::uint64_t>(pointer);
  const std::uint64_t end = address + size;
  bool meets_sections = false;
  while (address < end) {
    // The largest aligned piece.
    std::uint64_t piece = 8;
    while (address % piece != 0 || address + piece > end) piece /= 2;
    const std::uint64_t word = address & ~std::uint64_t{7};
    if (dead::is_global(reinterpret_cast<const void*>(address), piece)) {
      // The order of this access with others does not matter.
    } else if (has_section_words && is_watched(word | kIsSectionWord)) {
      meets_sections = true;
    } else if (is_watched(word)) {
      const auto* at = reinterpret_cast<const void*>(address);
      visit(Request{.kind = is_write ? OpKind::PlainStore : OpKind::PlainLoad,
                    .first = g.interner.location(at, static_cast<std::uint32_t>(piece)),
                    .site = pc});
      if (is_write) {
        blind_additions::forget(g.step->op.first);
        // As state_of(): the high bytes. The rest is 0.
        std::memcpy(reinterpret_cast<char*>(&g.step->seen) + 8 - piece, at, piece);
        spins::note_change();
      } else if (spins::notes_reads) {
        spins::note_read(at, piece);
      }
    }
    address += piece;
  }
  // Last, because no other agent may come in between this and the access itself.
  if (meets_sections && !sections::is_inside()) {
    spins::caller_frame = frame;
    sections::pass(pc);
    if (is_write) spins::note_change();
  }
}

}  // namespace skein::runtime::watched
