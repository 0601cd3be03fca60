// A pool of objects that hands out the last one twice: the vector is empty when back() is called.
#include <mutex>
#include <thread>
#include <vector>

struct Buffer {
  char bytes[16];
};

class BufferPool {
 public:
  BufferPool() { free_.push_back(new Buffer); }

  bool is_empty() {
    std::lock_guard<std::mutex> guard(mutex_);
    return free_.empty();
  }

  Buffer* take() {
    std::lock_guard<std::mutex> guard(mutex_);
    Buffer* last = free_.back();
    free_.pop_back();
    return last;
  }

 private:
  std::mutex mutex_;
  std::vector<Buffer*> free_;
};

BufferPool pool;

void use() {
  if (!pool.is_empty()) delete pool.take();
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
