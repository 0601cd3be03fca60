// SPDX-License-Identifier: Apache-2.0
// libcurl: two threads read a file through handles that share a cache, with a lock function.
// WRONG: they use one handle.
// packages: libcurl4-openssl-dev
// flags: -lcurl
#include <assert.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static CURLSH* share;
static CURL* handles[2];
static size_t sizes[2];

static void lock(CURL* h, curl_lock_data d, curl_lock_access a, void* p) {
  (void)h, (void)d, (void)a, (void)p;
  pthread_mutex_lock(&mutex);
}
static void unlock(CURL* h, curl_lock_data d, void* p) {
  (void)h, (void)d, (void)p;
  pthread_mutex_unlock(&mutex);
}
static size_t take(char* data, size_t size, size_t count, void* sum) {
  (void)data;
  *(size_t*)sum += size * count;
  return size * count;
}
static void* get(void* number) {
  const int n = *(int*)number;
  curl_easy_setopt(handles[n], CURLOPT_WRITEDATA, &sizes[n]);
  const CURLcode code = curl_easy_perform(handles[n]);
  assert(code == CURLE_OK && sizes[n] == 6);
  return NULL;
}

int main(void) {
  FILE* const file = fopen("/tmp/skein_curl.txt", "w");
  fputs("skein\n", file);
  fclose(file);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  share = curl_share_init();
  curl_share_setopt(share, CURLSHOPT_LOCKFUNC, lock);
  curl_share_setopt(share, CURLSHOPT_UNLOCKFUNC, unlock);
  curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
  for (int i = 0; i < 2; ++i) {
    handles[i] = curl_easy_init();
    curl_easy_setopt(handles[i], CURLOPT_URL, "file:///tmp/skein_curl.txt");
    curl_easy_setopt(handles[i], CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(handles[i], CURLOPT_SHARE, share);
  }
#ifdef WRONG
  handles[1] = handles[0];
#endif
  int numbers[] = {0, 1};
  pthread_t thread;
  pthread_create(&thread, NULL, get, &numbers[1]);
  get(&numbers[0]);
  pthread_join(thread, NULL);
  remove("/tmp/skein_curl.txt");
  return 0;
}
