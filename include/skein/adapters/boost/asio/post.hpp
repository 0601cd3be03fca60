// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/post.hpp.
#pragma once

#include "../asio.hpp"
