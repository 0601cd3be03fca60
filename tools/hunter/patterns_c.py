# SPDX-License-Identifier: Apache-2.0
"""Patterns in C (and valid in C++) without loops that wait: each function appends one to a builder's threads. The table at the end files them
under their features."""
from hunter.program import Node


def a_change(b, variable):
    """A statement on a plain variable, for a critical section."""
    k = b.number()
    return b.one_of(f"{variable} += {k};", f"{variable} = {variable} * 2 + {k};", f"{b.slot()} = {variable}++;",
                    f"if ({variable} == {k}) {variable} = 0; else {variable}++;", f"{b.slot()} = {variable};")


def atomics(b):
    for _ in range(b.chance.randint(1, 2)):
        at, k, to = b.shared(b.one_of("a", "a", "a", "l", "c", "b")), b.number(), b.slot()
        if at.startswith("$b"):
            b.add(b.thread(), b.one_of(f"{to} = {b.load(at)};", b.store(at, "true"), f"{to} = {b.exchange(at, 'true')};"))
            continue
        fetch = b.one_of("add", "sub", "or", "xor", "and")
        b.add(b.thread(), *b.one_of(
            [f"{to} = (int){b.load(at)};"], [b.store(at, k)], [f"{to} = (int){b.exchange(at, k)};"],
            [f"{to} = (int)atomic_fetch_{fetch}_explicit(&{at}, {k}, {b.order('rmw')});"],
            [b.store(at, f"{b.load(at)} + {k}")], [f"{at}++;"],
            [f"{to} = (int){b.load(at)};", b.store(at, f"{to} + 1")],
            [f"if ({b.load(at)} == {k}) {b.store(at, 7)}"]))


def builtins(b):
    at, k, to = b.shared("g"), b.number(), b.slot()
    b.add(b.thread(), b.one_of(
        f"{to} = __atomic_load_n(&{at}, __ATOMIC_ACQUIRE);", f"__atomic_store_n(&{at}, {k}, __ATOMIC_RELEASE);",
        f"{to} = __sync_fetch_and_add(&{at}, {k});", f"{to} = __sync_bool_compare_and_swap(&{at}, {k}, 9);",
        f"{to} = __sync_val_compare_and_swap(&{at}, 0, {k});", f"{to} = __atomic_add_fetch(&{at}, {k}, __ATOMIC_SEQ_CST);",
        f"{{ int e = {k}; {to} = __atomic_compare_exchange_n(&{at}, &e, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) * 16 + e; }}"))


def fences(b):
    data, flag = b.fresh("v"), b.fresh("f")
    giver, taker = b.two_threads()
    b.add(giver, f"{data} = {b.number()};", "atomic_thread_fence(memory_order_release);", f"atomic_store_explicit(&{flag}, 1, memory_order_relaxed);")
    b.add(taker, b.block(f"if (atomic_load_explicit(&{flag}, memory_order_relaxed)) {{",
                         ["atomic_thread_fence(memory_order_acquire);", f"{b.slot()} = {data};"], "}"))


def cas_once(b):
    at = b.shared("a")
    b.add(b.thread(), b.block(f"{{ int e = {b.chance.randint(0, 2)};", [f"r[0] = {b.cas(at, 'e', b.number() + 3)};", "r[1] = e;"], "}"))


def cas_loop(b):
    at = b.shared("a")
    shape = b.one_of(
        f"{{ int e = {b.load(at)}; while (!{b.cas(at, 'e', 'e + 1', True)}) {{ {b.turn()} }} r[1] = e; }}",
        f"{{ int e; do {{ {b.turn()} e = {b.load(at)}; }} while (!{b.cas(at, 'e', 'e * 2 + 1')}); r[2] = e; }}",
        f"for (;;) {{ {b.turn()} int e = {b.load(at)}; if ({b.cas(at, 'e', 'e + 2')}) break; POINT; }}",
        f"{{ int e = 0; while (!{b.cas(at, 'e', 'e + 3')}) {{ {b.turn()} POINT; }} r[0] = e; }}")
    for thread in b.two_threads()[: b.chance.randint(1, 2)]:
        b.add(thread, shape)


def cas_elsewhere(b):
    at = b.shared("a")
    where = b.fresh("v")
    thread, other = b.two_threads()
    name = "pair2" if b.is_cxx else "pair"
    b.add(thread, b.one_of(
        f"{where} = {b.load(at)}; while (!{b.cas(at, where, f'{where} + 1', True)}) {{ {b.turn()} }}",
        f"while (!{b.cas(at, where, f'{where} + 1')}) {{ {b.turn()} }}",
        f"/* @pair */ {{ struct {name} p = {{0, 0}}; while (!{b.cas(at, 'p.second', 'p.second + 4')}) {{ {b.turn()} }} r[0] = p.second; }}",
        f"/* @new_node */ {{ struct node* n = @new_node(0); while (!{b.cas(at, 'n->value', 'n->value + 4')}) {{ {b.turn()} }} r[0] = n->value; free(n); }}"))
    b.add(other, b.store(at, b.number()), *([b.store(at, 0)] if b.chance.random() < 0.5 else []))


