// As many numbers as the first argument says go through a stack from one thread to another.
#include <cstdlib>
#include <skein/skein.h>
#include <thread>

#include "stack.hpp"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  Stack stack;
  int sum = 0;
  std::thread consumer([&] {
    for (int i = 0; i < count; ++i) sum += stack.pop();
  });
  for (int i = 1; i <= count; ++i) stack.push(i);
  consumer.join();
  skein_assert(sum == count * (count + 1) / 2);
}
