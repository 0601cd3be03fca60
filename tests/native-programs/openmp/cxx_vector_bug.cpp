// Threads that push to one vector.
// expect: verdict=bug kind=race
// libs: -fopenmp
#include <vector>

int main() {
  std::vector<int> found;
#pragma omp parallel for
  for (int i = 0; i < 2; i++) found.push_back(i);
}
