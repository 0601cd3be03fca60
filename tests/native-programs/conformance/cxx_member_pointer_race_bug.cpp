// A pointer to a member function that one thread sets while another one looks at it.
// expect: verdict=bug kind=race
// needs: memory
#include <thread>

struct Shape {
  int area() { return 1; }
};

static int (Shape::*current)() = &Shape::area;
static bool is_set;

int main() {
  std::thread setter([] { current = nullptr; });
  is_set = current != nullptr;
  setter.join();
  return 0;
}
