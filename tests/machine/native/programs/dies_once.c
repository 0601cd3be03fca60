// Its third run ends the process at once, without a word to anybody; all others are well. The file
// that counts the runs is the argument; it is opened by the system call itself, since what a run
// does to other files is undone.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int x;

// The order of changes whose result is used counts.
static void* worker(void* arg) { return atomic_exchange(&x, 1) == 7 ? NULL : arg; }

int main(int argc, char** argv) {
  int runs = 0;
  int file = (int)syscall(SYS_open, argc > 1 ? argv[1] : "/dev/null", O_RDWR | O_CREAT, 0600);
  if (pread(file, &runs, sizeof runs, 0) != sizeof runs) runs = 0;
  runs++;
  if (pwrite(file, &runs, sizeof runs, 0) != sizeof runs) return 1;
  close(file);
  long number = SYS_exit_group;
  if (runs == 3) __asm__ volatile("syscall" : "+a"(number) : "D"(7L) : "rcx", "r11", "memory");
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  int last = atomic_exchange(&x, 2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return last == 7;
}
