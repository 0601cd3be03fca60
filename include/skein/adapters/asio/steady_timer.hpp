// SPDX-License-Identifier: Apache-2.0
// steady_timer: calls a handler at a given time, or when the wait was cancelled.
//
// Every wait has a thread, which sleeps and then passes the handler to the context. So a timer may
// expire at any moment from now on, before or after other timers, whatever other threads do. Under
// skein time is virtual: nothing really waits, and by the time the handler is called the clock has
// advanced far enough.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <semaphore.h>
#include <skein/skein.h>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "any_io_executor.hpp"
#include "error.hpp"

namespace asio {

namespace detail {

using timer_clock = std::chrono::steady_clock;

struct timer_op : op {
  error_code error;
  timer_clock::time_point expiry;
};

template <class Handler>
struct timer_handler_op final : timer_op {
  template <class H>
  timer_handler_op(const any_io_executor& e, H&& h) : otherwise(e), handler(std::forward<H>(h)) {}

  void call() override {
    // This thread may not have seen the time pass.
    if (!error) std::this_thread::sleep_until(expiry);
    const auto executor = get_associated_executor(handler, otherwise);
    dispatch_to(executor,
                make_op([h = std::move(handler), e = error]() mutable { std::move(h)(e); }));
  }

  any_io_executor otherwise;
  Handler handler;
};

// A wait. Whichever changes its state first, the time or a cancel, gets the handler.
class timer_wait final : public kept {
 public:
  timer_wait(scheduler& s, std::unique_ptr<timer_op> task) : scheduler_(s), task_(std::move(task)) {
    sem_init(&cancelled_, 0, 0);
    scheduler_.start_work();
    expiry_ = task_->expiry;
    sleeper_ = std::thread([this] { sleep(); });
  }
  ~timer_wait() override {
    // The context ends: no handler is called.
    if (!is_cancelled_ && !is_over_.exchange(true)) wake_sleeper();
    sleeper_.join();
  }

  bool cancel() {
    if (is_over_.exchange(true)) return false;
    is_cancelled_ = true;
    task_->error = error::make_error_code(error::operation_aborted);
    scheduler_.post_and_finish_work(std::move(task_));
    wake_sleeper();
    return true;
  }

 private:
  void sleep() {
    if (skein_is_active()) {
      std::this_thread::sleep_until(expiry_);
    } else {
      const auto since = expiry_.time_since_epoch();
      const auto s = std::chrono::duration_cast<std::chrono::seconds>(since);
      const timespec until = {static_cast<time_t>(s.count()),
                              static_cast<long>(std::chrono::nanoseconds(since - s).count())};
      if (since.count() > 0 && sem_clockwait(&cancelled_, CLOCK_MONOTONIC, &until) == 0) return;
    }
    if (!is_over_.exchange(true)) scheduler_.post_and_finish_work(std::move(task_));
  }
  void wake_sleeper() {
    if (!skein_is_active()) sem_post(&cancelled_);
  }

  scheduler& scheduler_;
  std::unique_ptr<timer_op> task_;  // belongs to the thread that has set is_over_
  timer_clock::time_point expiry_;
  std::atomic<bool> is_over_{false};
  bool is_cancelled_ = false;
  sem_t cancelled_;  // without skein: the sleeper need not sleep any longer
  std::thread sleeper_;
};

}  // namespace detail

// As in asio, two threads must not use a timer at once.
class steady_timer {
 public:
  using clock_type = detail::timer_clock;
  using duration = clock_type::duration;
  using time_point = clock_type::time_point;
  using executor_type = any_io_executor;

  template <class Where>
  explicit steady_timer(Where&& where)
      : executor_(executor_of(where)), expiry_(clock_type::time_point()) {}
  template <class Where>
  steady_timer(Where&& where, const time_point& expiry)
      : executor_(executor_of(where)), expiry_(expiry) {}
  template <class Where>
  steady_timer(Where&& where, const duration& after)
      : executor_(executor_of(where)), expiry_(clock_type::now() + after) {}
  steady_timer(steady_timer&&) = default;
  steady_timer& operator=(steady_timer&& other) {
    cancel();
    executor_ = std::move(other.executor_);
    expiry_ = other.expiry_;
    waits_ = std::move(other.waits_);
    return *this;
  }
  ~steady_timer() { cancel(); }

  executor_type get_executor() const { return executor_; }
  time_point expiry() const { return expiry_; }
  std::size_t expires_at(const time_point& expiry) {
    const std::size_t cancelled = cancel();
    expiry_ = expiry;
    return cancelled;
  }
  std::size_t expires_after(const duration& after) { return expires_at(clock_type::now() + after); }

  // Returns the number of cancelled waits: those that had not expired.
  std::size_t cancel() { return cancel(waits_.size()); }
  std::size_t cancel_one() { return cancel(1); }

  template <class Handler>
  void async_wait(Handler&& handler) {
    detail::check_handler<Handler, error_code>();
    auto task = std::make_unique<detail::timer_handler_op<std::decay_t<Handler>>>(
        executor_, std::forward<Handler>(handler));
    task->expiry = expiry_;
    execution_context& context = executor_.context();
    waits_.push_back(&context.skein_keep(
        std::make_unique<detail::timer_wait>(context.skein_scheduler(), std::move(task))));
  }

  void wait() { std::this_thread::sleep_until(expiry_); }
  void wait(error_code& error) {
    error.clear();
    wait();
  }

 private:
  template <class Where>
  static any_io_executor executor_of(Where& where) {
    if constexpr (detail::is_context<std::remove_const_t<Where>>) {
      return where.get_executor();
    } else {
      return where;
    }
  }

  // Cancels the oldest first.
  std::size_t cancel(std::size_t most) {
    std::size_t cancelled = 0;
    std::size_t looked_at = 0;
    while (looked_at < waits_.size() && cancelled < most) {
      cancelled += waits_[looked_at++]->cancel() ? 1 : 0;
    }
    waits_.erase(waits_.begin(), waits_.begin() + static_cast<std::ptrdiff_t>(looked_at));
    return cancelled;
  }

  any_io_executor executor_;
  time_point expiry_;
  std::vector<detail::timer_wait*> waits_;  // those that were not cancelled
};

}  // namespace asio
