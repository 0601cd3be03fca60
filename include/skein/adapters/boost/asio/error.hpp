// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/error.hpp.
#pragma once

#include "../asio.hpp"
