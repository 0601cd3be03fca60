// SPDX-License-Identifier: Apache-2.0
// io_context::strand, the older form of a strand.
#pragma once

#include <utility>

#include "bind_executor.hpp"
#include "io_context.hpp"
#include "strand.hpp"

namespace asio {

class io_context::strand : public asio::strand<io_context::executor_type> {
 public:
  explicit strand(io_context& context)
      : asio::strand<io_context::executor_type>(context.get_executor()) {}

  // A function that dispatches the handler to the strand.
  template <class Handler>
  auto wrap(Handler&& handler) const {
    return bind_executor(*this, std::forward<Handler>(handler));
  }
};

}  // namespace asio
