// Reference counts that no thread can observe are no steps.
// expect: verdict=clean executions=1
//
// The destructors write only what is freed with the object. As they are written, the counts alone
// make hundreds of executions.
#include <cassert>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Leaf {
  std::string name = "a name that is too long for the object itself";
};

struct Tree {
  std::vector<std::shared_ptr<Leaf>> leaves{std::make_shared<Leaf>(), std::make_shared<Leaf>()};
  ~Tree() { leaves.clear(); }
};

void user(std::shared_ptr<Tree> mine) {
  const std::shared_ptr<Leaf> leaf = mine->leaves[1];
  mine.reset();
  assert(leaf->name.size() == 45);
}

}  // namespace

int main() {
  auto tree = std::make_shared<Tree>();
  std::shared_ptr<Tree> separate(new Tree);
  std::thread a(user, tree), b(user, tree), c(user, separate);
  tree.reset();
  separate.reset();
  a.join();
  b.join();
  c.join();
}
