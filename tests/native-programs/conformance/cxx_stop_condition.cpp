// condition_variable_any with a stop token: a request to stop ends the wait.
// expect: verdict=clean
// needs: spin
//
// No count: the stop state is made of atomics of the library, with a spin lock among them.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex m;
  std::condition_variable_any c;
  std::jthread worker([&](const std::stop_token& stop) {
    std::unique_lock lock(m);
    const bool is_ready = c.wait(lock, stop, [] { return false; });
    assert(!is_ready);
    assert(stop.stop_requested());
  });
  worker.request_stop();
  worker.join();
}
