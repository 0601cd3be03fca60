// SPDX-License-Identifier: Apache-2.0
// SDL2: a thread, a mutex, an atomic number and a semaphore. WRONG: the sum without the mutex.
// packages: libsdl2-dev
// pkg-config: sdl2
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <assert.h>

static SDL_mutex* mutex;
static SDL_sem* is_done;
static SDL_atomic_t calls;
static int sum;

static int add(void* number) {
#ifndef WRONG
  SDL_LockMutex(mutex);
#endif
  sum += *(int*)number;
#ifndef WRONG
  SDL_UnlockMutex(mutex);
#endif
  SDL_AtomicAdd(&calls, 1);
  SDL_SemPost(is_done);
  return 0;
}

int main(void) {
  mutex = SDL_CreateMutex();
  is_done = SDL_CreateSemaphore(0);
  int one = 1;
  int two = 2;
  SDL_Thread* const thread = SDL_CreateThread(add, "other", &one);
  add(&two);
  SDL_SemWait(is_done);
  SDL_SemWait(is_done);
  assert(sum == 3 && SDL_AtomicGet(&calls) == 2);
  SDL_WaitThread(thread, NULL);
  return 0;
}
