// A handler of faults returns and has mended nothing, so the instruction faults for ever: a crash.
// expect: verdict=bug kind=crash executions=1 violations=1
// preload: yes
// native: never-ends
//
// One thread.
#include <signal.h>

static int* volatile pointer;

static void on_fault(int signal) { (void)signal; }

int main(void) {
  signal(SIGSEGV, on_fault);
  return *pointer;
}
