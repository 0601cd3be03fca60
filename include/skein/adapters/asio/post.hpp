// SPDX-License-Identifier: Apache-2.0
// post: a thread that runs the context calls the handler later.
#pragma once

#include "detail/submit.hpp"

namespace asio {

template <class Handler>
void post(Handler&& handler) {
  detail::submit<detail::later>(std::forward<Handler>(handler));
}

template <class Executor, class Handler>
std::enable_if_t<is_executor<Executor>::value> post(const Executor& executor, Handler&& handler) {
  detail::submit<detail::later>(executor, std::forward<Handler>(handler));
}

template <class Context, class Handler>
std::enable_if_t<detail::is_context<Context>> post(Context& context, Handler&& handler) {
  detail::submit<detail::later>(context.get_executor(), std::forward<Handler>(handler));
}

}  // namespace asio
