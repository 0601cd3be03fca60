// SPDX-License-Identifier: Apache-2.0
// What most C++ programs here include, to be compiled once: compile_test.sh and, for clang,
// expectations.py put it in front of them. For gcc expectations.py does not, so a program that
// forgets an include does not compile there.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>
