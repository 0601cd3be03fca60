// Streams in a program without <iostream>, where the standard streams are not constructed.
// expect: verdict=clean executions=1
#include <cassert>
#include <sstream>
#include <string>
#include <thread>

int main() {
  std::stringstream numbers("1 2");
  std::string word;
  std::thread thread([&] {
    std::getline(numbers, word, ' ');
    numbers << 3;
  });
  thread.join();
  int number = 0;
  numbers >> number;
  assert(word == "1" && number == 2);
}
