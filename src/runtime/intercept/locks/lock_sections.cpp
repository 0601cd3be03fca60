// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/locks/lock_sections.hpp"

#include <algorithm>

#include "protocol/learned_sections.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/instrumented_code.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/dead_stack_values.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::lock_sections {

bool is_on = false;

namespace {

namespace entries = channel::sections;
using channel::WatchedId;

// Entries among the watched words that are about sections. Beyond this number there are no simple
// locks, so that racy words find room.
constexpr std::uint32_t kMostEntries = channel::kMaxWatched / 2;
constexpr std::uint32_t kMostSections = 1U << 20U;  // in a run
constexpr std::uint32_t kStillOpen = 0xffffffffU;

// A section of this run, so that the accesses that shadow memory keeps can be assigned to it. The
// sections of an agent are a list, the last first.
struct Section {
  const void* lock;
  std::uint32_t begin;   // epochs of its agent
  std::uint32_t end;     // kStillOpen: it has not ended
  WatchedId region;      // the region's first byte; none: it has no step
  std::uint32_t before;  // index of the section before it + 1; 0: none
};

Section* run_log = nullptr;
std::uint32_t run_count = 0;

// The regions: a forest over the entries that are conflict bytes.
std::uint16_t parents[channel::kMaxWatched];
std::uint32_t known_count = 0;    // entries of the watched words that were looked at
std::uint32_t section_count = 0;  // those among them that are about sections
bool has_given_up = false;

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

WatchedId root_of(WatchedId entry) {
  std::uint32_t number = entry.value;
  while (parents[number] != number) number = parents[number];
  return WatchedId{number};
}

// The smallest number represents a region, so that its name does not depend on the order of merges.
void merge(WatchedId a, WatchedId b) {
  a = root_of(a);
  b = root_of(b);
  const auto [smaller, larger] = std::minmax(a, b);
  parents[larger.index()] = static_cast<std::uint16_t>(smaller.value);
}

void take_in(WatchedId id, std::uint64_t entry) {
  parents[id.index()] = static_cast<std::uint16_t>(id.value);
  if (!channel::is_of_sections(entry)) return;
  ++section_count;
  const entries::Kind kind = entries::kind_of(entry);
  if (kind == entries::Kind::None) has_given_up = true;
  if (kind != entries::Kind::Merged) return;
  const auto [a, b] = entries::merged(entry);
  if (a < id && b < id) merge(a, b);
}

[[noreturn]] void end_here() { end_run(g.has_violation ? End::Violation : End::Blocked); }

// A run that only follows a schedule learns nothing.
void learn(std::uint64_t entry) {
  if (!g.channel->settings.learns_dead_values) return;
  const bool is_full = section_count + 4 > kMostEntries;
  watched::learn(is_full ? entries::none() : entry);
}

WatchedId find_lock(const void* lock) {
  return watched::find(entries::lock_with_bytes(address_of(lock)));
}

WatchedId find_byte(WatchedId lock, std::uint64_t address) {
  return watched::find(entries::byte(lock, address));
}

bool is_ordinary(const void* lock) {
  return !watched::find(entries::ordinary(address_of(lock))).is_none();
}

// The section in which the agent was in this epoch, or null.
Section* section_at(Moment moment) {
  std::uint32_t i = g.agents[moment.agent].section.logged;
  while (i != 0 && run_log[i - 1].begin > moment.epoch) i = run_log[i - 1].before;
  if (i == 0 || run_log[i - 1].end < moment.epoch) return nullptr;
  return &run_log[i - 1];
}

// Nothing but the lock orders two accesses in sections of it.
[[noreturn]] void on_conflict(const Section& old, const Section& mine, std::uint64_t word,
                              std::uint8_t bytes) {
  const void* const lock = mine.lock;
  const WatchedId lock_entry = find_lock(lock);
  WatchedId byte;
  for (unsigned i = 0; i < 8 && !lock_entry.is_none() && byte.is_none(); ++i) {
    if ((bytes >> i & 1U) != 0) byte = find_byte(lock_entry, word + i);
  }
  if (byte.is_none()) {
    add_byte(lock, word + static_cast<unsigned>(__builtin_ctz(bytes)));
    end_here();
  }
  const WatchedId region = root_of(byte);
  const WatchedId other = mine.region != region ? mine.region : old.region;
  if (other == region || other.is_none()) {
    learn(entries::ordinary(address_of(lock)));  // it was not covered by a step
  } else {
    learn(entries::merge(region, other));
  }
  end_here();
}

}  // namespace

