// A thread swaps two lists while another one goes through one of them: from its last element, whose
// link the swap changes, to its end.
// expect: verdict=bug kind=race
// needs: memory
#include <list>
#include <thread>

static std::list<int> ours{1, 2};
static std::list<int> theirs{3};

int main() {
  auto last = --ours.end();
  std::thread swapper([] { ours.swap(theirs); });
  ++last;
  swapper.join();
  (void)last;
}
