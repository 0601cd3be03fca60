// Two threads print: the output of a run is whole, and is not what makes runs different for the
// checks.
// expect: verdict=clean
// preload: yes
//
// No count: whether a stream is one object of the library is the runtime's to say.
#include <iostream>
#include <string>
#include <thread>

int main() {
  std::thread a([] { std::cout << "one\n"; }), b([] { std::cout << std::string("two\n"); });
  a.join();
  b.join();
  std::cout << "end" << std::endl;
}