void begin_run() {
  const channel::Channel& c = *g.channel;
  const std::uint32_t count = c.watched.count.load(std::memory_order_relaxed);
  for (; known_count < count; ++known_count) {
    take_in(WatchedId{known_count}, c.watched.records[known_count]);
  }
  is_on = c.settings.reduces_sections && spins::sees_plain_writes && !c.has_handlers &&
          c.settings.outside_signals == 0 && !has_given_up;
  run_count = 0;
}

void give_up() {
  learn(entries::none());
  end_here();
}

bool begin(const void* lock, ObjectId object, const void* site) {
  if (is_ordinary(lock)) return false;
  Agent::LockSection& me = g.current->section;
  if (me.lock != nullptr) on_visit();  // a lock inside of another's section
  if (g.current->locks_all || !instrumented_code::contains(site)) require_ordinary(lock);
  me.lock = lock;
  me.object = object;
  me.site = site;
  me.depth = 1;
  ++me.count;
  me.region = WatchedId{};
  me.lock_entry = WatchedId{};
  me.is_logged = races::is_on;
  // What main does before it creates a thread happens before everything else.
  if (!me.is_logged) return true;
  if (run_log == nullptr) {
    run_log = static_cast<Section*>(allocate_private(kMostSections * sizeof(Section)));
  }
  if (run_count == kMostSections) give_up();
  me.lock_entry = find_lock(lock);
  run_log[run_count] = {lock, races::begin_section(), kStillOpen, WatchedId{}, me.logged};
  me.logged = ++run_count;
  races::on_lock_use(lock, false, site);
  return true;
}

void end() {
  Agent::LockSection& me = g.current->section;
  if (--me.depth > 0) return;
  if (me.is_logged) {
    run_log[me.logged - 1].end =
        races::end_section(me.region.is_none() ? ObjectId{} : me.region_object);
  }
  me.lock = nullptr;
}

void require_ordinary(const void* lock) {
  if (!is_on || !is_running() || is_ordinary(lock)) return;
  learn(entries::ordinary(address_of(lock)));
  end_here();
}

void on_visit() {
  learn(entries::ordinary(address_of(g.current->section.lock)));
  end_here();
}

void on_halt() { learn(entries::ordinary(address_of(g.current->section.lock))); }

void on_access(const void* address, std::size_t size) {
  Agent::LockSection& me = g.current->section;
  if (me.lock_entry.is_none() || !me.region.is_none()) return;
  const std::uint64_t end = address_of(address) + size;
  for (std::uint64_t byte = address_of(address); byte < end; ++byte) {
    const WatchedId entry = find_byte(me.lock_entry, byte);
    if (entry.is_none()) continue;
    const WatchedId region = root_of(entry);
    const std::uint64_t first = entries::address_in(g.channel->watched.records[region.index()]);
    me.region_object = g.interner.region(me.object, first);
    visit(Request{.kind = OpKind::Section, .first = me.region_object, .site = me.site});
    g.step->value = me.count;
    me.region = region;
    run_log[me.logged - 1].region = region;
    return;
  }
}

bool add_byte(const void* lock, std::uint64_t address) {
  WatchedId lock_entry = find_lock(lock);
  if (lock_entry.is_none()) {
    learn(entries::lock_with_bytes(address_of(lock)));
    lock_entry = find_lock(lock);
    if (lock_entry.is_none()) return true;  // nothing is learned in this run
  }
  if (!find_byte(lock_entry, address).is_none()) return false;
  learn(entries::byte(lock_entry, address));
  return true;
}

bool is_race(Moment old, Moment mine, std::uint64_t word, std::uint8_t bytes, bool is_use) {
  const Section* const before = section_at(old);
  const Section* const now = section_at(mine);
  if (before != nullptr && now != nullptr && before->lock == now->lock) {
    if (dead::is_global(word, bytes)) return false;
    on_conflict(*before, *now, word, bytes);
  }
  if (!is_use) return true;
  // A lock's end or beginning, or a free that the race detector leaves out, concurrent with a
  // section.
  if (before != nullptr) require_ordinary(before->lock);
  if (now != nullptr) require_ordinary(now->lock);
  return false;
}

void after_race(Moment old) {
  const Section* const before = section_at(old);
  if (before != nullptr && before->end == kStillOpen) end_here();
}

}  // namespace skein::runtime::lock_sections
