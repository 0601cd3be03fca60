/* What the interpreter computes: everything here also holds when the program runs natively. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Pair {
  int a;
  long b;
};
struct Node {
  struct Node* next;
  short value;
};
enum { kFew = 5 };

static int table[kFew] = {5, 4, 3, 2, 1};
static const char* const words[] = {"zero", "one", "two"};
static struct Pair pairs[2] = {{1, 2}, {3, -4}};
static int (*operation)(int, int);
static unsigned char bytes[8];

static int add(int x, int y) { return x + y; }
static int multiply(int x, int y) { return x * y; }
static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
static struct Pair swap(struct Pair p) {
  struct Pair q = {(int)p.b, p.a};
  return q;
}
static void sort(int* a, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      if (a[j] < a[i]) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
      }
    }
  }
}
static const char* name(int n) {
  switch (n) {
    case 0: return "none";
    case 1:
    case 2: return "few";
    case -1: return "less";
    default: return "many";
  }
}

static void integers(void) {
  int8_t small = 127;
  small++;
  assert(small == -128);
  uint16_t wide = 65535;
  wide++;
  assert(wide == 0);
  assert((-7) / 2 == -3 && (-7) % 2 == -1 && 7u / 2u == 3u);
  assert((unsigned)-1 > 0 && -1 < 0);
  assert((int)0x80000000u >> 31 == -1 && 0x80000000u >> 31 == 1);
  assert((1ull << 63) >> 63 == 1);
  int64_t big = INT64_C(0x7fffffffffffffff);
  assert((uint64_t)big + 1 == UINT64_C(0x8000000000000000));
  assert((char)200 == -56 && (unsigned char)-1 == 255);
  assert((int)(short)70000 == 4464);
  _Bool truth = 256;
  assert(truth == 1);
  int sum = 0;
  for (int i = 10; i; i -= 2) sum += i;
  assert(sum == 30);
}

static void reals(void) {
  double d = 0.1 + 0.2;
  assert(d > 0.3 && d < 0.3000001);
  float f = 16777216.0f;
  assert(f + 1.0f == f);
  assert((int)-2.9 == -2 && (unsigned)3.99 == 3);
  double tenth = 0.1;
  assert((double)(float)tenth != tenth);
  double nan = 0.0 / (d - d);
  assert(nan != nan && !(nan < 1) && !(nan > 1));
  assert((float)(1 << 24) * 0.5f == 8388608.0f);
}

static void pointers(void) {
  int local[kFew];
  memcpy(local, table, sizeof local);
  sort(local, kFew);
  assert(local[0] == 1 && local[4] == 5 && table[0] == 5);
  assert(&table[3] - &table[1] == 2 && &table[1] < &table[3]);
  struct Pair p = swap(pairs[1]);
  assert(p.a == -4 && p.b == 3);
  pairs[0] = pairs[1];
  assert(pairs[0].b == -4);
  operation = add;
  assert(operation(3, 4) == 7);
  operation = multiply;
  assert(operation(3, 4) == 12 && factorial(6) == 720);
  assert(words[2][0] == 't' && strlen(words[1]) == 3);
  assert(name(0)[0] == 'n' && name(2)[0] == 'f' && name(-1)[0] == 'l' && name(9)[0] == 'm');
  memset(bytes, 0xab, sizeof bytes);
  uint32_t word;
  memcpy(&word, bytes + 2, 4);
  assert(word == 0xababababu);
  bytes[3] = 0;
  memcpy(&word, bytes + 2, 4);
  assert(word == 0xabab00abu);
}

static void heap(void) {
  struct Node* list = 0;
  for (short i = 0; i < 4; i++) {
    struct Node* node = malloc(sizeof *node);
    node->next = list;
    node->value = i;
    list = node;
  }
  int sum = 0;
  while (list) {
    struct Node* next = list->next;
    sum = 10 * sum + list->value;
    free(list);
    list = next;
  }
  assert(sum == 3210);
  long* zeros = calloc(3, sizeof *zeros);
  assert(zeros[0] == 0 && zeros[2] == 0);
  free(zeros);
}

static void atomics(void) {
  static _Atomic uint8_t byte = 250;
  assert(atomic_fetch_add(&byte, 10) == 250 && byte == 4);
  static atomic_int x = 5;
  int expected = 4;
  assert(!atomic_compare_exchange_strong(&x, &expected, 9) && expected == 5);
  assert(atomic_compare_exchange_strong(&x, &expected, 9) && x == 9);
  assert(atomic_exchange(&x, -1) == 9 && atomic_fetch_or(&x, 1) == -1);
  assert(atomic_fetch_and(&x, 6) == -1 && atomic_fetch_xor(&x, 3) == 6 && x == 5);
  static _Atomic(struct Node*) head;
  struct Node* none = 0;
  struct Node node = {0, 7};
  assert(atomic_compare_exchange_strong(&head, &none, &node) && atomic_load(&head)->value == 7);
  atomic_thread_fence(memory_order_seq_cst);
}

static void* doubled(void* argument) { return (void*)(2 * (intptr_t)argument); }

static void threads(void) {
  for (int round = 0; round < 2; round++) {
    pthread_t t;
    void* result;
    pthread_create(&t, 0, doubled, (void*)(intptr_t)(21 + round));
    pthread_join(t, &result);
    assert((intptr_t)result == 42 + 2 * round);
  }
}

int main(void) {
  integers();
  reals();
  pointers();
  heap();
  atomics();
  threads();
  return 0;
}
