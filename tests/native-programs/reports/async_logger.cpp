// A logger with a thread of its own. stop() sets the flag without the mutex, so the thread may miss
// the notification and sleep for ever.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <string>
#include <thread>

class Logger {
 public:
  Logger() : thread_(&Logger::run, this) {}

  void log(std::string line) {
    std::lock_guard<std::mutex> guard(mutex_);
    lines_.push(std::move(line));
    changed_.notify_one();
  }

  void stop() {
    is_stopped_ = true;
    changed_.notify_one();
    thread_.join();
  }

 private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!is_stopped_) {
      changed_.wait(lock);
      while (!lines_.empty()) lines_.pop();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::string> lines_;
  std::atomic<bool> is_stopped_{false};
  std::thread thread_;
};

int main() {
  Logger logger;
  logger.log("started");
  logger.stop();
}
