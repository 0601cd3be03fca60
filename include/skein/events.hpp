// SPDX-License-Identifier: Apache-2.0
// Event handlers for C++: messages are callables. skein/events.h says what handlers do.
//
//   skein::Handler ui;                          // takes its messages in any order
//   skein::Handler log{skein::Order::fifo};     // in the order of posting
//   ui.post([&] { log.post([] { ... }); });
//   ui.wait();
//
// The destructor of a handler waits for its messages. A message that throws ends the program, as a
// thread's function does.
#pragma once

#include <memory>
#include <new>
#include <skein/events.h>
#include <system_error>
#include <type_traits>
#include <utility>

namespace skein {

enum class Order { any = SKEIN_ANY_ORDER, fifo = SKEIN_FIFO };

class Handler {
 public:
  explicit Handler(Order order = Order::any)
      : handler_(skein_handler_create(static_cast<int>(order))) {
    if (handler_ == nullptr) throw std::bad_alloc();
  }
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  ~Handler() { skein_handler_destroy(handler_); }

  // Posts a copy of the callable; `callable()` will be called once.
  template <class Callable>
  void post(Callable&& callable) {
    post_to(handler_, std::forward<Callable>(callable));
  }
  void wait() { skein_handler_wait(handler_); }

  [[nodiscard]] skein_handler* get() const { return handler_; }

  template <class Callable>
  static void post_to(skein_handler* handler, Callable&& callable) {
    using Message = std::decay_t<Callable>;
    auto message = std::make_unique<Message>(std::forward<Callable>(callable));
    const int error = skein_post(
        handler,
        [](void* argument) {
          const std::unique_ptr<Message> mine(static_cast<Message*>(argument));
          (*mine)();
        },
        message.get());
    if (error != 0) throw std::system_error(error, std::generic_category(), "skein_post");
    static_cast<void>(message.release());  // the message owns itself now
  }

 private:
  skein_handler* handler_;
};

}  // namespace skein
