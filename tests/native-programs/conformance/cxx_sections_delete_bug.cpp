// One section deletes what another one uses: the end of a block is a write to all of it, also by
// the C++ library.
// expect: verdict=bug kind=memory executions=2 violations=1
// needs: memory
//
// Either section comes first.
#include <mutex>
#include <thread>

static std::mutex m;
static int* const number = new int(1);

int main() {
  std::thread user([] {
    const std::lock_guard<std::mutex> guard(m);
    *number += 1;
  });
  std::thread owner([] {
    const std::lock_guard<std::mutex> guard(m);
    delete number;
  });
  user.join();
  owner.join();
}
