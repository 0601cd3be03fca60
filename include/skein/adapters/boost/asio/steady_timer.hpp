// Boost's name for asio/steady_timer.hpp.
#pragma once

#include "../asio.hpp"
