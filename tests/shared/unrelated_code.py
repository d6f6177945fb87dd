"""Code that no program can reach, to append to programs: nothing that is known about them may change."""

from __future__ import annotations

UNRELATED = '''


def unrelated_function(words, key, other=[], *rest, **more):
    """Stores under names and keys that programs use, in objects of its own."""
    words[0] = other
    words[key] = None
    other.append(words)
    more["x"] = rest
    x = y = z = w = params = state = None
    x, (y, *z) = words, [w, params, state]
    for x in words:
        x += 1
    with open(key) as x:
        del y
    return x


class UnrelatedClass:
    """Has attributes and methods of names that programs use."""

    x = None
    weight: int = 3

    def __init__(self, x, w=None, xs=[]):
        self.x = x
        self.w = w
        self.params = {"w": w}
        xs.append(self)

    def __call__(self, x):
        self.x = x
        return self.update(x)

    def update(self, x):
        self.w = self.params["w"] = x
        return self.x

    def append(self, x):
        self.params[x] = x


unrelated_words = ["a", "b"]
unrelated_words[0] = 3
unrelated_words.append(None)
unrelated_object = UnrelatedClass(unrelated_words)
unrelated_object.x = unrelated_object
unrelated_object.w = {}
unrelated_object.w["w"] = unrelated_words
unrelated_function(unrelated_words, 0)
unrelated_count: int = 0


def unrelated_global():
    global unrelated_count
    unrelated_count = "text"


unrelated_global()
'''
"""Functions, classes and stores with names that programs use, and with objects of their own."""
