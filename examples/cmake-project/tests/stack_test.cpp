#include "stack.hpp"

#include <gtest/gtest.h>

#include <skein/check.hpp>
#include <thread>

TEST(Stack, HandsOverEveryValueOnce) {
  skein::check([] {
    Stack stack;
    int first = 0;
    int second = 0;
    std::thread one([&] { first = stack.pop(); });
    std::thread two([&] { second = stack.pop(); });
    stack.push(1);
    stack.push(2);
    one.join();
    two.join();
    EXPECT_EQ(first + second, 3);
  });
}

TEST(Stack, TryPopTakesNothingTwice) {
  skein::check([] {
    Stack stack;
    stack.push(7);
    bool has_first = false;
    std::thread one([&] {
      int value = 0;
      has_first = stack.try_pop(value);
    });
    int value = 0;
    const bool has_second = stack.try_pop(value);
    one.join();
    EXPECT_NE(has_first, has_second);
  });
}
