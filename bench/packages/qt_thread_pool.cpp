// SPDX-License-Identifier: Apache-2.0
// Qt: QThreadPool, QMutex and QWaitCondition. WRONG: the sum without the mutex.
// packages: qtbase5-dev
// pkg-config: Qt5Core
// flags: -fPIC
#include <QMutex>
#include <QMutexLocker>
#include <QThreadPool>
#include <cassert>

int main() {
  QThreadPool pool;
  pool.setMaxThreadCount(2);
  QMutex mutex;
  int sum = 0;
  for (int i = 1; i <= 2; ++i) {
    pool.start([&sum, &mutex, i] {
#ifndef WRONG
      QMutexLocker locker(&mutex);
#else
      Q_UNUSED(mutex);
#endif
      sum += i;
    });
  }
  pool.waitForDone();
  assert(sum == 3);
}
