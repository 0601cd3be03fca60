// operator new and delete, sized, aligned and for arrays, across threads.
// expect: verdict=clean executions=1
// preload: yes
//
// The blocks change hands by creation and join: one trace.
#include <cassert>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace {

struct alignas(128) Aligned {
  char bytes[200];
};

}  // namespace

int main() {
  auto numbers = std::make_unique<int[]>(1000);
  numbers[999] = 1;
  std::vector<std::unique_ptr<Aligned>> made;
  std::thread a([&] {
    for (int i = 0; i < 10; i++) made.push_back(std::make_unique<Aligned>());
    numbers.reset();
  });
  a.join();
  for (const auto& one : made) assert(reinterpret_cast<std::uintptr_t>(one.get()) % 128 == 0);
}
