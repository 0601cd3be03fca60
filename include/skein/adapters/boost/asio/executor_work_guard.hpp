// SPDX-License-Identifier: Apache-2.0
// Boost's name for asio/executor_work_guard.hpp.
#pragma once

#include "../asio.hpp"
