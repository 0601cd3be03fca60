// Boost's name for asio/io_context_strand.hpp.
#pragma once

#include "../asio.hpp"
