// A stack for several threads. pop() waits until there is something.
#pragma once

#include <condition_variable>
#include <mutex>
#include <vector>

class Stack {
 public:
  void push(int value) {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      values_.push_back(value);
    }
    is_filled_.notify_one();
  }

  int pop() {
    std::unique_lock<std::mutex> guard(mutex_);
    is_filled_.wait(guard, [this] { return !values_.empty(); });
    const int value = values_.back();
    values_.pop_back();
    return value;
  }

  // Returns false if there is nothing.
  bool try_pop(int& value) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (values_.empty()) return false;
    value = values_.back();
    values_.pop_back();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable is_filled_;
  std::vector<int> values_;
};
