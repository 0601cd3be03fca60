// A std::jthread that works until it is asked to stop.
// expect: verdict=clean
// needs: spin
//
// No count: the stop state is made of atomics of the library.
#include <stop_token>
#include <thread>

int main() {
  const std::jthread worker([](const std::stop_token& stop) {
    while (!stop.stop_requested()) std::this_thread::yield();
  });
}
