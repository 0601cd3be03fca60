// SPDX-License-Identifier: Apache-2.0
// abseil: Notification and BlockingCounter. WRONG: main does not wait for the notification.
// packages: libabsl-dev
// pkg-config: absl_synchronization
#include <absl/synchronization/blocking_counter.h>
#include <absl/synchronization/notification.h>
#include <cassert>
#include <thread>

int main() {
  absl::Notification is_done;
  absl::BlockingCounter counter(1);
  int number = 0;
  std::thread worker([&] {
    number = 7;
    counter.DecrementCount();
    is_done.Notify();
  });
#ifndef WRONG
  is_done.WaitForNotification();
#endif
  assert(number == 7);
  counter.Wait();
  worker.join();
}
