// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/dispatch.hpp.
#pragma once

#include "../asio.hpp"
