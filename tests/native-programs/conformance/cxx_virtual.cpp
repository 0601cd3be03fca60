// Virtual calls and virtual destructors in threads.
// expect: verdict=clean executions=2
//
// Two sections on one mutex.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace {

std::mutex m;
int sum = 0;

class Task {
 public:
  Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;
  virtual int run() = 0;
};

class Adder : public Task {
 public:
  explicit Adder(int by) : by_(by) {}
  ~Adder() override {
    const std::lock_guard lock(m);
    sum += by_;
  }
  int run() override { return by_; }

 private:
  int by_;
};

void user(std::unique_ptr<Task> task) { assert(task->run() > 0); }

}  // namespace

int main() {
  std::thread a(user, std::make_unique<Adder>(1)), b(user, std::make_unique<Adder>(2));
  a.join();
  b.join();
  assert(sum == 3);
}
