// SPDX-License-Identifier: Apache-2.0
// dispatch: calls the handler at once if the caller is on its executor, otherwise later.
#pragma once

#include "detail/submit.hpp"

namespace asio {

template <class Handler>
void dispatch(Handler&& handler) {
  detail::submit<detail::now_if_inside>(std::forward<Handler>(handler));
}

template <class Executor, class Handler>
std::enable_if_t<is_executor<Executor>::value> dispatch(const Executor& executor,
                                                        Handler&& handler) {
  detail::submit<detail::now_if_inside>(executor, std::forward<Handler>(handler));
}

template <class Context, class Handler>
std::enable_if_t<detail::is_context<Context>> dispatch(Context& context, Handler&& handler) {
  detail::submit<detail::now_if_inside>(context.get_executor(), std::forward<Handler>(handler));
}

}  // namespace asio
