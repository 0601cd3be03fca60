// Boost's name for asio/co_spawn.hpp.
#pragma once

#include "../asio.hpp"
