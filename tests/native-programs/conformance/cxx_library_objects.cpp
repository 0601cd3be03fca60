// Objects that compiled code of the C++ library reads or changes. N is the form, see main.
// expect: N=0 LOCKED=0 verdict=bug kind=race
// expect: N=1 LOCKED=0 verdict=bug kind=race
// expect: N=2 LOCKED=0 verdict=bug kind=race
// expect: N=3 LOCKED=0 verdict=bug kind=race
// expect: N=4 LOCKED=0 verdict=bug kind=race
// expect: N=5 LOCKED=0 verdict=bug kind=race
// expect: N=6 LOCKED=0 verdict=bug kind=race
// expect: N=7 LOCKED=0 verdict=bug kind=race
// expect: N=8 LOCKED=0 verdict=bug kind=race
// expect: N=9 LOCKED=0 verdict=bug kind=race
// expect: N=10 LOCKED=0 verdict=bug kind=race
// expect: N=11 LOCKED=0 verdict=bug kind=race
// expect: N=12 LOCKED=0 verdict=bug kind=race
// expect: N=13 LOCKED=0 verdict=bug kind=race
// expect: N=0 LOCKED=1 verdict=clean
// expect: N=1 LOCKED=1 verdict=clean
// expect: N=2 LOCKED=1 verdict=clean
// expect: N=3 LOCKED=1 verdict=clean
// expect: N=4 LOCKED=1 verdict=clean
// expect: N=5 LOCKED=1 verdict=clean
// expect: N=6 LOCKED=1 verdict=clean
// expect: N=7 LOCKED=1 verdict=clean
// expect: N=8 LOCKED=1 verdict=clean
// expect: N=9 LOCKED=1 verdict=clean
// expect: N=10 LOCKED=1 verdict=clean
// expect: N=11 LOCKED=1 verdict=clean
// expect: N=12 LOCKED=1 verdict=clean
// expect: N=13 LOCKED=1 verdict=clean
// expect: N=14 LOCKED=0 verdict=clean
// expect: N=15 LOCKED=0 verdict=clean
// expect: N=16 LOCKED=0 verdict=clean
// expect: N=17 LOCKED=0 verdict=clean
// needs: memory
//
// With a lock the two are ordered; the last forms touch different objects, or only read.
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static bool is_locked;
static std::mutex m;
static std::size_t seen;

template <class Body>
static void call(Body body) {
  std::unique_lock<std::mutex> lock(m, std::defer_lock);
  if (is_locked) lock.lock();
  body();
}

template <class One, class Other>
static void both(One one, Other other) {
  std::thread thread([&] { call(other); });
  call(one);
  thread.join();
}

static void fail(const std::string& text) {
  try {
    throw std::runtime_error(text);
  } catch (const std::exception&) {
  }
}

static void fail_plainly(const char* text) {
  try {
    throw std::invalid_argument(text);
  } catch (const std::exception&) {
  }
}

int main(int, char** arguments) {
  is_locked = std::atoi(arguments[2]) != 0;
  std::string text = "a text that is too long for the object itself";
  std::filesystem::path path = "a/b.c";
  std::filesystem::path copy;
  std::thread joined([] {});
  std::thread detached([] {});
  std::map<int, int> map{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}};
  auto element = map.begin();
  std::list<int> list{1, 2, 3};
  std::list<int> other{4};
  char digits[64] = "2.5";
  double number = 0;
  const std::hash<std::string> hash;
  switch (std::atoi(arguments[1])) {
    case 0: both([&] { joined.join(); }, [&] { seen = joined.joinable(); }); break;
    case 1: both([&] { detached.detach(); }, [&] { seen = detached.joinable(); }); break;
    case 2: both([&] { seen = hash(text); }, [&] { text[3] = 'x'; }); break;
    case 3:
      both([&] { std::to_chars(digits, digits + 64, 1.5); }, [&] { seen = digits[2]; });
      break;
    case 4:
      both([&] { std::from_chars(digits, digits + 3, number); }, [&] { seen = number > 0; });
      break;
    case 5:
      both([&] { std::from_chars(digits, digits + 3, number); }, [&] { digits[1] = '0'; });
      break;
    case 6: both([&] { fail(text); }, [&] { text[3] = 'x'; }); break;
    case 7: both([&] { fail_plainly(digits); }, [&] { digits[3] = '1'; }); break;
    case 8: both([&] { path /= "c"; }, [&] { seen = path.empty(); }); break;
    case 9: both([&] { path.remove_filename(); }, [&] { copy = path.parent_path(); }); break;
    case 10: both([&] { path += "x"; }, [&] { seen = path.has_filename(); }); break;
    case 11: both([&] { map.emplace(6, 6); }, [&] { ++element; }); break;
    case 12: both([&] { list.reverse(); }, [&] { seen = list.front() > 0; }); break;
    case 13: both([&] { list.swap(other); }, [&] { seen = other.front() > 0; }); break;
    case 14:
      both([&] { std::to_chars(digits, digits + 64, 1.5); }, [&] { seen = digits[40]; });
      break;
    case 15: both([&] { seen = hash(text); }, [&] { text.size(); }); break;
    case 16: both([&] { copy = "d"; }, [&] { path /= "c"; }); break;
    case 17: both([&] { ++element; }, [&] { (void)map.count(3); }); break;
    default: return 1;
  }
  if (joined.joinable()) joined.join();
  if (detached.joinable()) detached.join();
}
