// A handler waits for another one: with one thread in the pool, for ever.
// expect: verdict=bug kind=deadlock executions=1
//
// One thread takes the handlers one after the other, and main waits for it: one class.
#include <asio.hpp>
#include <semaphore.h>

int main() {
  sem_t s;
  sem_init(&s, 0, 0);
  asio::thread_pool pool(1);
  asio::post(pool, [&] {
    while (sem_wait(&s) != 0) {
    }
  });
  asio::post(pool, [&] { sem_post(&s); });
  pool.join();
}
