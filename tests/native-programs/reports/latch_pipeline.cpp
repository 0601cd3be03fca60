// Two stages and a latch that counts one arrival too many.
#include <latch>
#include <thread>

struct Pipeline {
  std::latch is_loaded{3};
  int items = 0;
};

void load(Pipeline& pipeline) {
  pipeline.items = 2;
  pipeline.is_loaded.count_down();
}

void process(Pipeline& pipeline) { pipeline.is_loaded.arrive_and_wait(); }

int main() {
  Pipeline pipeline;
  std::thread loader(load, std::ref(pipeline));
  std::thread processor(process, std::ref(pipeline));
  loader.join();
  processor.join();
}
