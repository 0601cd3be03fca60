// Boost's name for asio/strand.hpp.
#pragma once

#include "../asio.hpp"
