// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/steady_timer.hpp.
#pragma once

#include "../asio.hpp"
