// SPDX-License-Identifier: Apache-2.0
// defer: the same as post. (asio may be slower to wake a thread for it.)
#pragma once

#include "detail/submit.hpp"

namespace asio {

template <class Handler>
void defer(Handler&& handler) {
  detail::submit<detail::later>(std::forward<Handler>(handler));
}

template <class Executor, class Handler>
std::enable_if_t<is_executor<Executor>::value> defer(const Executor& executor, Handler&& handler) {
  detail::submit<detail::later>(executor, std::forward<Handler>(handler));
}

template <class Context, class Handler>
std::enable_if_t<detail::is_context<Context>> defer(Context& context, Handler&& handler) {
  detail::submit<detail::later>(context.get_executor(), std::forward<Handler>(handler));
}

}  // namespace asio
