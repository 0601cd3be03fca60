// SPDX-License-Identifier: Apache-2.0
// OpenSSL: two threads make a digest, each with a context of its own. WRONG: both use one context.
// packages: libssl-dev
// flags: -lcrypto
#include <assert.h>
#include <openssl/evp.h>
#include <pthread.h>

static EVP_MD_CTX* contexts[2];

static void* digest(void* context) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_DigestInit_ex(context, EVP_sha256(), NULL);
  EVP_DigestUpdate(context, "abc", 3);
  EVP_DigestFinal_ex(context, out, &size);
  assert(size == 32 && out[0] == 0xba && out[31] == 0xad);
  return NULL;
}

int main(void) {
  contexts[0] = EVP_MD_CTX_new();
  contexts[1] = EVP_MD_CTX_new();
#ifdef WRONG
  contexts[1] = contexts[0];
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, digest, contexts[1]);
  digest(contexts[0]);
  pthread_join(thread, NULL);
  return 0;
}
