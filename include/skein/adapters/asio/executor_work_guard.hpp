// SPDX-License-Identifier: Apache-2.0
// Keeps run() from returning for lack of work.
#pragma once

#include <utility>

#include "detail/executor.hpp"

namespace asio {

template <class Executor>
class executor_work_guard {
 public:
  using executor_type = Executor;

  explicit executor_work_guard(const Executor& executor) : executor_(executor), owns_(true) {
    executor_.on_work_started();
  }
  executor_work_guard(const executor_work_guard& other)
      : executor_(other.executor_), owns_(other.owns_) {
    if (owns_) executor_.on_work_started();
  }
  executor_work_guard(executor_work_guard&& other)
      : executor_(other.executor_), owns_(std::exchange(other.owns_, false)) {}
  executor_work_guard& operator=(const executor_work_guard&) = delete;
  ~executor_work_guard() { reset(); }

  executor_type get_executor() const { return executor_; }
  bool owns_work() const { return owns_; }
  void reset() {
    if (std::exchange(owns_, false)) executor_.on_work_finished();
  }

 private:
  Executor executor_;
  bool owns_;
};

template <class Executor>
std::enable_if_t<is_executor<Executor>::value, executor_work_guard<Executor>> make_work_guard(
    const Executor& executor) {
  return executor_work_guard<Executor>(executor);
}

template <class Context>
std::enable_if_t<detail::is_context<Context>, executor_work_guard<typename Context::executor_type>>
make_work_guard(Context& context) {
  return executor_work_guard<typename Context::executor_type>(context.get_executor());
}

}  // namespace asio
