// std::promise and std::future: a value, and an exception.
// expect: verdict=clean
//
// No count: the shared state is made of a futex, a once and reference counts of the library.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::promise<std::string> value;
  std::promise<void> failure;
  std::future<std::string> got = value.get_future();
  std::future<void> failed = failure.get_future();
  std::thread a([&] {
    value.set_value("here");
    failure.set_exception(std::make_exception_ptr(std::runtime_error("no")));
  });
  assert(got.get() == "here");
  bool has_thrown = false;
  try {
    failed.get();
  } catch (const std::runtime_error& error) {
    has_thrown = std::string("no") == error.what();
  }
  assert(has_thrown);
  a.join();
}
