// SPDX-License-Identifier: Apache-2.0
// POCO: a worker of a ThreadPool takes a notification from a queue, a semaphore tells that it did.
// WRONG: main does not wait for the semaphore.
// packages: libpoco-dev
// flags: -lPocoFoundation
#include <Poco/NotificationQueue.h>
#include <Poco/Runnable.h>
#include <Poco/Semaphore.h>
#include <Poco/ThreadPool.h>
#include <cassert>

struct Worker : Poco::Runnable {
  Poco::NotificationQueue queue;
  Poco::Semaphore is_done{0, 1};
  int taken = 0;
  void run() override {
    Poco::Notification::Ptr item(queue.waitDequeueNotification());
    taken += item ? 1 : 0;
    is_done.set();
  }
};

int main() {
  Worker worker;
  Poco::ThreadPool pool(1, 1);
  pool.start(worker);
  worker.queue.enqueueNotification(new Poco::Notification);
#ifndef WRONG
  worker.is_done.wait();
#endif
  assert(worker.taken == 1);
  pool.joinAll();
}
