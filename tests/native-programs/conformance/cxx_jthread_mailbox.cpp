// A worker with a stop token whose mailbox lies on main's stack: main spins for a lock inside of
// the stop state while the worker writes on main's stack. Whether main waits must not depend on
// that.
// expect: verdict=clean
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace {

class Mailbox {
 public:
  void send(int value) {
    {
      const std::lock_guard guard(mutex_);
      value_ = value;
    }
    changed_.notify_one();
  }

  void run(std::stop_token token) {
    std::unique_lock lock(mutex_);
    if (changed_.wait(lock, token, [&] { return value_ != 0; })) handled_ += value_;
  }

  [[nodiscard]] int handled() const { return handled_; }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int value_ = 0;
  int handled_ = 0;
};

}  // namespace

int main() {
  Mailbox box;
  {
    std::jthread worker([&](std::stop_token token) { box.run(token); });
    box.send(3);
  }
  assert(box.handled() == 0 || box.handled() == 3);
}
