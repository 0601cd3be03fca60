// SPDX-License-Identifier: Apache-2.0
// What libraries say to ThreadSanitizer about their own synchronisation, if they are compiled for
// it, as programs of `skein cc` are: abseil, libcds, Qt, folly.
//
// The atomic operations inside of such locks are steps, so the calls around locks say nothing new.
// An order that is announced (acquire, release, happens before) counts, and so do accesses and
// variables whose races the library has declared harmless.
#include <cstddef>
#include <cstdint>

#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

ObjectId object_of(const volatile void* address) {
  return g.interner.object(channel::ObjectClass::Library, const_cast<const void*>(address));
}

void acquire(const volatile void* address) {
  if (is_running()) races::on_acquired(object_of(address));
}

void release(const volatile void* address) {
  if (is_running()) races::on_released(object_of(address));
}

void ignore(std::uint16_t& depth, int change) {
  if (!is_running() || (change < 0 && depth == 0)) return;
  depth = static_cast<std::uint16_t>(depth + change);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

void __tsan_acquire(void* address) { rt::acquire(address); }
void __tsan_release(void* address) { rt::release(address); }
void __tsan_mutex_create(void*, unsigned) {}
void __tsan_mutex_destroy(void*, unsigned) {}
void __tsan_mutex_pre_lock(void*, unsigned) {}
void __tsan_mutex_post_lock(void*, unsigned, int) {}
int __tsan_mutex_pre_unlock(void*, unsigned) { return 0; }
void __tsan_mutex_post_unlock(void*, unsigned) {}
void __tsan_mutex_pre_signal(void*, unsigned) {}
void __tsan_mutex_post_signal(void*, unsigned) {}
void __tsan_mutex_pre_divert(void*, unsigned) {}
void __tsan_mutex_post_divert(void*, unsigned) {}

void AnnotateHappensBefore(const char*, int, const volatile void* address) { rt::release(address); }
void AnnotateHappensAfter(const char*, int, const volatile void* address) { rt::acquire(address); }
void WTFAnnotateHappensBefore(const char*, int, const volatile void* address) {
  rt::release(address);
}
void WTFAnnotateHappensAfter(const char*, int, const volatile void* address) {
  rt::acquire(address);
}
void AnnotateIgnoreReadsBegin(const char*, int) { rt::ignore(rt::g.current->ignored_reads, 1); }
void AnnotateIgnoreReadsEnd(const char*, int) { rt::ignore(rt::g.current->ignored_reads, -1); }
void AnnotateIgnoreWritesBegin(const char*, int) { rt::ignore(rt::g.current->ignored_writes, 1); }
void AnnotateIgnoreWritesEnd(const char*, int) { rt::ignore(rt::g.current->ignored_writes, -1); }
void AnnotateBenignRaceSized(const char*, int, const volatile void* address, std::size_t size,
                             const char*) {
  rt::races::declare_harmless(const_cast<const void*>(address), size);
}
void WTFAnnotateBenignRaceSized(const char*, int, const volatile void* address, std::size_t size,
                                const char*) {
  rt::races::declare_harmless(const_cast<const void*>(address), size);
}
void AnnotateBenignRace(const char*, int, const volatile void* address, const char*) {
  rt::races::declare_harmless(const_cast<const void*>(address), 1);
}
void AnnotateRWLockCreate(const char*, int, const volatile void*) {}
void AnnotateRWLockCreateStatic(const char*, int, const volatile void*) {}
void AnnotateRWLockDestroy(const char*, int, const volatile void*) {}
void AnnotateRWLockAcquired(const char*, int, const volatile void*, long) {}
void AnnotateRWLockReleased(const char*, int, const volatile void*, long) {}
void AnnotateNewMemory(const char*, int, const volatile void*, std::size_t) {}
void AnnotateMemoryIsInitialized(const char*, int, const volatile void*, std::size_t) {}
void AnnotateThreadName(const char*, int, const char*) {}
void AnnotateEnableRaceDetection(const char*, int, int) {}

}  // extern "C"
