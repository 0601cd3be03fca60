// SPDX-License-Identifier: Apache-2.0
// RocksDB: two threads put in one database on disk.
// packages: librocksdb-dev
// flags: -lrocksdb
#include <cassert>
#include <memory>
#include <rocksdb/db.h>
#include <string>
#include <thread>

int main() {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* opened = nullptr;
  const rocksdb::Status status = rocksdb::DB::Open(options, "rocks.tmp", &opened);
  assert(status.ok());
  const std::unique_ptr<rocksdb::DB> db(opened);
  std::string value;
  assert(db->Get({}, "a", &value).IsNotFound());
  std::thread other([&] { db->Put({}, "a", "1"); });
  db->Put({}, "b", "2");
  other.join();
  assert(db->Get({}, "a", &value).ok() && value == "1");
}
