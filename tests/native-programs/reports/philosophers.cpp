// Philosophers with std::lock_guard where std::scoped_lock was meant: each takes the left fork,
// then the right one.
#include <array>
#include <mutex>
#include <thread>
#include <vector>

struct Table {
  std::array<std::mutex, 2> forks;
};

void dine(Table& table, std::size_t seat) {
  std::lock_guard<std::mutex> left(table.forks[seat]);
  std::lock_guard<std::mutex> right(table.forks[(seat + 1) % table.forks.size()]);
}

int main() {
  Table table;
  std::vector<std::thread> guests;
  for (std::size_t seat = 0; seat < table.forks.size(); ++seat) {
    guests.emplace_back(dine, std::ref(table), seat);
  }
  for (std::thread& guest : guests) guest.join();
}
