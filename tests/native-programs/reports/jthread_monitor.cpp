// A monitor on a std::jthread that looks at a plain flag instead of its stop token.
#include <stop_token>
#include <thread>

struct Monitor {
  bool is_on = true;
  int beats = 0;

  void watch(std::stop_token) {
    if (is_on) ++beats;
  }
};

int main() {
  Monitor monitor;
  std::jthread thread([&monitor](std::stop_token token) { monitor.watch(token); });
  monitor.is_on = false;
  thread.request_stop();
}
