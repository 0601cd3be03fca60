// The one who is waited for touches the object after saying so: it may be gone.
// expect: verdict=bug
// needs: memory
//
// A use after free: the waiter deletes the event as soon as it sees the flag, while the other one
// is still in notify or unlock.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Event {
  std::mutex m;
  std::condition_variable c;
  bool is_set = false;
};

}  // namespace

int main() {
  auto event = std::make_unique<Event>();
  std::thread setter([e = event.get()] {
    {
      const std::lock_guard lock(e->m);
      e->is_set = true;
    }
    e->c.notify_one();
  });
  {
    std::unique_lock lock(event->m);
    event->c.wait(lock, [&] { return event->is_set; });
  }
  event.reset();
  setter.join();
}
