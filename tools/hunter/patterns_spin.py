# SPDX-License-Identifier: Apache-2.0
"""Loops that wait, in the shapes that programs have. Every loop has a TURN, by which comparison bounds it (helpers.py)."""
from hunter.program import Node


def handed_over(b, wait, give=None):
    """A plain value handed over by a flag: `wait` loops until it is there."""
    data, flag = b.fresh("v"), b.fresh("f")
    giver, taker = b.two_threads()
    b.add(giver, f"{data} = {b.number()};", (give or b.release(flag)).replace("FLAG", flag))
    b.add(taker, wait.replace("FLAG", flag), f"{b.slot()} = {data};")


def spin(b):
    ready = b.acquire("FLAG")
    handed_over(b, b.one_of(
        f"while (!{ready}) {{ {b.turn()} }}",
        f"while (!{ready}) {b.turn()}",
        f"do {{ {b.turn()} POINT; }} while ({ready} == 0);",
        f"for (;;) {{ {b.turn()} if ({ready}) break; POINT; }}",
        f"for (int seen = 0; !seen; ) {{ {b.turn()} seen = {ready}; }}",
        f"while (!{ready}) {{ {b.turn()} __builtin_ia32_pause(); }}",
        f"{{ int value; while (!@load_to(&FLAG, &value)) {{ {b.turn()} }} r[2] = value; }}",
        f"while (@deep(&FLAG, 2) == 3) {{ {b.turn()} }}",
        f"for (;;) {{ int i, seen = 0; {b.turn()} for (i = 0; i < 2 && !seen; i++) seen = {ready}; if (seen) break; }}",
        f"{{ volatile int seen = 0; while (!seen) {{ {b.turn()} seen = {ready}; }} }}",
        f"while (atomic_fetch_add_explicit(&FLAG, 0, memory_order_acq_rel) == 0) {{ {b.turn()} }}",
        f"{{ int expected = 1; while (!{b.cas('FLAG', 'expected', 2)}) {{ {b.turn()} expected = 1; }} }}"))


def spin_sleep(b):
    ready = b.acquire("FLAG")
    pause = b.one_of("sched_yield();", "usleep(1);", "{ struct timespec t = {0, 1000}; nanosleep(&t, 0); }",
                     "std::this_thread::yield();" if b.is_cxx else "thrd_yield();")
    handed_over(b, f"while (!{ready}) {{ {b.turn()} {pause} }}")


def spin_two(b):
    first, second = b.fresh("f"), b.fresh("f")
    one, other = b.two_threads()
    b.add(one, b.release(first), b.release(second))
    b.add(other, b.one_of(f"while (!{b.load(first)} || !{b.load(second)}) {{ {b.turn()} }}",
                          f"while ({b.load(first)} + {b.load(second)} < 2) {{ {b.turn()} POINT; }}"))


def spin_try(b):
    giver, taker = b.two_threads()
    which = b.chance.randrange(4)
    if which == 0:
        data, count = b.fresh("v"), b.fresh("q")
        b.add(giver, f"{data} = {b.number()};", f"sem_post(&{count});")
        b.add(taker, f"while (sem_trywait(&{count}) != 0) {{ {b.turn()} }}", f"{b.slot()} = {data};")
    elif which == 1:
        for thread in (giver, taker):
            b.add(thread, b.block(f"while (pthread_mutex_trylock(&$m1) != 0) {{ {b.turn()} sched_yield(); }}", ["$v1++;"], "pthread_mutex_unlock(&$m1);"))
    elif which == 2:
        handed_over(b, f"while (!{b.exchange('FLAG', 0)}) {{ {b.turn()} }}".replace("relaxed", "acquire"))
    else:
        for thread in (giver, taker):
            b.add(thread, b.block(f"for (int tries = 0; tries < 2; tries++) if (pthread_mutex_trylock(&$m1) == 0) {{", ["$v1++;", "pthread_mutex_unlock(&$m1);"], "break; }"))


