// SPDX-License-Identifier: Apache-2.0
// leveldb: two threads put and get in one database on disk. WRONG: a key that the other one puts.
// packages: libleveldb-dev
// flags: -lleveldb
#include <cassert>
#include <leveldb/db.h>
#include <memory>
#include <string>
#include <thread>

int main() {
  leveldb::Options options;
  options.create_if_missing = true;
  leveldb::DB* opened = nullptr;
  const leveldb::Status status = leveldb::DB::Open(options, "database.tmp", &opened);
  assert(status.ok());
  const std::unique_ptr<leveldb::DB> db(opened);
  std::string value;
  assert(db->Get({}, "a", &value).IsNotFound());
  std::thread other([&] { db->Put({}, "a", "1"); });
#ifdef WRONG
  assert(db->Get({}, "a", &value).ok());
#else
  db->Put({}, "b", "2");
#endif
  other.join();
  assert(db->Get({}, "a", &value).ok() && value == "1");
}
