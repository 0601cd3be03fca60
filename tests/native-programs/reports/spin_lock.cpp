// A spin lock with a back-off that gives up and enters anyway.
#include <atomic>
#include <cassert>
#include <thread>

class SpinLock {
 public:
  void lock() {
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (!is_taken_.exchange(true)) return;
      std::this_thread::yield();
    }
  }
  void unlock() { is_taken_.store(false); }

 private:
  std::atomic<bool> is_taken_{false};
};

struct Account {
  SpinLock lock;
  std::atomic<int> inside{0};

  void change() {
    lock.lock();
    assert(inside.fetch_add(1) == 0);
    inside.fetch_sub(1);
    lock.unlock();
  }
};

int main() {
  Account account;
  std::thread other([&account] { account.change(); });
  account.change();
  other.join();
}
