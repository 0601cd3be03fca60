#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# C++ without exceptions: what libstdc++ has in its headers, threads, locks, objects with constructors and destructors.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"
program=program.cpp

classes() {
  cat <<'END'
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
template <class T>
class Box {
 public:
  explicit Box(T v) : v_(v) {}
  virtual ~Box() = default;
  virtual T get() const { return v_; }
 private:
  T v_;
};
class Twice : public Box<int> {
 public:
  using Box::Box;
  int get() const override { return 2 * Box::get(); }
};
static std::atomic<int> x{0};
static std::mutex m;
static int plain;
static struct Init {
  int v;
  Init() : v(7) {}
} init;
int main() {
  std::unique_ptr<Box<int>> b = std::make_unique<Twice>(4);
  assert(b->get() == 8 && init.v == 7);
  std::thread t([&] {
    x += b->get();
    std::lock_guard<std::mutex> g(m);
    plain++;
  });
  {
    LOCK
    plain++;
  }
  t.join();
  assert(x == 8 && plain == 2);
  std::vector<int> v;
  for (int i = 0; i < 3; i++) v.push_back(i);
  assert(v.size() == 3 && v[2] == 2);
}
END
}
classes | expect_program 0 "proved" --cflags '-DLOCK=std::lock_guard<std::mutex>g(m);'
classes | expect_program 1 "plain == 2" --cflags -DLOCK=

queue() {
  cat <<'END'
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
class Queue {
 public:
  void push(int v) {
    std::lock_guard<std::mutex> g(m_);
    items_.push_back(v);
    NOTIFY
  }
  int pop() {
    std::unique_lock<std::mutex> g(m_);
    c_.wait(g, [this] { return !items_.empty(); });
    int v = items_.front();
    items_.pop_front();
    return v;
  }
 private:
  std::mutex m_;
  std::condition_variable c_;
  std::deque<int> items_;
};
static Queue q;
int main() {
  std::thread t([] { q.push(1); q.push(2); });
  assert(q.pop() == 1);
  assert(q.pop() == 2);
  t.join();
}
END
}
queue | expect_program 0 "proved" --cflags "-DNOTIFY=c_.notify_one();"
queue | expect_program 1 "deadlock" --cflags -DNOTIFY=

# Each form of new and delete: of one object and of an array, aligned, with nothrow and without.
news() {
  cat <<'END'
#include <new>
struct alignas(64) Line { int v = 1; ~Line() { v = 0; } };
static const std::align_val_t kLine{64};
static void release(void* p) { ::operator delete[](p, kLine, std::nothrow); }
int main() {
  delete new Line;
  delete[] new Line[2];
  delete new (std::nothrow) Line;
  delete[] new (std::nothrow) Line[2];
  delete[] new (std::nothrow) int[3];
  ::operator delete(::operator new(8, std::nothrow), std::nothrow);
  ::operator delete[](::operator new[](8, std::nothrow), std::nothrow);
  ::operator delete(::operator new(64, kLine, std::nothrow), kLine, std::nothrow);
  void* last = ::operator new[](64, kLine, std::nothrow);
  release(last);
  AGAIN
}
END
}
news | expect_program 0 "proved" --cflags -DAGAIN=
news | expect_program 1 "freed" --cflags '-DAGAIN=release(last);'

# A static variable of a function is made once; std::call_once; shared_ptr; a destructor at the end of the program.
expect_program 0 "proved" <<'END'
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
static int made, once;
struct Made { Made() { made++; } };
static Made& instance() { static Made m; return m; }
static std::once_flag flag;
static void f(std::shared_ptr<int> p) {
  instance();
  std::call_once(flag, [] { once++; });
  assert(*p == 5);
}
int main() {
  auto p = std::make_shared<int>(5);
  std::thread t(f, p);
  f(p);
  t.join();
  assert(made == 1 && once == 1 && p.use_count() == 1);
}
END
expect_program 1 "destroyed" <<'END'
#include <cassert>
static struct End { ~End() { assert(!"destroyed"); } } end;
int main() {}
END
expect_program 1 "has been freed" <<'END'
int main() { int* p = new int(3); delete p; return *p; }
END
# A thread that is neither joined nor detached ends the program.
expect_program 1 "abort" <<'END'
#include <thread>
int main() { std::thread t([] {}); }
END

# What is not covered has a name.
expect_program 1 "throws an exception: std::__throw_out_of_range_fmt" <<'END'
#include <vector>
int main() { std::vector<int> v(2); return v.at(2); }
END
expect_program 2 "could not compile" <<'END'
int main() { throw 1; }
END
expect_program 2 "std::" <<'END'
#include <iostream>
int main() { std::cout << 1; }
END

finish
