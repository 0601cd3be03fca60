// SPDX-License-Identifier: Apache-2.0
// protobuf: two threads write messages; the library makes its tables when they are first used.
// WRONG: they change one message.
// packages: libprotobuf-dev
// flags: -lprotobuf
#include <cassert>
#include <google/protobuf/struct.pb.h>
#include <string>
#include <thread>

int main() {
  google::protobuf::Value one;
#ifdef WRONG
  google::protobuf::Value& two = one;
#else
  google::protobuf::Value two;
#endif
  std::thread other([&] { two.set_string_value("seven"); });
  one.set_number_value(7);
  other.join();
  std::string bytes;
  assert(one.SerializeToString(&bytes) && two.has_string_value());
}
