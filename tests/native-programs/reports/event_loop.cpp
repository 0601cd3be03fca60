// An event loop whose handlers post to each other through bounded queues: both are full, and both
// wait for room.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

class Mailbox {
 public:
  void post(int event) {
    std::unique_lock<std::mutex> lock(mutex_);
    has_room_.wait(lock, [this] { return events_.size() < 1; });
    events_.push(event);
    has_event_.notify_one();
  }

  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
    has_event_.wait(lock, [this] { return !events_.empty(); });
    const int event = events_.front();
    events_.pop();
    has_room_.notify_one();
    return event;
  }

 private:
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable has_event_;
  std::queue<int> events_;
};

struct Loops {
  Mailbox network;
  Mailbox disk;
};

void serve_disk(Loops& loops) {
  for (int i = 0; i < 2; ++i) loops.network.post(i);
  for (int i = 0; i < 2; ++i) loops.disk.take();
}

int main() {
  Loops loops;
  std::thread disk(serve_disk, std::ref(loops));
  for (int i = 0; i < 2; ++i) loops.disk.post(i);
  for (int i = 0; i < 2; ++i) loops.network.take();
  disk.join();
}
