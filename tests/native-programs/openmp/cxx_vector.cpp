// The same in a critical section, with an object for each thread.
// expect: verdict=clean
// libs: -fopenmp
#include <cassert>
#include <vector>

int main() {
  std::vector<int> found;
#pragma omp parallel
  {
    std::vector<int> mine;
#pragma omp for nowait
    for (int i = 0; i < 2; i++) mine.push_back(i);
#pragma omp critical
    found.insert(found.end(), mine.begin(), mine.end());
  }
  assert(found.size() == 2);
}
