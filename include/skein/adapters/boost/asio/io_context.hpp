// Boost's name for asio/io_context.hpp.
#pragma once

#include "../asio.hpp"
