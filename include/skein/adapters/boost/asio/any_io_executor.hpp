// Boost's name for asio/any_io_executor.hpp.
#pragma once

#include "../asio.hpp"
