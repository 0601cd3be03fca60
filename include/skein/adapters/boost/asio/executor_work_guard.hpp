// Boost's name for asio/executor_work_guard.hpp.
#pragma once

#include "../asio.hpp"
