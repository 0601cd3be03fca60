// SPDX-License-Identifier: Apache-2.0
// SQLite: a database file that each execution has to find as it was. (WRONG has no sense here.)
// packages: libsqlite3-dev
// flags: -lsqlite3
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

static void* insert(void* db) {
  assert(sqlite3_exec(db, "insert into t values(1)", NULL, NULL, NULL) == SQLITE_OK);
  return NULL;
}

static int count(void* out, int columns, char** values, char** names) {
  (void)columns, (void)names;
  *(int*)out = values[0][0] - '0';
  return 0;
}

int main(void) {
  sqlite3* db = NULL;
  assert(sqlite3_open("skein.db.tmp", &db) == SQLITE_OK);
  assert(sqlite3_exec(db, "create table t(n)", NULL, NULL, NULL) == SQLITE_OK);
  pthread_t thread;
  pthread_create(&thread, NULL, insert, db);
  insert(db);
  pthread_join(thread, NULL);
  int n = 0;
  sqlite3_exec(db, "select count(*) from t", count, &n, NULL);
  assert(n == 2);
  sqlite3_close(db);
  return 0;
}
