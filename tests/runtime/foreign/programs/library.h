// Synchronisation as libraries have it, compiled without skein (library.c).
#pragma once
struct ticket {
  unsigned next, serving;
};

void lock_by_exchange(int* lock);       // spins on the exchange
void lock_by_test(int* lock);           // spins on a plain load
void unlock(int* lock);                 // a plain store
void lock_ticket(struct ticket* lock);  // waits for a word that only plain moves access
void unlock_ticket(struct ticket* lock);
void lock_by_futex(int* lock);  // by a system call of its own
void unlock_by_futex(int* lock);
int add_and_fetch(int* word, int n);
int drop_reference(int* word);                  // whether it was the last
void publish(int* data, int* flag, int value);  // a plain store of each
int consume(const int* data, int* flag);        // waits for the flag by exchanging it
void set_plainly(int* flag);                    // with release order: a plain store
int is_set_plainly(const int* flag);

// All kinds of instructions, on words of all sizes: what each thread does with word i.
enum { kKinds = 15 };
void change(int kind, void* word);
