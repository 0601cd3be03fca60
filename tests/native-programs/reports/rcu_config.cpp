// A configuration behind an atomic pointer. The writer deletes the old one while readers still use
// it.
#include <atomic>
#include <string>
#include <thread>

struct Config {
  int timeout;
  int retries;
};

std::atomic<Config*> current{nullptr};

int read_timeout() {
  Config* config = current.load();
  return config->timeout + config->retries;
}

void reload() {
  Config* fresh = new Config{20, 2};
  delete current.exchange(fresh);
}

int main() {
  current = new Config{10, 1};
  std::thread writer(reload);
  const int timeout = read_timeout();
  writer.join();
  delete current.load();
  return timeout > 0 ? 0 : 1;
}
