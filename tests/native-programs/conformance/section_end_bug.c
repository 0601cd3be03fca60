// An atomic section is ended that was not begun.
// expect: verdict=bug kind=lock-misuse
// native: no
extern void __VERIFIER_atomic_end(void);

int main(void) {
  __VERIFIER_atomic_end();
  return 0;
}
