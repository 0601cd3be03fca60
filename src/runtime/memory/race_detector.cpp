// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/race_detector.hpp"

#include <sys/mman.h>
#include <utility>

#include "runtime/foreign/guarded_words.hpp"
#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/memory/happens_before.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/plain.hpp"
#include "runtime/memory/shared_counts.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/observe/details.hpp"
#include "runtime/reset/mappings.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/spin/dead_stack_values.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::races {

bool is_on = false;

namespace {

Shadow shadow;
bool has_detector = false;          // in this run
bool has_handlers = false;          // the program uses handlers
std::uint32_t share = 0xffffffffU;  // only words whose hash is at most this are watched

// Pairs reported in this run: the same two places race again and again.
struct Pair {
  std::uint64_t first;
  std::uint64_t second;
};
constexpr std::uint32_t kMostPairs = 32;
Pair pairs[kMostPairs];
std::uint32_t pair_count = 0;

struct Side {
  std::uint64_t pc;
  std::uint8_t flags;
  std::uint32_t size;
};

// The shadow keeps the lower half of a pc; the pc lies in one of the modules.
std::uint64_t whole_pc(std::uint32_t low) {
  const channel::Channel& c = *g.channel;
  for (std::uint32_t i = 0; i < c.module_count; ++i) {
    const channel::ModuleRecord& m = c.modules[i];
    const std::uint64_t high = m.begin >> 32U << 32U;
    for (const std::uint64_t pc : {high | low, (high + (std::uint64_t{1} << 32U)) | low}) {
      if (pc >= m.begin && pc <= m.end) return pc;
    }
  }
  return low;
}

race::Access access_of(std::uint8_t flags) {
  if ((flags & kIsFree) != 0) return race::kFree;
  const bool is_write = (flags & kIsWrite) != 0;
  if ((flags & kIsAtomic) != 0) return is_write ? race::kAtomicWrite : race::kAtomicRead;
  return is_write ? race::kWrite : race::kRead;
}

bool is_less(const Side& a, const Side& b) {
  if (a.pc != b.pc) return a.pc < b.pc;
  return a.flags > b.flags;
}

// The size of a free is not known.
void add_side(Wrong& wrong, const Side& side) {
  const race::Access access = access_of(side.flags);
  wrong.with(access).with(access == race::kFree ? 0 : side.size).at(side.pc);
}

// Returns false if it was reported before.
bool report(Side earlier, Side later, std::uint64_t address) {
  if (is_less(later, earlier)) std::swap(earlier, later);
  for (std::uint32_t i = 0; i < pair_count; ++i) {
    if (pairs[i].first == earlier.pc && pairs[i].second == later.pc) return false;
  }
  if (pair_count < kMostPairs) pairs[pair_count++] = {earlier.pc, later.pc};
  Wrong wrong(ViolationCode::DataRace);
  add_side(wrong, earlier);
  add_side(wrong, later);
  if (const HeapBlock block = find_heap_block(address); block.size != 0) {
    wrong.code = ViolationCode::DataRaceInHeap;
    wrong.with(address - block.begin).with(block.size).at(block.allocated_at);
  } else {
    wrong.about(address);
  }
  // A race does not end a run.
  const bool had_violation = g.has_violation;
  note_violation(wrong, nullptr);
  g.has_violation = had_violation;
  return true;
}

std::uint32_t count_bits(std::uint8_t bits) {
  return static_cast<std::uint32_t>(__builtin_popcount(bits));
}

// Accesses that differ in these are not the same, whatever else they have in common.
constexpr std::uint8_t kKinds = kInSection | kIsUse | kInDestruction;

// Whether `mine` replaces `old` from now on: everything that will race with `old` will also race
// with `mine`. REQUIRES: `old` happens before `mine`.
bool replaces(const Access& mine, const Access& old) {
  if ((mine.flags & kIsAtomic) != 0 && (old.flags & kIsAtomic) == 0) return false;
  if (((mine.flags ^ old.flags) & kKinds) != 0) return false;
  return (mine.flags & kIsWrite) != 0 || (old.flags & kIsWrite) == 0;
}

bool conflicts(const Access& a, const Access& b) {
  return ((a.flags | b.flags) & kIsWrite) != 0 && (a.flags & b.flags & kIsAtomic) == 0 &&
         ((a.flags | b.flags) & kInSection) == 0;
}

// Not a race, but the order of the section and the access outside matters.
bool conflicts_with_section(const Access& a, const Access& b) {
  return ((a.flags | b.flags) & kIsWrite) != 0 && ((a.flags ^ b.flags) & kInSection) != 0 &&
         a.agent != b.agent && (a.bytes & b.bytes) != 0;
}

bool is_ordered_for_explorers(const Access& old, AgentId me) {
  return happens_before.is_before(old.agent, old.epoch, me) &&
         (!has_handlers || happens_before_by_accesses.is_before(old.agent, old.epoch, me));
}

// `mine` meets an access of the same word. Returns whether they race.
bool meet(const Access& mine, Access& old, AgentId me, std::uint64_t word_address) {
  const std::uint8_t common = mine.bytes & old.bytes;
  if (common == 0) return false;
  if ((old.flags & kInDestruction) != 0 && (mine.flags & kIsWrite) != 0) {
    shared_counts::on_write(word_address);
  }
  const bool is_ordered =
      old.agent == mine.agent || happens_before.is_before(old.agent, old.epoch, me);
  const bool is_race =
      !is_ordered && conflicts(mine, old) &&
      (!lock_sections::is_on ||
       lock_sections::is_race({old.agent, old.epoch}, {mine.agent, mine.epoch}, word_address,
                              common, ((old.flags | mine.flags) & kIsUse) != 0));
  const bool is_faint = dead::is_global(word_address, common);
  // Only their handler orders them: to explore both orders of the messages, `event` must see the
  // accesses.
  if (!is_race && !is_faint && has_handlers && old.agent != mine.agent && conflicts(mine, old) &&
      !happens_before_by_accesses.is_before(old.agent, old.epoch, me)) {
    watched::add(word_address);
  }
  if (conflicts_with_section(mine, old) && !is_faint && !is_ordered_for_explorers(old, me)) {
    watched::add_section_word(word_address);
  }
  if (is_race || (is_ordered && replaces(mine, old))) {
    // One race for each pair of places is enough.
    if (!is_race || (mine.flags & kIsWrite) != 0) {
      old.bytes = static_cast<std::uint8_t>(old.bytes & ~common);
    }
  }
  return is_race;
}

void add(ShadowWord& word, const Access& mine) {
  for (Access& a : word.accesses) {
    if (a.bytes != 0) continue;
    a = mine;
    return;
  }
  for (std::uint32_t i = word.more; i != 0; i = shadow.more(i).next) {
    if (shadow.more(i).access.bytes != 0) continue;
    shadow.more(i).access = mine;
    return;
  }
  const std::uint32_t index = shadow.allocate_more();
  if (index == 0 && lock_sections::is_on) lock_sections::give_up();  // it must not be forgotten
  if (index == 0) return;
  shadow.more(index) = {mine, word.more};
  word.more = index;
}

// Bytes whose races the program has declared harmless. Addresses mean the same in every run, so
// they stay. The table is mapped when it is first needed.
struct Harmless {
  std::uint64_t begin;
  std::uint64_t end;
};
constexpr std::uint32_t kMostHarmless = 1U << 16U;
[[gnu::section("skein_kept")]] Harmless* harmless = nullptr;
[[gnu::section("skein_kept")]] std::uint32_t harmless_count = 0;

bool is_harmless(std::uint64_t address) {
  for (std::uint32_t i = 0; i < harmless_count; ++i) {
    if (address >= harmless[i].begin && address < harmless[i].end) return true;
  }
  return false;
}

void found(const Access& old, const Access& mine, std::uint64_t word_address, const void* pc) {
  if (foreign::guarded_words::has_learned()) return;
  const auto common = static_cast<unsigned>(mine.bytes & old.bytes);
  const std::uint64_t at = word_address + static_cast<unsigned>(__builtin_ctz(common));
  if (harmless_count > 0 && is_harmless(at)) return;
  const bool is_new =
      report({whole_pc(old.pc), old.flags, count_bits(old.bytes)},
             {reinterpret_cast<std::uint64_t>(pc), mine.flags, count_bits(mine.bytes)}, at);
  if (is_new && details::is_on) details::on_race(old, mine, word_address, at);
  if (g.channel->settings.races != channel::RaceMode::Explore) return;
  if (!dead::is_global(word_address, static_cast<std::uint8_t>(common))) {
    watched::add(word_address);
  }
}

// The current agent meets an earlier access to the word.
void compare(const Access& mine, Access& old, std::uint64_t word_address, const void* pc) {
  const Access before = old;
  if (!meet(mine, old, g.current->id, word_address)) return;
  found(before, mine, word_address, pc);
  if (lock_sections::is_on) lock_sections::after_race({before.agent, before.epoch});
}

bool is_looked_at(std::uint64_t word_address) { return fibonacci_hash(word_address) <= share; }

// `bytes` of the word at `word_address`.
void on_word(std::uint64_t word_address, std::uint8_t bytes, std::uint8_t flags, const void* pc) {
  ShadowWord* word = shadow.word(word_address);
  if (word == nullptr && word_address >= 4096 && lock_sections::is_on) lock_sections::give_up();
  if (word == nullptr || !is_looked_at(word_address)) return;
  const AgentId me = g.current->id;
  const Access mine{happens_before.epoch(me), static_cast<std::uint16_t>(me.value), bytes, flags,
                    static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(pc))};
  if (word->run != happens_before.run()) {
    *word = {happens_before.run(), 0, {mine, {}}};
    if (details::is_on) [[unlikely]]
      details::on_access(mine, word_address);
    return;
  }
  for (const Access& a : word->accesses) {
    // The same access again, or a part of it: nothing new.
    if (a.agent == mine.agent && a.epoch == mine.epoch && (a.bytes & bytes) == bytes &&
        ((a.flags ^ flags) & kKinds) == 0 && (a.flags & kIsWrite) >= (flags & kIsWrite) &&
        (a.flags & kIsAtomic) <= (flags & kIsAtomic)) {
      return;
    }
  }
  for (Access& old : word->accesses) compare(mine, old, word_address, pc);
  for (std::uint32_t i = word->more; i != 0; i = shadow.more(i).next) {
    compare(mine, shadow.more(i).access, word_address, pc);
  }
  add(*word, mine);
  if (details::is_on) [[unlikely]]
    details::on_access(mine, word_address);
}

