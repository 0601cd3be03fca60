// A thread pool with packaged tasks. The destructor wakes one worker only, so the other one sleeps
// for ever.
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int size) {
    for (int i = 0; i < size; ++i) {
      threads_.emplace_back([this] { work(); });
    }
  }

  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      is_done_ = true;
    }
    changed_.notify_one();
    for (std::thread& thread : threads_) thread.join();
  }

  std::future<int> add(std::function<int()> function) {
    auto task = std::make_shared<std::packaged_task<int()>>(std::move(function));
    std::future<int> result = task->get_future();
    std::lock_guard<std::mutex> guard(mutex_);
    tasks_.push_back([task] { (*task)(); });
    changed_.notify_one();
    return result;
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [this] { return is_done_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool is_done_ = false;
  std::vector<std::thread> threads_;
};

int main() {
  Pool pool(2);
  std::future<int> answer = pool.add([] { return 42; });
  return answer.get() == 42 ? 0 : 1;
}
