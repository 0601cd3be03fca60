// The last owner destroys the object, once.
// expect: verdict=clean
//
// No count: the reference counts are atomics of the library.
#include <cassert>
#include <memory>
#include <thread>
#include <utility>

namespace {

int destroyed = 0;

struct Payload {
  int value = 7;
  ~Payload() { destroyed++; }
};

void user(std::shared_ptr<Payload> mine) { assert(mine->value == 7); }

}  // namespace

int main() {
  auto object = std::make_shared<Payload>();
  const std::weak_ptr<Payload> weak = object;
  std::thread a(user, object), b(user, std::move(object));
  a.join();
  b.join();
  assert(destroyed == 1);
  assert(weak.expired());
}
