// SPDX-License-Identifier: Apache-2.0
// Runs handlers: a queue, and the threads that call run().
//
// Handlers start in the order in which they were posted, each on one of the threads in run(), as in
// asio's own implementation. Skein explores every order that threads can bring about, so steps
// should depend on each other only where the program's do:
// - A post exchanges the queue's end and touches nothing else: posts depend on posts.
// - A thread that takes a handler holds `take_`, also while it waits for the next one. So the
//   threads in run() depend on each other, but not on posts. Each place in the queue has a
//   semaphore.
// - Changes in the amount of work (guards and timers) go through the queue as well, and the threads
//   that take from it count them. Only when no work is left do they check whether the queue is
//   empty and whether handlers still run elsewhere.
// asio has one mutex for all of this. Two threads that post while a third one runs make 2 classes
// here, by the order of their posts; with a mutex and a condition variable they make tens.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <semaphore.h>
#include <utility>

#include "op.hpp"

namespace asio::detail {

class scheduler {
 public:
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  scheduler() = default;
  scheduler(const scheduler&) = delete;
  scheduler& operator=(const scheduler&) = delete;
  // REQUIRES: no thread runs or posts any more. Handlers that were not run are dropped.
  ~scheduler() {
    while (first_ != nullptr) delete std::exchange(first_, first_->next);
  }

  void post(op_ptr task) { add(std::move(task), 0); }
  void start_work() { add(nullptr, 1); }
  void finish_work() { add(nullptr, -1); }
  // Posts a handler for which start_work() was called: its end is the end of that work.
  void post_and_finish_work(op_ptr task) { add(std::move(task), -1); }

  // Calls at most `most` handlers, until there is no work or stop() is called. Without `waits`,
  // until no handler is ready now.
  std::size_t run(std::size_t most, bool waits = true) {
    runner me(*this);
    std::size_t calls = 0;
    while (calls < most) {
      op_ptr task = me.take(waits);
      if (task == nullptr) return calls;
      ++calls;
      me.call(std::move(task));
    }
    me.look_for_end();
    return calls;
  }

  void stop() {
    is_stopped_.store(true);
    wake();
  }
  bool stopped() const { return is_stopped_.load(); }
  void restart() { is_stopped_.store(false); }
  bool is_inside() const { return frame::is_inside(this); }

 private:
  // A place in the queue. The semaphore belongs to the next place.
  struct place {
    place(op_ptr t, int w) : task(std::move(t)), work(w) { sem_init(&has_next, 0, 0); }
    op_ptr task;  // may be null
    int work;     // change in the amount of work
    place* next = nullptr;
    sem_t has_next;
  };

  // A thread in run().
  class runner {
   public:
    explicit runner(scheduler& s) : scheduler_(s) {}
    runner(const runner&) = delete;
    runner& operator=(const runner&) = delete;
    ~runner() {
      if (!is_listed_) return;
      const std::lock_guard<std::mutex> lock(scheduler_.take_);  // a handler has thrown
      leave();
    }

    // Null: nothing is left, or nothing is ready now, or the scheduler was stopped.
    op_ptr take(bool waits) {
      std::unique_lock<std::mutex> lock(scheduler_.take_, std::defer_lock);
      if (waits) {
        lock.lock();
      } else if (!lock.try_lock()) {
        std::fprintf(stderr, "poll() while another thread is in run(): not in skein's subset\n");
        std::abort();
      }
      enter();
      op_ptr task = scheduler_.take(waits);
      if (task == nullptr) {
        leave();
      } else {
        state_.store(kBusy);
      }
      return task;
    }

    void call(op_ptr task) {
      const at_end cleanup{*this};
      const frame here(&scheduler_);
      const op_ptr mine = std::move(task);  // destroyed as a part of the handler
      mine->call();
    }

    // As in asio, the end of the last handler stops the scheduler.
    void look_for_end() {
      const std::lock_guard<std::mutex> lock(scheduler_.take_);
      leave();
      if (scheduler_.is_at_end()) scheduler_.is_stopped_.store(true);
    }

    // Whether this thread runs a handler; if so, it will wake us when the handler has ended.
    bool is_busy() {
      int busy = kBusy;
      return state_.compare_exchange_strong(busy, kAwaited) || busy == kAwaited;
    }

    runner* next = nullptr;

   private:
    enum : int { kIdle, kBusy, kAwaited };

    struct at_end {
      runner& self;
      ~at_end() {
        if (self.state_.exchange(kIdle) == kAwaited) self.scheduler_.wake();
      }
    };

    void enter() {
      if (std::exchange(is_listed_, true)) return;
      next = std::exchange(scheduler_.runners_, this);
    }
    void leave() {
      if (!std::exchange(is_listed_, false)) return;
      runner** at = &scheduler_.runners_;
      while (*at != this) at = &(*at)->next;
      *at = next;
    }

    scheduler& scheduler_;
    bool is_listed_ = false;
    std::atomic<int> state_{kIdle};
  };

  void add(op_ptr task, int work) {
    place* const mine = new place(std::move(task), work);
    place* const before = last_.exchange(mine);
    before->next = mine;
    sem_post(&before->has_next);
  }
  void wake() { add(nullptr, 0); }

  // The functions below need take_.

  op_ptr take(bool waits) {
    while (!is_stopped_.load()) {
      if ((!waits || work_ == 0) && !has_next()) {
        if (is_at_end()) {
          is_stopped_.store(true);
          break;
        }
        if (!waits && is_empty()) break;
      }
      if (!std::exchange(has_next_, false)) {
        while (sem_wait(&first_->has_next) != 0) {
        }
      }
      delete std::exchange(first_, first_->next);
      work_ += first_->work;
      if (first_->task != nullptr) return std::move(first_->task);
    }
    return nullptr;
  }

  // Cheaper than asking whether the queue is empty, because it depends on one post only. If there
  // is no next place, a post may still be in progress, with others behind it.
  bool has_next() {
    if (!has_next_) has_next_ = sem_trywait(&first_->has_next) == 0;
    return has_next_;
  }
  bool is_empty() const { return last_.load() == first_; }

  // No work is left, and no running handler might post some. Handlers that have ended may have
  // posted some.
  bool is_at_end() {
    if (work_ != 0) return false;
    for (runner* r = runners_; r != nullptr; r = r->next) {
      if (r->is_busy()) return false;
    }
    return is_empty();
  }

  std::mutex take_;
  place* first_ = new place(nullptr, 0);  // taken already; the next place is behind it
  bool has_next_ = false;                 // the semaphore of the next place has been taken
  int work_ = 0;                          // guards, and timers whose handler was not taken
  runner* runners_ = nullptr;
  std::atomic<place*> last_{first_};
  std::atomic<bool> is_stopped_{false};
};

}  // namespace asio::detail