// Calls look(address, bytes) for each word.
template <class Look>
void for_each_word(std::uint64_t address, std::size_t size, Look look) {
  while (size > 0) {
    const std::uint64_t offset = address % 8;
    const std::uint64_t part = size < 8 - offset ? size : 8 - offset;
    const auto bytes = static_cast<std::uint8_t>(((1U << part) - 1U) << offset);
    look(address - offset, bytes);
    address += part;
    size -= part;
  }
}

std::uint8_t with_kind(std::uint8_t flags) {
  if (shared_counts::is_destroying && (flags & kIsWrite) == 0) flags |= kInDestruction;
  return sections::is_inside() ? static_cast<std::uint8_t>(flags | kInSection) : flags;
}

void on_bytes(std::uint64_t address, std::size_t size, std::uint8_t flags, const void* pc) {
  for_each_word(address, size, [&](std::uint64_t word_address, std::uint8_t bytes) {
    on_word(word_address, bytes, with_kind(flags), pc);
  });
}

// An atomic operation, before it is ordered after those that it reads from. For sections it matters
// whether they were ordered without it.
void look_for_sections(std::uint64_t address, std::size_t size, std::uint8_t flags) {
  const AgentId me = g.current->id;
  for_each_word(address, size, [&](std::uint64_t word_address, std::uint8_t bytes) {
    const ShadowWord* word = shadow.word(word_address);
    if (word == nullptr || word->run != happens_before.run()) return;
    const Access mine{0, static_cast<std::uint16_t>(me.value), bytes, with_kind(flags), 0};
    const auto look = [&](const Access& old) {
      if (conflicts_with_section(mine, old) && !is_ordered_for_explorers(old, me)) {
        watched::add_section_word(word_address);
      }
    };
    for (const Access& old : word->accesses) look(old);
    for (std::uint32_t i = word->more; i != 0; i = shadow.more(i).next) look(shadow.more(i).access);
  });
}

