# SPDX-License-Identifier: Apache-2.0
"""What a pattern gets to work with: chance, names of shared variables, and the threads to append to.

Patterns are drawn one after the other, and each appends to the ends of the threads it concerns. So what waits in a later pattern waits only
for what comes after everything of the earlier ones: such a program always ends, whatever was drawn."""
from hunter.program import Node

ORDERS = {"load": ["relaxed", "acquire", "seq_cst"], "store": ["relaxed", "release", "seq_cst"],
          "rmw": ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]}


class Builder:
    def __init__(self, chance, is_cxx, threads, orders):
        self.chance, self.is_cxx, self.orders = chance, is_cxx, orders
        self.threads = [[] for _ in range(threads)]
        self.main_body, self.at_end = [], []
        self.loops = self.group = 0
        self.fresh_numbers = {}
        self.terminates = True
        self.counts_turns = False

    # Chance.
    def one_of(self, *things):
        return self.chance.choice(things)

    def number(self):
        return self.chance.randint(1, 3)

    def thread(self):
        return self.chance.randrange(len(self.threads))

    def two_threads(self):
        return self.chance.sample(range(len(self.threads)), 2)

    # Names.
    def shared(self, letters, count=2):
        """One of a few variables of this kind, that other patterns may use too."""
        return f"${letters}{self.chance.randrange(count)}"

    def fresh(self, letters):
        """A variable that no other pattern uses."""
        self.fresh_numbers[letters] = self.fresh_numbers.get(letters, 9) + 1
        return f"${letters}{self.fresh_numbers[letters]}"

    def turn(self):
        self.loops += 1
        return f"TURN({self.loops - 1});"

    def slot(self):
        return f"r[{self.chance.randrange(3)}]"

    # Text.
    def order(self, access):
        name = "seq_cst" if self.orders == "seq_cst" else self.chance.choice(ORDERS[access])
        return f"memory_order_{name}"

    def load(self, variable, order=None):
        order = order or self.order("load")
        if self.is_cxx and self.chance.random() < 0.5:
            return f"{variable}.load({order})"
        if order == "memory_order_seq_cst" and self.chance.random() < 0.5:
            return f"atomic_load(&{variable})"
        return f"atomic_load_explicit(&{variable}, {order})"

    def store(self, variable, value, order=None):
        order = order or self.order("store")
        if self.is_cxx and self.chance.random() < 0.5:
            return f"{variable}.store({value}, {order});"
        return f"atomic_store_explicit(&{variable}, {value}, {order});"

    def release(self, variable, value=1):
        return self.store(variable, value, f"memory_order_{'seq_cst' if self.orders == 'seq_cst' else self.one_of('release', 'seq_cst')}")

    def acquire(self, variable):
        return self.load(variable, f"memory_order_{'seq_cst' if self.orders == 'seq_cst' else self.one_of('acquire', 'seq_cst')}")

    def exchange(self, variable, value):
        return f"atomic_exchange_explicit(&{variable}, {value}, {self.order('rmw')})"

    def cas(self, variable, expected, value, weak=False):
        weakness = "weak" if weak else "strong"
        if self.is_cxx and self.chance.random() < 0.5:
            return f"{variable}.compare_exchange_{weakness}({expected}, {value})"
        return f"atomic_compare_exchange_{weakness}(&{variable}, &{expected}, {value})"

    # Statements.
    def add(self, thread, *statements):
        """Statements are texts or nodes; between them threads may be delayed in native runs."""
        body = self.threads[thread]
        for statement in statements:
            body.append(statement if isinstance(statement, Node) else Node(statement))
            body[-1].group = self.group
            body.append(Node("POINT;"))

    def block(self, head, statements, tail):
        body = []
        for statement in statements:
            body += [statement if isinstance(statement, Node) else Node(statement), Node("POINT;")]
        return Node(head, body, tail)
