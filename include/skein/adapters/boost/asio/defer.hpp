// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/defer.hpp.
#pragma once

#include "../asio.hpp"
