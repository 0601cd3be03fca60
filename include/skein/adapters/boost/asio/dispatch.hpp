// Boost's name for asio/dispatch.hpp.
#pragma once

#include "../asio.hpp"
