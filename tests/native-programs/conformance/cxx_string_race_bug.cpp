// Two threads change a string. Before C++20 the functions of std::string come from the compiled
// library; their accesses count anyway.
// expect: verdict=bug kind=race
// libs: -std=c++17
// needs: memory
#include <string>
#include <thread>

static std::string text = "x";

int main() {
  std::thread a([] { text.push_back('a'); });
  std::thread b([] { text += "bc"; });
  a.join();
  b.join();
}
