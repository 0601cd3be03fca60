// SPDX-License-Identifier: Apache-2.0
// Errors as in standalone asio: those of the standard library.
#pragma once

#include <cerrno>
#include <chrono>
#include <system_error>

namespace asio {

namespace chrono = std::chrono;

using error_code = std::error_code;
using error_category = std::error_category;
using system_error = std::system_error;

namespace error {

enum basic_errors { operation_aborted = ECANCELED, invalid_argument = EINVAL };

inline const error_category& get_system_category() { return std::system_category(); }
inline error_code make_error_code(basic_errors e) {
  return error_code(static_cast<int>(e), get_system_category());
}

}  // namespace error
}  // namespace asio

template <>
struct std::is_error_code_enum<asio::error::basic_errors> : std::true_type {};
