// Handlers of a pool share a variable, and no strand keeps them apart.
// expect: verdict=bug kind=race
#include <asio.hpp>

int main() {
  int n = 0;
  asio::thread_pool pool(2);
  asio::post(pool, [&] { ++n; });
  asio::post(pool, [&] { ++n; });
  pool.join();
}