// An access after the free is a separate error, so only the beginning of a large block remembers
// the free; the rest is compared with the accesses so far, at a cost proportional to what the
// program used.
void free_block(const void* block, std::size_t size, std::uint8_t flags, const void* pc) {
  constexpr std::uint64_t kRemembered = 4096;
  const auto address = reinterpret_cast<std::uint64_t>(block);
  const std::uint64_t head = size < kRemembered ? size : kRemembered;
  on_bytes(address, head, flags, pc);
  for_each_word(address + head, size - head, [&](std::uint64_t word_address, std::uint8_t bytes) {
    const ShadowWord* word = shadow.known_word(word_address);
    if (word == nullptr || word->run != happens_before.run()) return;
    on_word(word_address, bytes, with_kind(flags), pc);
  });
}

void turn(bool on) {
  is_on = on;
  plain_filter.looked_at = on ? kEverything : kHeap;
}

}  // namespace

void begin_run() {
  const channel::Settings& settings = g.channel->settings;
  has_detector = settings.races != channel::RaceMode::Off && spins::sees_plain_writes;
  turn(false);
  if (!has_detector) return;
  share = settings.race_share >= 1 ? 0xffffffffU
                                   : static_cast<std::uint32_t>(settings.race_share * 4294967295.0);
  happens_before.start(true);
  happens_before.begin_run();
  has_handlers = g.channel->has_handlers;
  if (has_handlers) {
    happens_before_by_accesses.start(false);
    happens_before_by_accesses.begin_run();
  }
  shadow.begin_run();
  pair_count = 0;
}

