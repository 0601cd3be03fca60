// Structures that C++ code passes, returns and copies: all of it accesses memory.
// N is the form, see `copies`.
// expect: N=0 LOCKED=0 verdict=bug kind=race
// expect: N=1 LOCKED=0 verdict=bug kind=race
// expect: N=2 LOCKED=0 verdict=bug kind=race
// expect: N=3 LOCKED=0 verdict=bug kind=race
// expect: N=4 LOCKED=0 verdict=bug kind=race
// expect: N=5 LOCKED=0 verdict=bug kind=race
// expect: N=6 LOCKED=0 verdict=bug kind=race
// expect: N=7 LOCKED=0 verdict=bug kind=race
// expect: N=0 LOCKED=1 verdict=clean
// expect: N=1 LOCKED=1 verdict=clean
// expect: N=2 LOCKED=1 verdict=clean
// expect: N=3 LOCKED=1 verdict=clean
// expect: N=4 LOCKED=1 verdict=clean
// expect: N=5 LOCKED=1 verdict=clean
// expect: N=6 LOCKED=1 verdict=clean
// expect: N=7 LOCKED=1 verdict=clean
// needs: memory
//
// A race each, without a lock: the other thread changes a word of the structure.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

struct Point {
  double x, y, z;
};
struct Taker {
  double seen;
  [[gnu::noinline]] void member(Point p) { seen = p.x + p.y + p.z; }
};

Point shared;
std::optional<Point> maybe;
std::array<int, 64> many, other_many;
Taker object;
std::unique_ptr<Point> heap;
volatile double seen;

[[gnu::noinline]] Point make() { return {1, 2, seen}; }
[[gnu::noinline]] Point make_or_throw(int what) {
  if (what > 0) throw what;
  return {1, 2, seen};
}
[[gnu::noinline]] std::optional<Point> make_maybe() { return make(); }
[[gnu::noinline]] std::array<int, 64> make_many() {
  std::array<int, 64> made{};
  made[63] = static_cast<int>(seen);
  return made;
}
[[gnu::noinline]] void take(Point p) { seen = p.x + p.y + p.z; }

static void copies(int form) {
  switch (form) {
    case 0: shared = make(); break;
    case 1: take(shared); break;
    case 2: maybe = make_maybe(); break;
    case 3: many = make_many(); break;
    case 4: std::copy(many.begin(), many.end(), other_many.begin()); break;
    case 5: *heap = make(); break;
    case 6: object.member(shared); break;
    case 7: try { shared = make_or_throw(0);
      } catch (int) {
      }
      break;
    default: std::abort();
  }
}

int main(int, char** arguments) {
  const int form = std::atoi(arguments[1]);
  const bool is_locked = std::atoi(arguments[2]) != 0;
  heap = std::make_unique<Point>();
  maybe = Point{};
  std::mutex mutex;
  const auto locked = [&](auto body) {
    std::unique_lock lock(mutex, std::defer_lock);
    if (is_locked) lock.lock();
    body();
  };
  std::thread thread([&] {
    locked([] {
      shared.y++;
      maybe->z++;
      many[3]++;
      heap->y++;
    });
  });
  locked([&] { copies(form); });
  thread.join();
}
