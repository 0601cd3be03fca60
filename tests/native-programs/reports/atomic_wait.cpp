// A gate built on std::atomic::wait whose opener forgets to notify.
#include <atomic>
#include <thread>

enum class State { Closed, Open };

class Gate {
 public:
  void pass() { state_.wait(State::Closed); }
  void open() { state_.store(State::Open); }

 private:
  std::atomic<State> state_{State::Closed};
};

int main() {
  Gate gate;
  std::thread guest([&gate] { gate.pass(); });
  gate.open();
  guest.join();
}