bool sees_all() { return has_detector && share == 0xffffffffU; }

void on_step() {
  if (!has_detector) return;
  const OpKind kind = g.step->op.kind;
  if (kind == OpKind::ThreadCreate || kind == OpKind::Post || kind == OpKind::PostFifo) turn(true);
  if (!is_on || g.current->passes_sections) return;
  happens_before.on_step(*g.step);
  if (has_handlers) happens_before_by_accesses.on_step(*g.step);
}

void on_acquired() {
  if (!is_on) return;
  happens_before.acquired(*g.step);
  if (has_handlers) happens_before_by_accesses.acquired(*g.step);
}

namespace {

// As if the current agent's step were on this object.
Step step_on(ObjectId object) {
  Step step;
  step.agent = g.current->id;
  step.op = Operation(OpKind::LibraryCall, object, {});
  return step;
}

}  // namespace

void on_acquired(ObjectId object) {
  if (!is_on || g.current == nullptr) return;
  const Step step = step_on(object);
  happens_before.acquired(step);
  if (has_handlers) happens_before_by_accesses.acquired(step);
}

void on_released() {
  if (!is_on) return;
  happens_before.released(*g.step);
  if (has_handlers) happens_before_by_accesses.released(*g.step);
}

void on_released(ObjectId object) {
  if (!is_on || g.current == nullptr) return;
  const Step step = step_on(object);
  happens_before.released(step);
  if (has_handlers) happens_before_by_accesses.released(step);
}

