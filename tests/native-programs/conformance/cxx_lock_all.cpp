// std::lock and std::scoped_lock of several mutexes. N: the case.
// expect: N=0 FIRST=0 SECOND=0 verdict=clean executions=2
// expect: N=0 FIRST=0 SECOND=1 verdict=clean executions=2
// expect: N=0 FIRST=0 SECOND=2 verdict=clean executions=2
// expect: N=0 FIRST=0 SECOND=3 verdict=clean executions=2
// expect: N=0 FIRST=0 SECOND=4 verdict=clean executions=2
// expect: N=0 FIRST=0 SECOND=5 verdict=clean executions=2
// expect: N=1 FIRST=0 SECOND=5 verdict=clean executions=6
// expect: N=1 FIRST=3 SECOND=4 verdict=clean executions=6
// expect: N=2 FIRST=0 SECOND=0 verdict=clean
// expect: N=3 FIRST=0 SECOND=0 verdict=bug kind=deadlock
// expect: N=4 FIRST=0 SECOND=0 verdict=bug kind=assertion
// expect: N=5 FIRST=0 SECOND=0 verdict=bug kind=assertion
//
// Cases 0 and 1: two and three threads, which lock three mutexes in any orders. As many executions
// as there are orders of the critical sections: 2! and 3!.
// 2: std::lock(a, b) never waits with a mutex in its hands, so a thread that locks b and then a is
//    no deadlock.
// 3: a mutex that is never released.
// 4: an attempt to lock c fails because std::lock(a, b, c) holds it in its second round, from b on,
//    in which it does not get a.
// 5: what the threads do in the critical sections depends on their order.
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutexes[3];
static std::mutex& a = mutexes[0];
static std::mutex& b = mutexes[1];
static std::mutex& c = mutexes[2];
static int inside, count, last;

static void work(int order, int number) {
  static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const auto& o = orders[order];
  std::scoped_lock lock(mutexes[o[0]], mutexes[o[1]], mutexes[o[2]]);
  assert(inside++ == 0);
  count++;
  last = number;
  inside--;
}

static void critical_sections(const std::vector<int>& orders) {
  std::vector<std::thread> threads;
  for (const int order : orders) {
    threads.emplace_back(
        [order, number = static_cast<int>(threads.size())] { work(order, number); });
  }
  for (std::thread& thread : threads) thread.join();
  assert(count == static_cast<int>(orders.size()));
}

static void take_both() {
  std::unique_lock first(a, std::defer_lock), second(b, std::defer_lock);
  std::lock(first, second);
  count++;
}

int main(int, char** arguments) {
  const int first = std::atoi(arguments[2]), second = std::atoi(arguments[3]);
  switch (std::atoi(arguments[1])) {
    case 0: critical_sections({first, second}); break;
    case 1: critical_sections({0, first, second}); break;
    case 2: {
      std::thread thread(take_both);
      b.lock();
      a.lock();
      count++;
      a.unlock();
      b.unlock();
      thread.join();
      assert(count == 2);
      break;
    }
    case 3: {
      c.lock();
      std::thread thread([] { work(0, 0); });
      thread.join();
      break;
    }
    case 4: {
      b.lock();
      std::thread thread([] { work(0, 0); });
      a.lock();
      b.unlock();
      bool is_taken = false;
      std::thread other([&] {
        is_taken = !c.try_lock();
        if (!is_taken) c.unlock();
      });
      other.join();
      assert(!is_taken);
      a.unlock();
      thread.join();
      break;
    }
    case 5:
      critical_sections({0, 3, 5});
      assert(last != 1);
      break;
    default: return 1;
  }
}
