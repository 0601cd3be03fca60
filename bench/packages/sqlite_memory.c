// SPDX-License-Identifier: Apache-2.0
// SQLite: two threads insert through one connection. WRONG: they read, then write, without a
// transaction.
// packages: libsqlite3-dev
// flags: -lsqlite3
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static sqlite3* db;

static int number(void* out, int columns, char** values, char** names) {
  (void)columns;
  (void)names;
  *(int*)out = atoi(values[0]);
  return 0;
}

static void* add(void* unused) {
#ifdef WRONG
  int n = 0;
  char text[64];
  sqlite3_exec(db, "select n from t", number, &n, NULL);
  snprintf(text, sizeof(text), "update t set n = %d", n + 1);
  assert(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK);
#else
  assert(sqlite3_exec(db, "update t set n = n + 1", NULL, NULL, NULL) == SQLITE_OK);
#endif
  return unused;
}

int main(void) {
  assert(sqlite3_open(":memory:", &db) == SQLITE_OK);
  sqlite3_exec(db, "create table t(n); insert into t values(0)", NULL, NULL, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  int n = 0;
  sqlite3_exec(db, "select n from t", number, &n, NULL);
  assert(n == 2);
  sqlite3_close(db);
  return 0;
}
