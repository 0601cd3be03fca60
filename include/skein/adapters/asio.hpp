// SPDX-License-Identifier: Apache-2.0
// A subset of asio (standalone names; boost/asio.hpp beside this has Boost's) for checking with
// skein, so that code written for asio is checked unchanged:
//
//   skein check app.cpp --cflags=-I<prefix>/include/skein/adapters
//
// and `#include <asio.hpp>`, or a header of the subset such as <asio/post.hpp>, finds these files.
// What is here: io_context, thread_pool, post, dispatch, defer, strand, bind_executor,
// executor_work_guard, any_io_executor, steady_timer. No sockets, files or signals; no completion
// tokens other than functions, so no futures and no coroutines. C++17. docs/asio.md says what
// each means here and why. It runs without skein too, on real threads, and needs no library.
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
