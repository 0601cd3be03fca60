// Strands of asio on one thread: order, dispatch, bound handlers, any executor.
// expect: verdict=clean executions=1
//
// One thread: one trace. What it asserts holds for the real asio too (tests/handlers).
#include <asio.hpp>
#include <cassert>
#include <string>

int main() {
  asio::io_context context;
  auto strand = asio::make_strand(context);
  asio::strand<asio::io_context::executor_type> other(context.get_executor());
  assert(strand != other && strand == strand);
  assert(strand.get_inner_executor() == context.get_executor());
  std::string said;
  const auto say = [&said](char c) { return [&said, c] { said += c; }; };

  // dispatch within the strand, and to a free one, is a call; to one that waits it is not.
  asio::post(strand, [&] {
    said += 'a';
    assert(strand.running_in_this_thread() && !other.running_in_this_thread());
    asio::dispatch(strand, say('b'));
    asio::dispatch(other, [&] {
      said += 'c';
      assert(strand.running_in_this_thread() && other.running_in_this_thread());
      asio::post(strand, say('x'));
    });
    asio::post(other, say('g'));
    asio::dispatch(other, say('h'));
    said += 'd';
  });
  asio::post(context, say('f'));
  asio::post(strand, say('e'));
  context.run();
  // 'e' came when the strand was taken: it runs when the strand comes up again, after what was
  // posted meanwhile.
  assert(said == "abcdfgexh");

  // A handler bound to a strand goes there, wherever it was posted.
  context.restart();
  bool is_inside = false;
  asio::post(context,
             asio::bind_executor(strand, [&] { is_inside = strand.running_in_this_thread(); }));
  context.run();
  assert(is_inside);
  context.restart();
  is_inside = false;
  asio::post(asio::bind_executor(strand, [&] { is_inside = strand.running_in_this_thread(); }));
  context.run();
  assert(is_inside);
  const auto bound = asio::bind_executor(strand, [] { return 7; });
  assert(asio::get_associated_executor(bound, context.get_executor()) == strand);

  // Any executor, copied.
  context.restart();
  asio::any_io_executor any = strand;
  const asio::any_io_executor copy = any;
  assert(any == copy && copy);
  is_inside = false;
  asio::post(copy, [&] { is_inside = strand.running_in_this_thread(); });
  any = context.get_executor();
  assert(any != copy);
  context.run();
  assert(is_inside);

  // The older form.
  context.restart();
  asio::io_context::strand old(context);
  is_inside = false;
  asio::post(old, [&] { is_inside = old.running_in_this_thread(); });
  context.run();
  assert(is_inside);
}