void on_atomic(OpKind kind, const volatile void* address, std::uint32_t size, int order,
               const void* pc) {
  order &= 0xff;  // the higher bits are hints of the compiler
  const std::uint8_t flags =
      kind == OpKind::AtomicLoad ? kIsAtomic : static_cast<std::uint8_t>(kIsAtomic | kIsWrite);
  const ObjectId object = g.step->op.first;
  const bool is_blind = g.step->op.effect == Effect::Blind;
  if (sections::were_used) look_for_sections(reinterpret_cast<std::uint64_t>(address), size, flags);
  happens_before.before_atomic(g.current->id, object, kind, order, is_blind);
  if (has_handlers) {
    happens_before_by_accesses.before_atomic(g.current->id, object, kind, order, is_blind);
  }
  on_bytes(reinterpret_cast<std::uint64_t>(address), size, flags, pc);
  happens_before.after_atomic(g.current->id, object, kind, order, is_blind);
  if (has_handlers) {
    happens_before_by_accesses.after_atomic(g.current->id, object, kind, order, is_blind);
  }
}

namespace {

// The clocks of the agent before each of the destructions that it is in.
VectorClock kept_clocks[kDeepestDestruction];

ObjectId object_of(const int* count) { return g.interner.location(count, sizeof *count); }

}  // namespace

void on_hidden_count(const int* count, const void* pc) {
  const AgentId me = g.current->id;
  on_bytes(reinterpret_cast<std::uint64_t>(count), sizeof *count, kIsAtomic | kIsWrite, pc);
  happens_before.after_atomic(me, object_of(count), OpKind::AtomicRmw, __ATOMIC_ACQ_REL, true);
}

void begin_destruction(std::uint32_t depth, const int* count) {
  happens_before.begin_destruction(g.current->id, object_of(count), kept_clocks[depth]);
}

void end_destruction(std::uint32_t depth) {
  happens_before.end_destruction(g.current->id, kept_clocks[depth]);
}

void on_fence(int order) {
  if (!is_on || !is_running()) return;
  happens_before.on_fence(g.current->id, order & 0xff);
  if (has_handlers) happens_before_by_accesses.on_fence(g.current->id, order & 0xff);
}

void declare_harmless(const void* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uint64_t>(address);
  for (std::uint32_t i = 0; i < harmless_count; ++i) {
    if (harmless[i].begin <= begin && begin + size <= harmless[i].end) return;
  }
  if (harmless == nullptr) {
    harmless = static_cast<Harmless*>(map_private(kMostHarmless * sizeof(Harmless), MAP_NORESERVE));
  }
  if (harmless == nullptr || harmless_count == kMostHarmless) {
    refuse("more than 65,536 variables whose races are declared harmless", nullptr);
  }
  harmless[harmless_count++] = {begin, begin + size};
}

void on_plain(const void* address, std::size_t size, std::uint8_t flags, const void* pc) {
  const Agent& me = *g.current;
  if (((flags & kIsWrite) != 0 ? me.ignored_writes : me.ignored_reads) != 0) [[unlikely]]
    return;
  on_bytes(reinterpret_cast<std::uint64_t>(address), size, flags, pc);
}

void on_free(const void* block, std::size_t size, const void* pc) {
  free_block(block, size, kIsWrite | kIsFree, pc);
}

void on_free_in_section(const void* block, std::size_t size, const void* pc) {
  free_block(block, size, kIsWrite | kIsFree | kIsUse, pc);
}

std::uint32_t begin_section() { return happens_before.begin_section(g.current->id); }

std::uint32_t end_section(ObjectId region) {
  return happens_before.end_section(g.current->id, region);
}

void on_lock_use(const void* lock, bool is_write, const void* pc) {
  if (!is_on) return;
  const auto address = reinterpret_cast<std::uint64_t>(lock);
  const auto byte = static_cast<std::uint8_t>(1U << (address % 8));
  on_word(address & ~std::uint64_t{7}, byte,
          is_write ? static_cast<std::uint8_t>(kIsUse | kIsWrite) : kIsUse, pc);
}

}  // namespace skein::runtime::races
