// Two workers with a barrier between the phases: the second phase reads what the neighbour writes
// in it.
#include <barrier>
#include <thread>

struct Field {
  int cells[2] = {1, 2};
  std::barrier<> phase{2};
};

void relax(Field& field, int me) {
  field.cells[me] *= 2;
  field.phase.arrive_and_wait();
  field.cells[me] += field.cells[1 - me];
}

int main() {
  Field field;
  std::thread left(relax, std::ref(field), 0);
  std::thread right(relax, std::ref(field), 1);
  left.join();
  right.join();
}