def treiber(b):
    top = b.shared("top", 1)
    for thread in range(len(b.threads)):
        b.add(thread, b.one_of(f"@push(&{top}, @new_node({thread + 1}), me);", f"if (!@pop(&{top}, &r[0], me)) r[0] = -1;",
                               f"@push(&{top}, @new_node({thread + 1}), me);\nif (!@pop(&{top}, &r[1], me)) r[1] = -1;"))


def mutex(b):
    letters = b.one_of("m", "m", "me", "mr")
    number = b.chance.randrange(2)
    lock, variable = f"${letters}{number}", f"$v{ {'m': 0, 'me': 2, 'mr': 4}[letters] + number}"
    for thread in [b.thread() for _ in range(b.chance.randint(1, 3))]:
        inner = [a_change(b, variable) for _ in range(b.chance.randint(1, 2))]
        if letters == "mr" and b.chance.random() < 0.5:
            inner.append(b.block(f"pthread_mutex_lock(&{lock});", [a_change(b, variable)], f"pthread_mutex_unlock(&{lock});"))
        b.add(thread, b.block(f"pthread_mutex_lock(&{lock});", inner, f"pthread_mutex_unlock(&{lock});"))


def spinlock(b):
    for thread in b.two_threads():
        b.add(thread, b.block("pthread_spin_lock(&$sp0);", [a_change(b, "$v6")], "pthread_spin_unlock(&$sp0);"))


def mtx(b):
    if b.is_cxx:
        return mutex(b)
    for thread in b.two_threads():
        b.add(thread, b.block("mtx_lock(&$mt0);", [a_change(b, "$v7")], "mtx_unlock(&$mt0);"))
    return None


def trylock(b):
    for thread in b.two_threads():
        attempt = b.one_of("if (pthread_mutex_trylock(&$m0) == 0) {", "for (int i = 0; i < 2; i++) if (pthread_mutex_trylock(&$m0) == 0) {")
        b.add(thread, b.block(attempt, [a_change(b, "$v0"), "pthread_mutex_unlock(&$m0);"], f"}} else {b.slot()}++;"))


def timedlock(b):
    for thread in b.two_threads():
        b.add(thread, b.block("{ struct timespec t = @soon(); if (pthread_mutex_timedlock(&$m0, &t) == 0) {",
                              [a_change(b, "$v0"), "pthread_mutex_unlock(&$m0);"], f"}} else {b.slot()} += 5; }}"))


def rwlock(b):
    for thread in [b.thread() for _ in range(b.chance.randint(2, 3))]:
        if b.chance.random() < 0.5:
            b.add(thread, b.block("pthread_rwlock_wrlock(&$w0);", [a_change(b, "$v8")], "pthread_rwlock_unlock(&$w0);"))
        else:
            take = b.one_of("pthread_rwlock_rdlock(&$w0); {", "if (pthread_rwlock_tryrdlock(&$w0) == 0) {")
            b.add(thread, b.block(take, [f"{b.slot()} = $v8;", "pthread_rwlock_unlock(&$w0);"], "}"))


def rwlock_try(b):
    for thread in [b.thread() for _ in range(2)]:
        if b.chance.random() < 0.5:
            b.add(thread, b.block("if (pthread_rwlock_trywrlock(&$w1) == 0) {", [a_change(b, "$v29"), "pthread_rwlock_unlock(&$w1);"], f"}} else {b.slot()} += 3;"))
        else:
            b.add(thread, b.block("if (pthread_rwlock_tryrdlock(&$w1) == 0) {", [f"{b.slot()} = $v29;", "pthread_rwlock_unlock(&$w1);"], f"}} else {b.slot()} += 4;"))


def by_value(b):
    for thread in b.two_threads():
        k = b.number()
        change = b.one_of(f"$big0 = @big_made({k});", f"r[0] = @big_sum($big0);", f"$big0 = @big_changed($big0, {k});",
                          f"{{ struct big copy = $big0; copy.at[1] += {k}; $big0 = copy; }}", "__builtin_memcpy(&$big0.at[2], &$big0.at[0], 16);",
                          f"$big0.at[{b.chance.randrange(5)}] += {k};")
        b.add(thread, b.block("/* @big */ pthread_mutex_lock(&$m3);", [change], "pthread_mutex_unlock(&$m3);"))


