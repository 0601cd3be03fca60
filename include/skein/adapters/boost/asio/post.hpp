// Boost's name for asio/post.hpp.
#pragma once

#include "../asio.hpp"
