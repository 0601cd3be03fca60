// Boost's name for asio/error.hpp.
#pragma once

#include "../asio.hpp"
