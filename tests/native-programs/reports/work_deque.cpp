// A deque of work: both ends look whether it is empty before they lock it, so one of them takes
// from an empty one.
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>

class WorkDeque {
 public:
  void put(int task) {
    std::lock_guard<std::mutex> guard(mutex_);
    tasks_.push_back(task);
  }

  bool has_work() {
    std::lock_guard<std::mutex> guard(mutex_);
    return !tasks_.empty();
  }

  int take() {
    std::lock_guard<std::mutex> guard(mutex_);
    assert(!tasks_.empty());
    const int task = tasks_.front();
    tasks_.pop_front();
    return task;
  }

 private:
  std::mutex mutex_;
  std::deque<int> tasks_;
};

void thief(WorkDeque& work) {
  if (work.has_work()) work.take();
}

int main() {
  WorkDeque work;
  work.put(1);
  std::thread other(thief, std::ref(work));
  if (work.has_work()) work.take();
  other.join();
}
