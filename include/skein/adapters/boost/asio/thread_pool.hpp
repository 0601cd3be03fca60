// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/thread_pool.hpp.
#pragma once

#include "../asio.hpp"
