// A rate limiter that looks at its tokens and takes one in two operations.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

class RateLimiter {
 public:
  explicit RateLimiter(int tokens) : tokens_(tokens) {}

  bool try_take() {
    if (tokens_.load() == 0) return false;
    tokens_.fetch_sub(1);
    return true;
  }

  int tokens() const { return tokens_.load(); }

 private:
  std::atomic<int> tokens_;
};

int main() {
  RateLimiter limiter(1);
  std::vector<std::thread> clients;
  for (int i = 0; i < 2; ++i) {
    clients.emplace_back([&limiter] { limiter.try_take(); });
  }
  for (std::thread& client : clients) client.join();
  assert(limiter.tokens() >= 0);
}
