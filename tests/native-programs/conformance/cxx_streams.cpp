// N is the form, see main.
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
// expect: N=14 LOCKED=0 verdict=bug kind=race
// expect: N=15 LOCKED=0 verdict=bug kind=race
// expect: N=16 LOCKED=0 verdict=bug kind=race
// expect: N=17 LOCKED=0 verdict=bug kind=race
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
// expect: N=14 LOCKED=1 verdict=clean
// expect: N=15 LOCKED=1 verdict=clean
// expect: N=16 LOCKED=1 verdict=clean
// expect: N=17 LOCKED=1 verdict=clean
// expect: N=18 LOCKED=0 verdict=clean
// expect: N=19 LOCKED=0 verdict=clean
// expect: N=20 LOCKED=0 verdict=clean
// expect: N=21 LOCKED=0 verdict=clean
// expect: N=22 LOCKED=0 verdict=clean
// needs: memory
//
// C++ streams that two threads use: a race, unless a lock orders them. A standard stream is safe,
// and so are streams of one's own, and two readers.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static bool is_locked;
static std::mutex mutex;
static std::string text;
static char letter;
static int number;
static volatile bool seen;

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

static void use(const std::string& what) {
  if (what.size() > 1000) std::abort();
}

static std::string line(std::istream& in) {
  std::string result;
  std::getline(in, result);
  return result;
}

static std::string own() {
  std::ostringstream os;
  os << 1 << ' ' << 2.5;
  return os.str();
}

int main(int, char** arguments) {
  is_locked = std::atoi(arguments[2]) != 0;
  std::ostringstream os;
  std::ostream other(os.rdbuf());
  std::stringstream ss("1 2 3");
  std::ifstream in("/etc/passwd");
  std::ofstream out("/dev/null");
  std::wostringstream ws;
  switch (std::atoi(arguments[1])) {
    case 0: both([&] { os << 1; }, [&] { os << 2; }); break;
    case 1: both([&] { os << "a"; }, [&] { os << std::string("b"); }); break;
    case 2: both([&] { os << 2.5; }, [&] { use(os.str()); }); break;
    case 3: both([&] { out << 'c'; }, [&] { out.write("abc", 3); }); break;
    case 4: both([&] { use(line(in)); }, [&] { use(line(in)); }); break;
    case 5: both([&] { ss >> number; }, [&] { ss << 7; }); break;
    case 6: both([&] { os.put('c'); }, [&] { os.flush(); }); break;
    case 7: both([&] { os << std::endl; }, [&] { os << std::hex << 1; }); break;
    case 8: both([&] { out.close(); }, [&] { out << 1; }); break;
    case 9: both([&] { ws << L"x"; }, [&] { ws << 1; }); break;
    case 10: both([&] { os.setstate(std::ios::failbit); }, [&] { seen = os.good(); }); break;
    case 11: both([&] { os.rdbuf()->sputc('c'); }, [&] { os << 1; }); break;
    case 12: both([&] { in.get(letter); }, [&] { in.seekg(0); }); break;
    case 13: both([&] { in.peek(); }, [&] { in.read(&letter, 1); }); break;
    case 14: both([&] { os.str(""); }, [&] { os << 1; }); break;
    case 15: both([&] { os << 1; }, [&] { other << 1; }); break;
    case 16: both([&] { ss >> text; }, [&] { seen = ss.eof(); }); break;
    case 17: both([&] { in.ignore(3); }, [&] { in.clear(); }); break;
    case 18:
      both([&] { std::cout << 1 << "x" << std::endl; },
           [&] { std::cout << 2.5 << std::string("y") << std::flush; });
      break;
    case 19: both([&] { std::cerr << 1 << 'x'; }, [&] { std::clog << 2; }); break;
    case 20: both([&] { use(own()); }, [&] { use(own()); }); break;
    case 21: both([&] { use(os.str()); }, [&] { use(os.str()); }); break;
    case 22: both([&] { os << 1; }, [&] { out << 1; }); break;
    default: return 1;
  }
}
