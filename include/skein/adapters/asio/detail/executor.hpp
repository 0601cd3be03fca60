// SPDX-License-Identifier: Apache-2.0
// Executors: where handlers run. An executor of ours has
//   context()
//   skein_post(op_ptr)      later
//   skein_is_inside()       whether a handler may be called right here
//   on_work_started(), on_work_finished(), running_in_this_thread()
// and this file adds the functions of asio's executors. Also finds the executor of a handler.
#pragma once

#include <type_traits>
#include <utility>

#include "../execution_context.hpp"
#include "op.hpp"

namespace asio {

namespace detail {

template <class Executor>
void dispatch_to(const Executor& executor, op_ptr task) {
  if (executor.skein_is_inside()) {
    task->call();
  } else {
    executor.skein_dispatch(std::move(task));
  }
}

// The functions of asio's executors. Derived: the executor.
template <class Derived>
class executor_functions {
 public:
  template <class Function, class Allocator>
  void post(Function&& f, const Allocator&) const {
    self().skein_post(make_op(std::forward<Function>(f)));
  }
  template <class Function, class Allocator>
  void defer(Function&& f, const Allocator&) const {
    self().skein_post(make_op(std::forward<Function>(f)));
  }
  template <class Function, class Allocator>
  void dispatch(Function&& f, const Allocator&) const {
    execute(std::forward<Function>(f));
  }
  template <class Function>
  void execute(Function&& f) const {
    dispatch_to(self(), make_op(std::forward<Function>(f)));
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

template <class T, class = void>
struct is_executor : std::false_type {};
template <class T>
struct is_executor<T, std::void_t<decltype(std::declval<const T&>().skein_post(op_ptr()))>>
    : std::true_type {};

template <class T>
constexpr bool is_context = std::is_base_of_v<execution_context, T>;

template <class T, class = void>
struct has_executor : std::false_type {};
template <class T>
struct has_executor<T, std::void_t<typename T::executor_type>> : std::true_type {};

}  // namespace detail

template <class T>
struct is_executor : detail::is_executor<T> {};

// The executor that a handler was bound to, or `otherwise`.
template <class T, class Executor>
auto get_associated_executor(const T& t, const Executor& otherwise) {
  if constexpr (detail::has_executor<T>::value) {
    return t.get_executor();
  } else {
    return otherwise;
  }
}

template <class T, class Executor>
struct associated_executor {
  using type =
      decltype(get_associated_executor(std::declval<const T&>(), std::declval<const Executor&>()));
};

namespace detail {

// Calls the handler on its own executor, from another one.
template <class Handler>
void call_where_bound(Handler&& handler) {
  using Plain = std::decay_t<Handler>;
  if constexpr (has_executor<Plain>::value) {
    const auto executor = handler.get_executor();
    dispatch_to(executor, make_op(std::forward<Handler>(handler)));
  } else {
    std::forward<Handler>(handler)();
  }
}

// Checks what asio calls a completion token: here it must be a function.
template <class Handler, class... Arguments>
constexpr void check_handler() {
  static_assert(std::is_invocable_v<std::decay_t<Handler>&&, Arguments...>,
                "skein's subset of asio takes functions as handlers, no other completion tokens");
}

}  // namespace detail
}  // namespace asio
