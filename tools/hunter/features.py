# SPDX-License-Identifier: Apache-2.0
"""What programs may be made of. Each feature is one or several patterns (patterns_c.py, patterns_cxx.py); its name is what
--features switches and what a difference is filed under."""

C_FEATURES = {
    "atomics": "loads, stores and read-modify-writes of all orders and sizes",
    "builtins": "__atomic and __sync builtins",
    "fences": "release and acquire by fences",
    "cas_once": "one compare-and-exchange; what it wrote to `expected` is looked at",
    "cas_loop": "compare-and-exchange until it succeeds; `expected` in a local",
    "cas_elsewhere": "the same with `expected` in a structure, a global or a new node",
    "treiber": "push to and pop from a stack of heap nodes",
    "mutex": "pthread mutexes, normal, recursive and errorcheck",
    "spinlock": "pthread spin locks",
    "mtx": "C11 mutexes",
    "trylock": "one attempt to lock, or a bounded number",
    "timedlock": "locks that may time out",
    "rwlock": "readers-writer locks",
    "rwlock_try": "attempts to get a readers-writer lock",
    "by_value": "structures passed, returned and copied by value, under a lock",
    "atomic_members": "atomics in structures in arrays, and a structure that is copied in between",
    "semaphore": "POSIX semaphores",
    "cond": "condition variables, signal and broadcast",
    "timedwait": "condition variables with a timeout",
    "barrier": "POSIX barriers",
    "once": "pthread_once",
    "tls": "thread-local variables and keys with destructors",
    "nested": "a thread that creates and joins another",
    "heap": "heap nodes handed over or shared under a lock",
    "calls": "functions with out parameters, recursion, large frames",
    "spin": "loops that wait for a flag, in many shapes",
    "spin_lock": "test-and-set, test-and-test-and-set and ticket locks",
    "spin_two": "a loop on two locations",
    "spin_try": "a loop on a failing attempt: trylock, sem_trywait, exchange",
    "spin_sleep": "loops that sleep or yield",
    "spin_counter": "a loop that counts its turns",
    "spin_poll": "a loop that takes and releases a lock in every turn",
    "spin_clock": "a loop that looks at the clock in every turn",
    "peterson": "mutual exclusion by loads and stores",
    "seqlock": "a reader that tries again when a writer was there",
    "racy": "plain variables that race",
    "racy_wait": "a loop that waits for a plain, racy flag",
    "asserts": "assertions that some schedules break",
    "deadlocks": "locks taken in opposite orders",
    "misuse": "errors in the use of locks",
    "use_after_free": "a block freed while another thread looks at it",
    "constructors": "functions that run before main",
    "destructors": "functions that run after main",
    "thrd": "threads made by C11's thrd_create",
    "pthread_exit": "threads that end by pthread_exit, with results to join",
}

CXX_FEATURES = {
    "std_mutex": "std::mutex with guards; recursive, timed",
    "scoped_lock": "std::scoped_lock and std::lock of two",
    "scoped_three": "std::scoped_lock and std::lock of three, in any order; sometimes one is tried",
    "streams": "std::ostringstream and stringstream under a lock, std::cout without",
    "pmr": "containers on std::pmr resources under a lock",
    "functions": "a queue of std::function under a lock",
    "throwing_once": "std::call_once whose function throws the first time",
    "thread_exceptions": "exceptions that a promise, a packaged_task or an async carries to another thread",
    "stop_callback": "std::stop_callback",
    "shared_mutex": "std::shared_mutex",
    "std_cond": "std::condition_variable and _any",
    "std_timedwait": "the same with timeouts",
    "atomic_wait": "std::atomic::wait and notify",
    "shared_ptr": "std::shared_ptr, weak_ptr, std::atomic<std::shared_ptr>",
    "futures": "std::future, promise, packaged_task, async",
    "latch": "std::latch and std::barrier",
    "std_semaphore": "std::counting_semaphore",
    "call_once": "std::call_once and function-local statics",
    "jthread": "std::jthread",
    "stop_token": "std::jthread with a stop token",
    "objects": "objects with constructors and destructors, thread_local and global ones",
    "exceptions": "exceptions thrown and caught",
    "atomic_ref": "std::atomic_ref, atomic_flag with wait",
    "containers": "std::vector, deque and string under locks",
}

FEATURES = C_FEATURES | CXX_FEATURES

# Not right yet: off unless asked for. To switch one on always, take it out of this list.
NOT_YET = set()


def chosen(wishes):
    """The features for `--features a,b,-c`: with plain names only these, else the default without or with those asked for."""
    on = set(FEATURES) - NOT_YET
    plain = set()
    for wish in filter(None, (w.strip() for w in wishes.split(","))):
        name = wish.lstrip("+-")
        if name == "all" and not wish.startswith("-"):
            on |= set(FEATURES)
        elif name not in FEATURES:
            raise ValueError(f"there is no feature {name}; --list-features lists them")
        elif wish.startswith("-"):
            on.discard(name)
        elif wish.startswith("+"):
            on.add(name)
        else:
            plain.add(name)
    return (plain | {w[1:] for w in wishes.split(",") if w.startswith("+")}) if plain else on
