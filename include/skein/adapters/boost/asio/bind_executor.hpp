// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/bind_executor.hpp.
#pragma once

#include "../asio.hpp"
