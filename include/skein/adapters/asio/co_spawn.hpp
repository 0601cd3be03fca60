// SPDX-License-Identifier: Apache-2.0
// Coroutines are not in the subset; including this file says so.
#pragma once

namespace asio {

template <class... Arguments>
void co_spawn(Arguments&&...) {
  static_assert(sizeof...(Arguments) > 1000, "skein's subset of asio has no coroutines");
}

}  // namespace asio
