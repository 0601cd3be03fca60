// SPDX-License-Identifier: Apache-2.0
// post, dispatch and defer, which differ in one function.
#pragma once

#include "executor.hpp"

namespace asio::detail {

struct later {
  template <class Executor>
  static void submit(const Executor& executor, op_ptr task) {
    executor.skein_post(std::move(task));
  }
};

struct now_if_inside {
  template <class Executor>
  static void submit(const Executor& executor, op_ptr task) {
    dispatch_to(executor, std::move(task));
  }
};

template <class How, class Handler>
void submit(Handler&& handler) {
  check_handler<Handler>();
  static_assert(has_executor<std::decay_t<Handler>>::value,
                "skein's subset of asio has no system executor: say where the handler is to run");
  const auto executor = handler.get_executor();
  How::submit(executor, make_op(std::forward<Handler>(handler)));
}

// A handler that is bound to another executor moves on to that executor, as in asio.
template <class How, class Executor, class Handler>
void submit(const Executor& executor, Handler&& handler) {
  check_handler<Handler>();
  How::submit(executor,
              make_op([h = std::decay_t<Handler>(std::forward<Handler>(handler))]() mutable {
                call_where_bound(std::move(h));
              }));
}

}  // namespace asio::detail
