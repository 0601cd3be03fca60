// SPDX-License-Identifier: Apache-2.0
// Qt Concurrent: a function in the pool, and its result. WRONG: a flag is read without waiting.
// packages: qtbase5-dev
// pkg-config: Qt5Concurrent
// flags: -fPIC
#include <QtConcurrent/QtConcurrentRun>
#include <cassert>

int main() {
  QThreadPool pool;
  pool.setMaxThreadCount(1);
  bool is_done = false;
  QFuture<int> future = QtConcurrent::run(&pool, [&] {
    is_done = true;
    return 7;
  });
#ifdef WRONG
  assert(is_done);
#endif
  assert(future.result() == 7);
  future.waitForFinished();
  assert(is_done);
}
