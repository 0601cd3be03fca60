// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/shared_counts.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "protocol/learned_counts.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/heap_shadow.hpp"
#include "runtime/memory/instrumented_code.hpp"
#include "runtime/memory/plain.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/reset/reset.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::shared_counts {

bool is_destroying = false;

namespace {

bool is_on = false;

// The destructions that the current agent is in: one may release the last reference to another
// object.
struct Destruction {
  std::uint64_t type;
  bool has_clocks;  // the race detector has set the agent's clock aside
};
constexpr std::uint32_t kDeepest = races::kDeepestDestruction;
Destruction destructions[kDeepest];
std::uint32_t depth = 0;

// The words that they have accessed. kIsWritten is added to the addresses of those that were
// written: these must have been freed when the outermost ends.
constexpr std::uint32_t kMostWords = 4096;
constexpr std::uint64_t kIsWritten = 1;
std::uint64_t words[kMostWords];
std::uint32_t word_count = 0;

// Counts that they have released, not as the last. (With more, some are forgotten.)
constexpr std::uint32_t kMostReleased = 64;
std::uint64_t released[kMostReleased];
std::uint32_t released_count = 0;

// Words that destructions of this run have read and not freed.
struct ReadWord {
  std::uint64_t word;
  std::uint64_t type;  // of the outermost destruction
  bool is_held;        // the destruction has released the count of the block with the word
};
ReadWord read_words[kMostWords];
std::uint32_t read_count = 0;

// Above it lie the frames of those that released the last reference.
std::uint64_t frame = 0;

std::uint64_t address_of(const volatile void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

// The type of a control block: where its virtual functions are listed.
std::uint64_t type_of(const void* block) { return *static_cast<const std::uint64_t*>(block); }

bool are_steps(std::uint64_t type) {
  return !watched::find(channel::counts::type(type)).is_none() ||
         !instrumented_code::contains(reinterpret_cast<const void*>(type));
}

// Whether the counts of the control block are hidden. A block that was freed has none.
bool are_hidden(const void* block, const void* site) {
  if (!is_on || !is_running()) return false;
  check_heap_access(block, sizeof(void*), false, site);
  return !are_steps(type_of(block));
}

// A run that only follows a schedule learns nothing.
bool learns() { return g.channel->settings.learns_dead_values; }

// The counts of this type are steps from the next run on.
void learn(std::uint64_t type) {
  constexpr std::uint32_t kMostEntries = channel::kMaxWatched / 4 * 3;
  const bool is_full = g.channel->watched.count.load(std::memory_order_relaxed) > kMostEntries;
  watched::learn(is_full ? channel::counts::all() : channel::counts::type(type));
}

[[noreturn]] void end_here() { end_run(g.has_violation ? End::Violation : End::Blocked); }

void change(int* count, int difference, const void* site) {
  check_heap_access(count, sizeof *count, true, site);
  *count += difference;
  spins::note_change();
  if (races::is_on) races::on_hidden_count(count, site);
}

// Memory of a loaded file that no run can change: tables of virtual functions, texts.
bool is_constant(std::uint64_t address) {
  return module_of(address) != nullptr && !is_in_image(address, address + 1);
}

bool is_in_own_frames(std::uint64_t address) {
  const Range& stack = plain_filter.own_stack;
  return stack.has(reinterpret_cast<const void*>(address)) && address < frame;
}

void begin_destruction(std::uint64_t type, const int* count, const void* caller_frame) {
  if (depth == kDeepest) on_effect();
  if (depth >= kDeepest) {
    ++depth;
    return;
  }
  if (depth == 0) {
    frame = address_of(caller_frame);
    word_count = 0;
    released_count = 0;
  }
  const bool has_clocks = races::is_on;
  if (has_clocks) races::begin_destruction(depth, count);
  destructions[depth++] = {type, has_clocks};
  is_destroying = has_clocks;
}

}  // namespace

void begin_run() {
  const channel::Settings& settings = g.channel->settings;
  is_on = settings.models_library && spins::sees_plain_writes && !g.channel->has_handlers &&
          settings.outside_signals == 0 && !watched::has_words &&
          watched::find(channel::counts::all()).is_none();
  is_destroying = false;
  depth = 0;
  read_count = 0;
}

void on_access(const void* pointer, std::size_t size, bool is_write) {
  const std::uint64_t begin = address_of(pointer) & ~std::uint64_t{7};
  const std::uint64_t last = (address_of(pointer) + size - 1) & ~std::uint64_t{7};
  if (is_in_own_frames(address_of(pointer))) return;
  // One block contains all of the bytes, or the access is an error.
  for (const std::uint64_t word : {begin, last}) {
    const std::uint64_t entry = is_write ? word | kIsWritten : word;
    if (word_count > 0 && words[word_count - 1] == entry) continue;
    if (!is_write && is_constant(word)) continue;
    if ((is_write && !is_in_arena(word)) || word_count == kMostWords) return on_effect();
    words[word_count++] = entry;
  }
}

// Every destruction that the agent is in contains the effect.
void on_effect() {
  is_destroying = false;
  if (!learns()) return;
  for (const Destruction& d : std::span(destructions, std::min(depth, kDeepest))) learn(d.type);
  end_here();
}

void on_use_after_free() {
  if (is_on && is_running() && learns()) watched::learn(channel::counts::all());
}

void leave() {
  note_effect();
  depth = 0;
}

// The destruction that frees the block comes after all releases of its count, whoever has read the
// word before a release.
void on_write(std::uint64_t word) {
  if (!learns()) return;
  for (std::uint32_t i = 0; i < read_count; ++i) {
    if (read_words[i].word != word || (is_destroying && read_words[i].is_held)) continue;
    learn(read_words[i].type);
    end_here();
  }
}

namespace {

bool is_freed(std::uint64_t word) { return is_in_arena(word) && *heap_shadow(word) == kFreedBytes; }

bool is_held(std::uint64_t word) {
  const std::uint64_t block = find_heap_block(word).begin;
  const auto is_of_block = [&](std::uint64_t c) { return find_heap_block(c).begin == block; };
  return block != 0 && std::any_of(released, released + released_count, is_of_block);
}

// The outermost destruction ends.
void close(std::uint64_t type) {
  for (std::uint32_t i = 0; i < word_count && is_destroying; ++i) {
    const std::uint64_t word = words[i] & ~kIsWritten;
    if (is_freed(word)) continue;
    if (words[i] != word || read_count == kMostWords) return on_effect();
    read_words[read_count++] = {word, type, is_held(word)};
  }
  is_destroying = false;
}

void note_released(const int* count) {
  if (is_destroying && released_count < kMostReleased) {
    released[released_count++] = address_of(count);
  }
}

void look_at(const void* block, const void* site) {
  if (!are_hidden(block, site) || !learns()) return;
  learn(type_of(block));
  end_here();
}

bool add(const void* block, int* count, const void* site) {
  if (!are_hidden(block, site)) return false;
  change(count, 1, site);
  return true;
}

}  // namespace

Released release(const void* block, int* count, const void* site, const void* caller_frame) {
  if (!are_hidden(block, site)) return Released::AsStep;
  const std::uint64_t type = type_of(block);
  change(count, -1, site);
  if (*count != 0) {
    note_released(count);
    return Released::One;
  }
  begin_destruction(type, count, caller_frame);
  return Released::Last;
}

void end_destruction() {
  if (depth == 0) return;
  if (depth <= kDeepest) {
    if (destructions[depth - 1].has_clocks) races::end_destruction(depth - 1);
    if (depth == 1 && is_destroying) close(destructions[0].type);
  }
  --depth;
}

}  // namespace skein::runtime::shared_counts

namespace counts = skein::runtime::shared_counts;

extern "C" {

// Called by our variant of the header. Adds a reference; returns 0 if that is to be a step.
int skein_runtime_add_reference(const void* block, int* count) {
  return counts::add(block, count, __builtin_return_address(0)) ? 1 : 0;
}

// Releases a reference; returns 0 if that is to be a step, 2 if it was the last reference. Then
// skein_runtime_end_destruction() follows.
int skein_runtime_release_reference(const void* block, int* count) {
  return static_cast<int>(
      counts::release(block, count, __builtin_return_address(0), __builtin_frame_address(0)));
}

void skein_runtime_end_destruction() { counts::end_destruction(); }

// The program is about to look at a count.
void skein_runtime_look_at_count(const void* block) {
  counts::look_at(block, __builtin_return_address(0));
}

}  // extern "C"
