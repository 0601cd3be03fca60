// An exception travels from one thread to another.
// expect: verdict=clean executions=1
// preload: yes
//
// The other thread uses it after the join only: one trace.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::exception_ptr caught;
  std::thread a([&] {
    try {
      throw std::logic_error("from the thread");
    } catch (...) {
      caught = std::current_exception();
    }
  });
  a.join();
  std::string text;
  try {
    std::rethrow_exception(caught);
  } catch (const std::logic_error& error) {
    text = error.what();
  }
  assert(text == "from the thread");
}
