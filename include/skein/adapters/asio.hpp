// SPDX-License-Identifier: Apache-2.0
// A subset of asio for checking with skein (standalone names; boost/asio.hpp next to this file has
// Boost's). It checks code written for asio unchanged:
//
//   skein check app.cpp --cflags=-I<prefix>/include/skein/adapters
//
// and `#include <asio.hpp>`, or a header of the subset such as <asio/post.hpp>, finds these files.
// The subset: io_context, thread_pool, post, dispatch, defer, strand, bind_executor,
// executor_work_guard, any_io_executor, steady_timer. No sockets, files or signals; completion
// tokens must be functions, so no futures and no coroutines. C++17. docs/asio.md says what each
// means here and why. The subset also runs without skein, on real threads, and needs no library.
#pragma once

#include "asio/any_io_executor.hpp"
#include "asio/bind_executor.hpp"
#include "asio/co_spawn.hpp"
#include "asio/defer.hpp"
#include "asio/dispatch.hpp"
#include "asio/error.hpp"
#include "asio/execution_context.hpp"
#include "asio/executor_work_guard.hpp"
#include "asio/io_context.hpp"
#include "asio/io_context_strand.hpp"
#include "asio/post.hpp"
#include "asio/steady_timer.hpp"
#include "asio/strand.hpp"
#include "asio/thread_pool.hpp"
