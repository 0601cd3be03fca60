// A graph of tasks on std::async: two of them add to the same sum.
#include <future>
#include <vector>

struct Graph {
  std::vector<int> inputs{1, 2};
  long sum = 0;

  void add(int input) { sum += input; }
};

int main() {
  Graph graph;
  std::vector<std::future<void>> tasks;
  for (int input : graph.inputs) {
    tasks.push_back(std::async(std::launch::async, [&graph, input] { graph.add(input); }));
  }
  for (std::future<void>& task : tasks) task.get();
}
