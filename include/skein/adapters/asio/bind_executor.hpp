// SPDX-License-Identifier: Apache-2.0
// A handler with the executor on which it runs.
#pragma once

#include <utility>

#include "detail/executor.hpp"

namespace asio {

template <class T, class Executor>
class executor_binder {
 public:
  using target_type = T;
  using executor_type = Executor;

  template <class U>
  executor_binder(const Executor& executor, U&& target)
      : executor_(executor), target_(std::forward<U>(target)) {}

  T& get() { return target_; }
  const T& get() const { return target_; }
  executor_type get_executor() const { return executor_; }

  template <class... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) {
    return target_(std::forward<Arguments>(arguments)...);
  }

 private:
  Executor executor_;
  T target_;
};

template <class Executor, class T>
std::enable_if_t<is_executor<Executor>::value, executor_binder<std::decay_t<T>, Executor>>
bind_executor(const Executor& executor, T&& target) {
  return {executor, std::forward<T>(target)};
}

template <class Context, class T>
std::enable_if_t<detail::is_context<Context>,
                 executor_binder<std::decay_t<T>, typename Context::executor_type>>
bind_executor(Context& context, T&& target) {
  return {context.get_executor(), std::forward<T>(target)};
}

}  // namespace asio
