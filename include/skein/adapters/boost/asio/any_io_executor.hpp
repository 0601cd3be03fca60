// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/any_io_executor.hpp.
#pragma once

#include "../asio.hpp"
