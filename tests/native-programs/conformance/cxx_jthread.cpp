// std::jthread: joins by itself, and can be asked to stop.
// expect: verdict=clean
//
// No count: the stop state is made of atomics of the library.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

namespace {

std::atomic<int> stopped{0};

}  // namespace

int main() {
  {
    std::jthread worker([](const std::stop_token& stop) {
      if (stop.stop_requested()) stopped = 1;
    });
    assert(worker.request_stop());
    assert(!worker.request_stop());
  }
  assert(stopped == 0 || stopped == 1);
}
