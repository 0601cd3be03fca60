// The last seat is sold twice, although every access to it is under a lock.
//
//   skein check examples/tickets.cpp             finds it
//   skein check examples/tickets.cpp -D FIXED    asks and sells under one lock: clean
#include <cassert>
#include <mutex>
#include <thread>

class Office {
 public:
  bool has_seats() {
    std::lock_guard<std::mutex> guard(mutex_);
    return seats_ > 0;
  }

  void sell() {
    std::lock_guard<std::mutex> guard(mutex_);
    --seats_;
    assert(seats_ >= 0);
  }

  bool try_sell() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (seats_ == 0) return false;
    --seats_;
    return true;
  }

 private:
  std::mutex mutex_;
  int seats_ = 1;
};

void clerk(Office& office) {
#ifdef FIXED
  office.try_sell();
#else
  if (office.has_seats()) office.sell();
#endif
}

int main() {
  Office office;
  std::thread first(clerk, std::ref(office));
  std::thread second(clerk, std::ref(office));
  first.join();
  second.join();
}
