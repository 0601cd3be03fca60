// SPDX-License-Identifier: Apache-2.0
// io_context: handlers run on the threads that call run(), in the order of their posts.
#pragma once

#include <cstddef>

#include "detail/executor.hpp"

namespace asio {

namespace detail {

// The executor of a context: its scheduler.
template <class Context>
class context_executor : public executor_functions<context_executor<Context>> {
 public:
  explicit context_executor(Context& context) : context_(&context) {}

  Context& context() const { return *context_; }
  bool running_in_this_thread() const { return context_->skein_scheduler().is_inside(); }
  void on_work_started() const { context_->skein_scheduler().start_work(); }
  void on_work_finished() const { context_->skein_scheduler().finish_work(); }

  bool skein_is_inside() const { return running_in_this_thread(); }
  void skein_post(op_ptr task) const { context_->skein_scheduler().post(std::move(task)); }
  void skein_dispatch(op_ptr task) const { skein_post(std::move(task)); }

  friend bool operator==(const context_executor& a, const context_executor& b) {
    return a.context_ == b.context_;
  }
  friend bool operator!=(const context_executor& a, const context_executor& b) { return !(a == b); }

 private:
  Context* context_;
};

}  // namespace detail

class io_context : public execution_context {
 public:
  using executor_type = detail::context_executor<io_context>;
  using count_type = std::size_t;
  class strand;

  io_context() = default;
  explicit io_context(int) {}  // a hint at the number of threads; changes nothing here

  executor_type get_executor() { return executor_type(*this); }

  count_type run() { return skein_scheduler().run(detail::scheduler::kNoLimit); }
  count_type run_one() { return skein_scheduler().run(1); }
  count_type poll() { return skein_scheduler().run(detail::scheduler::kNoLimit, false); }
  count_type poll_one() { return skein_scheduler().run(1, false); }
  void stop() { skein_scheduler().stop(); }
  bool stopped() { return skein_scheduler().stopped(); }
  void restart() { skein_scheduler().restart(); }
};

}  // namespace asio
