// The event lives until the join.
// expect: verdict=clean executions=2
// preload: yes
//
// The setter's section comes before main's (no wait) or after main's wait. As
// cond_signal_outside.c.
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
  setter.join();
  event.reset();
}
