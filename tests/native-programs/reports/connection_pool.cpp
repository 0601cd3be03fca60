// A pool of connections: a worker that finds it empty throws, and nothing catches that.
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Connection {
  std::string host;
};

class ConnectionPool {
 public:
  void add(std::string host) { free_.push_back({std::move(host)}); }

  Connection take() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (free_.empty()) throw std::runtime_error("no connection is left");
    Connection connection = std::move(free_.back());
    free_.pop_back();
    return connection;
  }

  void give(Connection connection) {
    std::lock_guard<std::mutex> guard(mutex_);
    free_.push_back(std::move(connection));
  }

 private:
  std::mutex mutex_;
  std::vector<Connection> free_;
};

void query(ConnectionPool& pool) { pool.give(pool.take()); }

int main() {
  ConnectionPool pool;
  pool.add("db1");
  std::thread first(query, std::ref(pool));
  std::thread second(query, std::ref(pool));
  first.join();
  second.join();
}