def atomic_members(b):
    for thread in b.two_threads():
        k, at = b.number(), f"$cells0[{b.chance.randrange(2)}]"
        b.add(thread, b.one_of(f"/* @cell */ r[0] = atomic_fetch_add(&{at}.count, {k});", f"/* @cell */ atomic_store(&{at}.flag, {k});",
                               f"/* @cell */ if (atomic_load(&{at}.flag)) r[1] = atomic_load(&{at}.count);"))


def semaphore(b):
    data, count = b.fresh("v"), b.fresh("q")
    giver, taker = b.two_threads()
    b.add(giver, f"{data} = {b.number()};", f"sem_post(&{count});")
    b.add(taker, *b.one_of([f"sem_wait(&{count});", f"{b.slot()} = {data};"],
                           [f"if (sem_trywait(&{count}) == 0) {b.slot()} = {data}; else r[0] = -1;"],
                           [f"{{ struct timespec t = @soon(); if (sem_timedwait(&{count}, &t) == 0) {b.slot()} = {data}; else r[1] = -2; }}"]))


def cond(b, timed=False):
    lock, signal, ready, data = b.fresh("m"), b.fresh("d"), b.fresh("v"), b.fresh("v")
    giver, taker = b.two_threads()
    wake = b.one_of("signal", "broadcast")
    tell = f"pthread_cond_{wake}(&{signal});"
    inner, after = b.one_of(([tell], []), ([], [tell]))
    b.add(giver, b.block(f"pthread_mutex_lock(&{lock});", [f"{data} = {b.number()};", f"{ready} = 1;", *inner], f"pthread_mutex_unlock(&{lock});"), *after)
    wait = f"while (!{ready}) pthread_cond_wait(&{signal}, &{lock});"
    if timed:
        wait = b.one_of(f"{{ struct timespec t = @soon(); if (!{ready}) r[0] = pthread_cond_timedwait(&{signal}, &{lock}, &t) == ETIMEDOUT; }}",
                        f"{{ struct timespec t = @soon(); while (!{ready} && pthread_cond_timedwait(&{signal}, &{lock}, &t) == 0) {{ }} }}")
    b.add(taker, b.block(f"pthread_mutex_lock(&{lock});", [wait, f"{b.slot()} = {data};"], f"pthread_mutex_unlock(&{lock});"))


def timedwait(b):
    cond(b, timed=True)


def barrier(b):
    data, meet = b.fresh("v"), b.fresh("y")
    first, second = b.two_threads()
    b.add(first, f"{data} = {b.number()};", f"r[0] += pthread_barrier_wait(&{meet}) == PTHREAD_BARRIER_SERIAL_THREAD;")
    b.add(second, f"pthread_barrier_wait(&{meet});", f"{b.slot()} = {data};")


def once(b):
    for thread in b.two_threads():
        b.add(thread, "pthread_once(&$o0, @once_body);", f"{b.slot()} = $v9;")


def tls(b):
    for thread in b.two_threads():
        b.add(thread, *b.one_of([f"$t0 += {b.number()};", f"{b.slot()} = $t0;"], [f"$ti0++; {b.slot()} = $ti0;"],
                                [f"{{ int* p = &$t1; *p += {b.load(b.shared('a'))}; r[0] = *p; }}"],
                                [f"pthread_setspecific($key0, (void*){b.number()}L);"]))
    b.at_end.append(Node("/* @key_ends */ r[2] = __atomic_load_n(&key_ends, __ATOMIC_SEQ_CST);"))


def nested(b):
    source = b.fresh("v")
    b.add(b.thread(), f"{source} = {b.number()};",
          b.block(f"{{ struct order o = {{&{source}, &r[1]}}; pthread_t inner; pthread_create(&inner, 0, @child, &o);",
                  [f"r[0] = {b.load(b.shared('a'))};"], "void* result; pthread_join(inner, &result); r[2] = (int)(long)result; }"))


def heap(b):
    giver, taker = b.two_threads()
    if b.chance.random() < 0.5:
        at = b.fresh("np")
        b.add(giver, f"/* @node */ {{ struct node* n = @new_node({b.number()}); {b.release(at, 'n')} }}")
        b.add(taker, f"/* @node */ {{ struct node* n = {b.acquire(at)}; if (n) {{ {b.slot()} = n->value; free(n); }} }}")
        return
    for thread in (giver, taker):
        b.add(thread, b.block("pthread_mutex_lock(&$m1);", [b.one_of(
            f"/* @node */ {{ struct node* n = @new_node({thread + 1}); n->next = $list0; $list0 = n; }}",
            "/* @node */ if ($list0) { struct node* n = $list0; $list0 = n->next; r[0] = n->value; free(n); }")], "pthread_mutex_unlock(&$m1);"))


