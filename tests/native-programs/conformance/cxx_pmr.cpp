// Memory resources that two threads allocate from. N: the resource.
// expect: N=0 LOCKED=0 verdict=bug kind=race
// expect: N=1 LOCKED=0 verdict=bug kind=race
// expect: N=2 LOCKED=0 verdict=bug kind=race
// expect: N=3 LOCKED=0 verdict=bug kind=race
// expect: N=4 LOCKED=0 verdict=bug kind=race
// expect: N=0 LOCKED=1 verdict=clean
// expect: N=1 LOCKED=1 verdict=clean
// expect: N=2 LOCKED=1 verdict=clean
// expect: N=3 LOCKED=1 verdict=clean
// expect: N=4 LOCKED=1 verdict=clean
// expect: N=5 LOCKED=0 verdict=clean
// expect: N=6 LOCKED=0 verdict=clean
// needs: memory
//
// A race, unless a lock orders them or the resource does so itself: new and delete, and
// std::pmr::synchronized_pool_resource.
#include <cstdlib>
#include <memory_resource>
#include <mutex>
#include <thread>
#include <vector>

static bool is_locked;
static std::mutex mutex;

template <class Body>
static void guarded(Body body) {
  std::unique_lock lock(mutex, std::defer_lock);
  if (is_locked) lock.lock();
  body();
}

template <class One, class Other>
static void both(One one, Other other) {
  std::thread thread([&] { guarded(one); });
  guarded(other);
  thread.join();
}

static void use(std::pmr::memory_resource& resource) {
  const auto fill = [&] { std::pmr::vector<int> numbers({1, 2, 3}, &resource); };
  both(fill, fill);
}

int main(int, char** arguments) {
  is_locked = std::atoi(arguments[2]) != 0;
  std::pmr::monotonic_buffer_resource monotonic;
  std::pmr::unsynchronized_pool_resource pool;
  switch (std::atoi(arguments[1])) {
    case 0: use(monotonic); break;
    case 1: use(pool); break;
    case 2: {
      char buffer[256];
      std::pmr::monotonic_buffer_resource in_buffer(buffer, sizeof buffer);
      use(in_buffer);
      break;
    }
    case 3: {  // each its own, both on one
      std::pmr::monotonic_buffer_resource one(&pool), other(&pool);
      both(
          [&] {
            std::pmr::vector<int> numbers({1, 2}, &one);
          },
          [&] {
            std::pmr::vector<int> numbers({1, 2}, &other);
          });
      break;
    }
    case 4:
      both([&] { pool.release(); }, [&] { std::pmr::vector<int> numbers({1, 2}, &pool); });
      break;
    case 5: {
      std::pmr::synchronized_pool_resource synchronised;
      use(synchronised);
      break;
    }
    case 6: use(*std::pmr::new_delete_resource()); break;
    default: return 1;
  }
}
