// std::stop_source, stop_token and stop_callback: the callback runs once, in the thread that stops
// or registers last.
// expect: verdict=clean
// needs: spin
//
// No count: the stop state is made of atomics of the library, with a spin lock among them.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

namespace {

std::atomic<int> calls{0};

}  // namespace

int main() {
  std::stop_source source;
  std::thread a([&] { source.request_stop(); });
  {
    const std::stop_callback callback(source.get_token(), [] { calls++; });
    a.join();
  }
  assert(calls == 1);
}
