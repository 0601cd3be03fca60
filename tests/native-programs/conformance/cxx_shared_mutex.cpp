// std::shared_mutex: one writer, two readers.
// expect: verdict=clean executions=4
// preload: yes
//
// As rwlock_reader_writer.c: 4.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex m;
int x = 0, y = 0;

void writer() {
  const std::unique_lock lock(m);
  x = 1;
  y = 1;
}

void reader() {
  const std::shared_lock lock(m);
  assert(x == y);
}

}  // namespace

int main() {
  std::thread a(writer), b(reader), c(reader);
  a.join();
  b.join();
  c.join();
}
