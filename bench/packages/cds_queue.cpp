// SPDX-License-Identifier: Apache-2.0
// libcds: a Michael-Scott queue with hazard pointers. WRONG: the consumer expects an item.
// packages: libcds-dev
// flags: -lcds
#include <cassert>
#include <cds/container/msqueue.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <thread>

int main() {
  cds::Initialize();
  {
    cds::gc::HP collector;
    cds::threading::Manager::attachThread();
    auto* const queue = new cds::container::MSQueue<cds::gc::HP, int>;
    std::thread producer([&] {
      cds::threading::Manager::attachThread();
      queue->enqueue(7);
      cds::threading::Manager::detachThread();
    });
    int item = 7;
    const bool is_there = queue->dequeue(item);
    assert(item == 7);
#ifdef WRONG
    assert(is_there);
#endif
    producer.join();
    assert(queue->empty() == is_there);
    delete queue;  // by a thread that is attached
    cds::threading::Manager::detachThread();
  }
  cds::Terminate();
}
