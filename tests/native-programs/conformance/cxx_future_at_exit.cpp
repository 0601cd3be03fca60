// Futures that become ready when the thread that set them has ended, with all it did before.
// expect: verdict=clean
#include <cassert>
#include <future>
#include <thread>

struct Last {
  int* at;
  ~Last() { *at = 7; }
};

int main() {
  int written = 0;
  std::promise<int> promise;
  std::future<int> result = promise.get_future();
  std::thread setter([&] {
    thread_local Last last{&written};
    promise.set_value_at_thread_exit(3);
  });
  assert(result.get() == 3 && written == 7);
  setter.join();
}
