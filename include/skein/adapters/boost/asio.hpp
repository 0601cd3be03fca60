// SPDX-License-Identifier: Apache-2.0
// The same subset under Boost's names, for `#include <boost/asio.hpp>`: see ../asio.hpp. Boost's
// error codes are those of the standard library here.
#pragma once

#include "../asio.hpp"

namespace boost {

namespace asio = ::asio;

namespace system {
using error_code = std::error_code;
using error_category = std::error_category;
using system_error = std::system_error;
}  // namespace system

}  // namespace boost
