// Boost's name for asio/bind_executor.hpp.
#pragma once

#include "../asio.hpp"
