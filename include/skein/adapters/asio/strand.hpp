// SPDX-License-Identifier: Apache-2.0
// A strand: its handlers run one at a time, in the order in which they were posted to it.
//
// As in asio, the strand has a queue. A thread that finds the strand free submits one handler to
// the executor below. This handler runs everything in the queue, and is submitted again if there is
// more when it ends. So a strand's handlers run on the threads of the context, and dispatch to a
// free strand from such a thread calls the handler at once.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include "detail/executor.hpp"

namespace asio {

namespace detail {

class strand_state final : public kept {
 public:
  // Returns true if the strand was free: then the caller has to submit run().
  bool add(op_ptr task) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (std::exchange(is_taken_, true)) {
      waiting_.push_back(std::move(task));
      return false;
    }
    ready_.push_back(std::move(task));
    return true;
  }

  // Calls the ready handlers; returns true if there are more. If a handler throws, the others still
  // run.
  template <class Again>
  void run(const Again& again) {
    const at_end<Again> end{*this, again};
    const frame here(this);
    while (!ready_.empty()) {
      const op_ptr task = std::move(ready_.front());
      ready_.pop_front();
      task->call();
    }
  }

  bool is_inside() const { return frame::is_inside(this); }

 private:
  template <class Again>
  struct at_end {
    strand_state& self;
    const Again& again;
    ~at_end() {
      bool has_more = false;
      {
        const std::lock_guard<std::mutex> lock(self.mutex_);
        while (!self.waiting_.empty()) {
          self.ready_.push_back(std::move(self.waiting_.front()));
          self.waiting_.pop_front();
        }
        has_more = self.is_taken_ = !self.ready_.empty();
      }
      if (has_more) again();
    }
  };

  std::mutex mutex_;
  bool is_taken_ = false;       // a thread runs it or was asked to
  std::deque<op_ptr> waiting_;  // protected by the mutex
  std::deque<op_ptr> ready_;    // belongs to the thread that has taken the strand
};

}  // namespace detail

template <class Executor>
class strand : public detail::executor_functions<strand<Executor>> {
 public:
  using inner_executor_type = Executor;

  explicit strand(const Executor& executor)
      : inner_(executor),
        state_(&executor.context().skein_keep(std::make_unique<detail::strand_state>())) {}
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other, Executor>>>
  strand(const strand<Other>& other)
      : inner_(other.get_inner_executor()), state_(other.skein_state()) {}

  Executor get_inner_executor() const { return inner_; }
  decltype(auto) context() const { return inner_.context(); }
  bool running_in_this_thread() const { return state_->is_inside(); }
  void on_work_started() const { inner_.on_work_started(); }
  void on_work_finished() const { inner_.on_work_finished(); }

  bool skein_is_inside() const { return running_in_this_thread(); }
  void skein_post(detail::op_ptr task) const {
    if (state_->add(std::move(task))) inner_.skein_post(runner());
  }
  void skein_dispatch(detail::op_ptr task) const {
    if (state_->add(std::move(task))) detail::dispatch_to(inner_, runner());
  }
  detail::strand_state* skein_state() const { return state_; }

  friend bool operator==(const strand& a, const strand& b) { return a.state_ == b.state_; }
  friend bool operator!=(const strand& a, const strand& b) { return !(a == b); }

 private:
  detail::op_ptr runner() const {
    return detail::make_op(
        [self = *this] { self.state_->run([&self] { self.inner_.skein_post(self.runner()); }); });
  }

  Executor inner_;
  detail::strand_state* state_;
};

template <class Executor>
std::enable_if_t<is_executor<Executor>::value, strand<Executor>> make_strand(
    const Executor& executor) {
  return strand<Executor>(executor);
}

template <class Context>
std::enable_if_t<detail::is_context<Context>, strand<typename Context::executor_type>> make_strand(
    Context& context) {
  return strand<typename Context::executor_type>(context.get_executor());
}

}  // namespace asio
