// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/io_context_strand.hpp.
#pragma once

#include "../asio.hpp"
