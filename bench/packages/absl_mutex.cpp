// SPDX-License-Identifier: Apache-2.0
// abseil: Mutex with a condition that it evaluates itself. WRONG: no lock around the change.
// packages: libabsl-dev
// pkg-config: absl_synchronization
#include <absl/synchronization/mutex.h>
#include <cassert>
#include <thread>

int main() {
  absl::Mutex mutex;
  bool is_ready = false;
  std::thread setter([&] {
#ifdef WRONG
    is_ready = true;
#else
    absl::MutexLock lock(&mutex);
    is_ready = true;
#endif
  });
  mutex.LockWhen(absl::Condition(&is_ready));
  assert(is_ready);
  mutex.Unlock();
  setter.join();
}
