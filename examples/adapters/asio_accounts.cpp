// A program for asio: accounts, each with a strand, in a pool of two threads. A transfer goes from
// the one strand to the other, so that no lock is needed (docs/asio.md):
//
//   skein check examples/adapters/asio_accounts.cpp --cflags=-Iinclude/skein/adapters
//
// With -D BUG=1 the deposit is posted to the pool instead of the other account's strand: a data
// race. With asio:
//
//   g++ -std=c++17 examples/adapters/asio_accounts.cpp -pthread && ./a.out
#include <asio.hpp>
#include <cassert>
#include <cstdio>

struct Account {
  explicit Account(asio::thread_pool& pool, int money)
      : strand(asio::make_strand(pool)), balance(money) {}

  asio::strand<asio::thread_pool::executor_type> strand;
  int balance;  // the strand's: no lock
};

static void transfer(asio::thread_pool& pool, Account& from, Account& to, int amount) {
  asio::post(from.strand, [&pool, &from, &to, amount] {
    if (from.balance < amount) return;
    from.balance -= amount;
#ifdef BUG
    asio::post(pool, [&to, amount] { to.balance += amount; });
#else
    static_cast<void>(pool);
    asio::post(to.strand, [&to, amount] { to.balance += amount; });
#endif
  });
}

int main() {
  asio::thread_pool pool(2);
  Account a(pool, 10);
  Account b(pool, 10);
  transfer(pool, a, b, 7);
  transfer(pool, b, a, 5);
  pool.join();
  assert(a.balance + b.balance == 20);
  std::printf("%d %d\n", a.balance, b.balance);
}