def calls(b):
    at, thread = b.shared("a"), b.thread()
    name = "pair2" if b.is_cxx else "pair"
    b.add(thread, b.one_of(
        f"{{ int value; r[0] = @load_to(&{at}, &value); r[1] = value; }}", f"r[2] = @deep(&{at}, {b.number()});",
        f"{{ struct {name} p = @swap_out(&{at}, {b.number()}); r[0] = p.first * 8 + p.second; }}",
        f"{{ char text[8]; memset(text, {b.number()}, sizeof text); r[1] = text[3] + {b.load(at)}; }}"))


def racy(b):
    at, k = b.shared(b.one_of("x", "x", "xs")), b.number()
    for thread in b.two_threads():
        b.add(thread, b.one_of(f"{at} = {k};", f"{at}++;", f"{b.slot()} = {at};", f"if ({at} == 0) {at} = {k};",
                               f"if ({at}) {b.store('$a0', k)}", f"pthread_mutex_lock(&$m0); {at} += {k}; pthread_mutex_unlock(&$m0);"))


def asserts(b):
    at, k = b.shared("a"), b.number()
    if b.chance.random() < 0.4:
        b.at_end.append(Node(f"assert({b.load(at)} != {k});"))
    else:
        b.add(b.thread(), b.one_of(f"assert({b.load(at)} != {k});", f"if ({b.load(at)} == {k}) abort();",
                                   f"{{ int before = {b.load(at)}; POINT; assert({b.load(at)} == before); }}"))


def deadlocks(b):
    b.terminates = False
    for thread, (first, second) in zip(b.two_threads(), b.one_of((("$m0", "$m1"), ("$m1", "$m0")), (("$m0", "$w0"), ("$w0", "$m0")))):
        def take(lock):
            return f"pthread_rwlock_wrlock(&{lock});" if "w" in lock else f"pthread_mutex_lock(&{lock});"

        def leave(lock):
            return f"pthread_rwlock_unlock(&{lock});" if "w" in lock else f"pthread_mutex_unlock(&{lock});"
        b.add(thread, b.block(take(first), [b.block(take(second), [f"{b.slot()}++;"], leave(second))], leave(first)))


def misuse(b):
    b.terminates = False
    at = b.shared("a")
    b.add(b.thread(), b.one_of(f"if ({b.load(at)} == 1) {{ pthread_mutex_lock(&$m0); pthread_mutex_lock(&$m0); }}",
                               f"if ({b.load(at)} == 0) pthread_mutex_unlock(&$m1);",
                               f"pthread_mutex_lock(&$me1); r[0] = pthread_mutex_lock(&$me1); pthread_mutex_unlock(&$me1);",
                               "r[1] = pthread_mutex_unlock(&$me1);"))
    b.add(b.thread(), b.store(at, 1))


def use_after_free(b):
    at = b.fresh("np")
    first, second = b.two_threads()
    b.main_body.append(Node("POINT;"))
    b.add(first, f"/* @node */ {{ struct node* n = @new_node({b.number()}); {b.store(at, 'n', 'memory_order_seq_cst')} POINT; free(n); }}")
    b.add(second, f"/* @node */ {{ struct node* n = {b.load(at, 'memory_order_seq_cst')}; if (n) {b.slot()} = n->value; }}")


def constructors(b):
    b.add(b.thread(), f"/* @early */ {b.slot()} = early_value;")


def destructors(b):
    at = b.shared("a")
    b.at_end.append(Node(f"/* @late */ late_at = &{at};"))


def pthread_exit(b):
    b.add(b.thread(), f"if ({b.load(b.shared('a'))} == {b.number()}) pthread_exit(0);")


PATTERNS = {"atomics": atomics, "builtins": builtins, "fences": fences, "cas_once": cas_once, "cas_loop": cas_loop, "cas_elsewhere": cas_elsewhere,
            "treiber": treiber, "mutex": mutex, "spinlock": spinlock, "mtx": mtx, "trylock": trylock, "timedlock": timedlock,
            "rwlock": rwlock, "rwlock_try": rwlock_try, "by_value": by_value, "atomic_members": atomic_members, "semaphore": semaphore, "cond": cond, "timedwait": timedwait, "barrier": barrier, "once": once, "tls": tls,
            "nested": nested, "heap": heap, "calls": calls, "racy": racy, "asserts": asserts, "deadlocks": deadlocks, "misuse": misuse,
            "use_after_free": use_after_free, "constructors": constructors, "destructors": destructors, "pthread_exit": pthread_exit}
