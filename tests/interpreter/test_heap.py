"""The heap: aliases, strong and weak updates, merges of paths, and escapes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from abstract import reveals, same

from jaxtyping_promo.interpreter.heap import Heap, HeapObject, joined_heaps, reachable
from jaxtyping_promo.interpreter.heap_table import HeapTable
from jaxtyping_promo.interpreter.values import NONE, Object, Tuple, Unknown, of_constant
from jaxtyping_promo.interpreter.watch import Base

ONE, TWO = of_constant(1), of_constant(2)
A, B = ("a",), ("b",)


def heap_of(**objects: HeapObject) -> Heap:
    return Heap(Base(), {(name,): found for name, found in objects.items()})


def test_a_branch_copies_an_object_when_it_writes():
    heap = heap_of(a=HeapObject("list", {0: ONE}))
    other = heap.branch()
    other.write(A, 0, TWO)
    assert (heap[A].fields[0], other[A].fields[0]) == (ONE, TWO)


def test_a_strong_update_replaces_and_a_weak_one_joins():
    heap = heap_of(a=HeapObject("list", {0: ONE}), b=HeapObject("list", {0: ONE}))
    heap.write(A, 0, TWO)
    heap.write(B, 0, TWO, weak=True)
    assert heap[A].fields[0] == TWO
    assert heap[B].fields[0] == (*ONE, *TWO)


def test_updates_of_a_summary_are_weak():
    heap = heap_of(a=HeapObject("list", {0: ONE}))
    heap.writable(A).is_summary = True
    heap.write(A, 0, TWO)
    assert heap[A].fields[0] == (*ONE, *TWO)


def test_an_unknown_key_changes_every_field_weakly():
    heap = heap_of(a=HeapObject("dict", {"x": ONE, "y": TWO}))
    heap.write_anywhere(A, NONE, of_constant("z"))
    assert heap[A].fields == {"x": (*ONE, *NONE), "y": (*TWO, *NONE)}
    assert heap[A].rest == NONE
    assert not heap[A].is_known


def test_an_escaped_object_is_unknown_and_stays_so():
    heap = heap_of(a=HeapObject("list", {0: ONE}))
    lost = Unknown("why")
    heap.mark_escaped(A, lost)
    heap.write(A, 0, TWO)
    assert heap[A].get(0) == heap[A].get("other") == heap[A].everything() == (lost,)


def test_merged_paths():
    start = heap_of(a=HeapObject("list", {0: ONE}), b=HeapObject("list", {0: ONE}))
    left, right = start.branch(), start.branch()
    left.write(A, 0, TWO)
    both = joined_heaps(left, right)
    assert both is not None
    assert both[A].fields[0] == (*TWO, *ONE)
    assert both[B] is start[B]
    assert joined_heaps(None, left) is left


def test_an_item_that_one_path_lacks_may_be_missing():
    left, right = heap_of(a=HeapObject("dict", {"x": ONE, "y": TWO})), heap_of(a=HeapObject("dict", {"x": ONE}))
    both = joined_heaps(left, right)
    assert both is not None
    assert both[A].fields == {"x": ONE}
    assert (both[A].rest, both[A].keys) == (TWO, of_constant("y"))


def test_a_variable_that_one_path_lacks_has_the_value_of_the_other():
    left, right = heap_of(a=HeapObject("frame", {"x": ONE})), heap_of(a=HeapObject("frame"))
    both = joined_heaps(left, right)
    assert both is not None
    assert both[A].fields == {"x": ONE}


def test_objects_that_a_value_reaches():
    heap = heap_of(a=HeapObject("list", {0: (Object(B),)}), b=HeapObject("list", {0: (Object(A),)}))
    assert {*reachable(heap, (Tuple(((Object(A),),)),))} == {A, B}


PROGRAMS = {
    "two names of one list": """
        x = [1]
        y = x
        y.append(2)
        x[0] = "a"
        reveal_type(y)
    """,
    "equal lists are two objects": """
        x, y = [1], [1]
        y.append(2)
        reveal_type(x)
    """,
    "a list in two containers": """
        inner = [1]
        d, t = {"k": inner}, (inner,)
        t[0].append(2)
        reveal_type(d["k"])
        reveal_type(d)
    """,
    "a multiplied list holds one object several times": """
        rows = [[0]] * 3
        rows[0].append(1)
        reveal_type(rows)
    """,
    "a comprehension makes an object in each turn": """
        rows = [[0] for _ in range(3)]
        rows[0].append(1)
        reveal_type(rows)
    """,
    "a loop that is unrolled makes an object in each turn": """
        rows = []
        for i in range(3):
            rows.append([i])
        rows[0].append("a")
        reveal_type(rows)
    """,
    "a function changes its argument": """
        def add(xs, x):
            xs.append(x)

        xs = [1]
        add(xs, 2)
        add(xs, "a")
        reveal_type(xs)
    """,
    "each call makes an object of its own": """
        def make(x):
            return [x]

        a, b = make(1), make("b")
        a.append(2)
        reveal_type(a)
        reveal_type(b)
    """,
    "a default list is one object for all calls": """
        def add(x, xs=[]):
            xs.append(x)
            return xs

        add(1)
        reveal_type(add(2))
    """,
    "attributes through an alias": """
        class Box:
            pass

        a = Box()
        b = a
        b.value = 1
        reveal_type(a.value)
    """,
    "a shallow copy shares its items": """
        import copy

        x = {"a": [1]}
        y = copy.copy(x)
        y["a"].append(2)
        y["b"] = 3
        reveal_type(x)
        reveal_type(y)
    """,
    "a deep copy shares nothing": """
        import copy

        x = {"a": [1]}
        y = copy.deepcopy(x)
        y["a"].append(2)
        reveal_type(x)
        reveal_type(y)
    """,
    "a list that holds itself": """
        x = [1]
        x.append(x)
        x[1][0] = 2
        reveal_type(x[0])
        reveal_type(x[1][1][0])
    """,
    "swapped variables": """
        a, b = [1], [2]
        a, b = b, a
        a.append(3)
        reveal_type(a)
        reveal_type(b)
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs(program):
    same(program)


def test_a_weak_update_through_one_of_two_objects():
    program = """
        import sys

        a, b = [1], [2]
        target = a if len(sys.argv) > 2 else b
        target[0] = "x"
        reveal_type(a)
        reveal_type(b)
        reveal_type(target)
    """
    assert reveals(program) == ["['x' | 1]", "['x' | 2]", "['x' | 1] | ['x' | 2]"]


def test_a_table_and_its_copies_change_by_themselves() -> None:
    """Random changes of a table and of its copies, compared with dictionaries."""
    chosen = random.Random(7)
    tables: list[tuple[HeapTable, dict[Any, HeapObject]]] = [(HeapTable(), {})]
    for _ in range(5_000):
        table, expected = chosen.choice(tables)
        site = (chosen.randrange(300),)
        action = chosen.randrange(10)
        if action < 7:
            table[site] = expected[site] = HeapObject("list")
        elif action < 9:
            assert table.pop(site) is expected.pop(site, None)
        elif len(tables) < 12:
            tables.append((table.copy(), dict(expected)))
        else:
            tables[chosen.randrange(12)] = (table.copy(), dict(expected))
        assert table.get(site) is expected.get(site) and (site in table) == (site in expected)
    assert any(table.shared for table, _ in tables)
    for table, expected in tables:
        assert dict(table.items()) == expected and set(table) == table.keys() == expected.keys()
        with pytest.raises(KeyError):
            table["missing",]
