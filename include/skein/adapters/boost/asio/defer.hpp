// Boost's name for asio/defer.hpp.
#pragma once

#include "../asio.hpp"
