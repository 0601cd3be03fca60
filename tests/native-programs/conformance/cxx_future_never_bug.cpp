// Two threads wait for each other's promises.
// expect: verdict=bug kind=deadlock
#include <future>
#include <thread>

int main() {
  std::promise<int> first, second;
  std::future<int> one = first.get_future(), two = second.get_future();
  std::thread a([&] { first.set_value(two.get()); });
  second.set_value(one.get());
  a.join();
}