def spin_lock(b):
    lock, variable = b.fresh("a"), b.fresh("v")
    kind = b.one_of("tas", "ttas", "flag", "cas", "ticket")
    flag, next_ticket = b.fresh("u"), b.fresh("a")
    name = b.chance.randrange(3)
    for thread in b.two_threads():
        take, leave = {
            "tas": (f"while (atomic_exchange(&{lock}, 1)) {{ {b.turn()} }}", b.release(lock, 0)),
            "ttas": (f"for (;;) {{ while ({b.load(lock)}) {{ {b.turn()} }} if (!atomic_exchange(&{lock}, 1)) break; {b.turn()} }}", b.release(lock, 0)),
            "flag": (f"while (atomic_flag_test_and_set(&{flag})) {{ {b.turn()} sched_yield(); }}", f"atomic_flag_clear(&{flag});"),
            "cas": (f"for (int e = 0; !{b.cas(lock, 'e', 1)}; e = 0) {{ {b.turn()} }}", b.release(lock, 0)),
            "ticket": (f"int mine{name} = atomic_fetch_add(&{next_ticket}, 1); while ({b.acquire(lock)} != mine{name}) {{ {b.turn()} }}",
                       b.release(lock, f"mine{name} + 1")),
        }[kind]
        b.add(thread, b.block("{ " + take, [b.one_of(f"{variable}++;", f"{b.slot()} = {variable}++;")], leave + " }"))


def spin_counter(b):
    b.counts_turns = True
    handed_over(b, f"{{ int n = 0; while (!{b.acquire('FLAG')}) {{ {b.turn()} {b.one_of('n++', 'r[0]++', 'r[0] = 1')}; }} r[1] = n > 0; }}")


def spin_poll(b):
    variable, done = b.fresh("v"), b.fresh("v")
    giver, taker = b.two_threads()
    lock = b.fresh("m")
    b.add(giver, b.block(f"pthread_mutex_lock(&{lock});", [f"{variable} = {b.number()};", f"{done} = 1;"], f"pthread_mutex_unlock(&{lock});"))
    b.add(taker, f"for (int seen = 0; !seen; ) {{ {b.turn()} pthread_mutex_lock(&{lock}); seen = {done}; pthread_mutex_unlock(&{lock}); }}",
          f"{b.slot()} = {variable};")


def spin_clock(b):
    b.counts_turns = True
    handed_over(b, f"while (!{b.acquire('FLAG')}) {{ {b.turn()} struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); }}")


def peterson(b):
    wants = [b.fresh("a"), b.fresh("a")]
    turn, inside = b.fresh("a"), b.fresh("v")
    for i, thread in enumerate(b.two_threads()):
        sc = "memory_order_seq_cst"
        b.add(thread, b.block(
            f"atomic_store(&{wants[i]}, 1); atomic_store(&{turn}, {1 - i});\n"
            f"while (atomic_load(&{wants[1 - i]}) && atomic_load(&{turn}) == {1 - i}) {{ {b.turn()} }}",
            [f"{inside}++;"], f"atomic_store_explicit(&{wants[i]}, 0, {sc});"))


def seqlock(b):
    count, first, second = b.fresh("a"), b.fresh("a"), b.fresh("a")
    writer, reader = b.two_threads()
    b.add(writer, f"atomic_fetch_add(&{count}, 1);", f"atomic_store(&{first}, 1);", f"atomic_store(&{second}, 1);", f"atomic_fetch_add(&{count}, 1);")
    b.add(reader, f"for (;;) {{ {b.turn()} int before = atomic_load(&{count}); if (before & 1) continue; r[0] = atomic_load(&{first}); "
                  f"r[1] = atomic_load(&{second}); if (atomic_load(&{count}) == before) break; }}", Node("assert(r[0] == r[1]);"))


def racy_wait(b):
    flag = b.fresh("x")
    giver, taker = b.two_threads()
    b.add(giver, f"$a0++; *(volatile int*)&{flag} = 1;")
    b.add(taker, f"while (!*(volatile int*)&{flag}) {{ {b.turn()} sched_yield(); }}", f"{b.slot()} = atomic_load(&$a0);")


PATTERNS = {"spin": spin, "spin_sleep": spin_sleep, "spin_two": spin_two, "spin_try": spin_try, "spin_lock": spin_lock,
            "spin_counter": spin_counter, "spin_poll": spin_poll, "spin_clock": spin_clock, "peterson": peterson, "seqlock": seqlock,
            "racy_wait": racy_wait}
