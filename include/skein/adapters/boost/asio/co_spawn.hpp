// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/co_spawn.hpp.
#pragma once

#include "../asio.hpp"
