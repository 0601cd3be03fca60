// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/locks/atomic_sections.hpp"

#include <pthread.h>

#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/locks/mutex.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/plain.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/spin/spin_loops.hpp"

// The lock of all sections; reports show its name.
extern "C" {
[[gnu::visibility("hidden")]] pthread_mutex_t atomic_sections;
}

namespace skein::runtime::sections {

bool has_functions = false;
bool were_used = false;

namespace {

namespace next {
NextSymbol<int(pthread_mutex_t*)> pthread_mutex_lock("pthread_mutex_lock");
NextSymbol<int(pthread_mutex_t*)> pthread_mutex_unlock("pthread_mutex_unlock");
}  // namespace next

Range functions[channel::kMaxSectionFunctions];
std::uint32_t function_count = 0;
Range all_functions;  // a range around all of them

bool is_section(const void* pc) {
  if (!all_functions.has(pc)) return false;
  for (std::uint32_t i = 0; i < function_count; ++i) {
    if (functions[i].has(pc)) return true;
  }
  return false;
}

// Only the outermost of nested sections takes and releases the lock.
void begin(const void* site) {
  were_used = true;
  if (is_running() && lock_sections::is_on) lock_sections::give_up();
  if (g.current->section_depth++ == 0) lock_own(&atomic_sections, site);
}

void end(const void* site) {
  if (g.current->section_depth == 0) {
    violate(ViolationCode::EndsSectionOutside, site);
  }
  // The agent is in the section until it releases the lock.
  if (g.current->section_depth == 1) unlock_own(&atomic_sections, site);
  --g.current->section_depth;
}

void lock_silently(const void* site) {
  g.current->passes_sections = true;
  lock_own(&atomic_sections, site);
  g.current->passes_sections = false;
}

void unlock_silently(const void* site) {
  g.current->passes_sections = true;
  unlock_own(&atomic_sections, site);
  g.current->passes_sections = false;
}

}  // namespace

void find_functions() {
  const channel::Settings& settings = g.channel->settings;
  const std::uint64_t bias = g.channel->modules[0].bias;  // the program's own
  std::uint64_t highest = 0;
  for (const channel::FunctionRange& f : settings.section_functions) {
    if (function_count == settings.section_function_count) break;
    functions[function_count++] = {f.begin + bias, f.end - f.begin};
    if (function_count == 1) all_functions.begin = f.begin + bias;
    if (f.begin + bias < all_functions.begin) all_functions.begin = f.begin + bias;
    if (f.end + bias > highest) highest = f.end + bias;
  }
  all_functions.size = highest - all_functions.begin;
  has_functions = function_count > 0;
}

void reset() { atomic_sections = pthread_mutex_t{}; }

[[gnu::noinline]] void on_function_entry(const void* pc) {
  if (g.current->functions_in_section > 0) {
    ++g.current->functions_in_section;
    return;
  }
  if (!is_section(pc)) return;
  spins::mark_caller();
  g.current->functions_in_section = 1;
  begin(pc);
  spins::caller_frame = nullptr;
}

// Calls are counted, because `pc` may lie in the caller: this may be the function's last call.
[[gnu::noinline]] void on_function_exit(const void* pc) {
  if (g.current->functions_in_section == 0) return;
  --g.current->functions_in_section;
  if (g.current->functions_in_section > 0) return;
  spins::mark_caller();
  end(pc);
  spins::caller_frame = nullptr;
}

void pass(const void* site) {
  const char* const frame = spins::caller_frame;
  lock_silently(site);
  spins::caller_frame = frame;
  unlock_silently(site);
}

void note_use(const volatile void* object) {
  if (!is_running() || !is_inside() || object == &atomic_sections) return;
  watched::add_section_word(reinterpret_cast<std::uint64_t>(object) & ~std::uint64_t{7});
}

void after_wait(const volatile void* object, const void* site) {
  if (!watched::has_section_words || !is_running() || is_inside()) return;
  if (object == &atomic_sections || !watched::has_section_word(object, 1)) return;
  pass(site);
}

bool has_begun_too_early() {
  const ObjectId lock = object_of(&atomic_sections);
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    const Agent& waiting = g.agents[g.live[i]];
    if (waiting.section_depth == 0 || waiting.op.first == lock) continue;
    for (std::uint32_t j = 0; j < g.live_count; ++j) {
      const Agent& other = g.agents[g.live[j]];
      if (j == i) continue;
      if (other.op.first == lock) return true;
      // The steps of the section, from the last on.
      for (std::uint32_t k = g.position; k-- > 0;) {
        const Step& step = g.channel->steps[k];
        if (step.agent != waiting.id) continue;
        if (step.op.first == lock) break;
        if (access(step.op, other.op.first) != Access::None) return true;
      }
    }
  }
  return false;
}

void AtomicTurn::take(const volatile void* address, std::uint32_t size, const void* site) {
  if (!is_running() || is_inside() || address == &atomic_sections) return;
  if (!watched::has_section_word(address, size)) return;
  site_ = site;
  frame_ = spins::caller_frame;
  lock_silently(site);
  spins::caller_frame = frame_;
}

void AtomicTurn::give_back() {
  spins::caller_frame = frame_;
  unlock_silently(site_);
}

}  // namespace skein::runtime::sections

namespace rt = skein::runtime;

extern "C" {

void __VERIFIER_atomic_begin() {
  if (rt::is_off()) {
    rt::sections::next::pthread_mutex_lock(&atomic_sections);
    return;
  }
  rt::spins::mark_caller();
  rt::sections::begin(__builtin_return_address(0));
  rt::spins::caller_frame = nullptr;
}

void __VERIFIER_atomic_end() {
  if (rt::is_off()) {
    rt::sections::next::pthread_mutex_unlock(&atomic_sections);
    return;
  }
  rt::spins::mark_caller();
  rt::sections::end(__builtin_return_address(0));
  rt::spins::caller_frame = nullptr;
}

}  // extern "C"
