"""Promotion systems that a TOML file declares by the edges of a lattice, or by a table.

.. code-block:: toml

    name = "mine"                      # else the name of the file
    nodes = ["bool_", "int8", "int16"] # else every dtype that is mentioned, in the usual order
    partial = true                     # pairs without any common upper bound are errors at promotion, not here
    like = "jax"                       # the system whose operators' own rules apply, where its dtypes are known here

    [edges]                            # for each dtype those immediately above it
    bool_ = ["weak_int"]
    weak_int = ["int8"]
    int8 = ["int16"]

    [table.int8]                       # instead of edges: left operand, right operand, result
    int16 = "int16"

    [scalars]                          # the dtype that each Python scalar type stands for
    int = "weak_int"

    [defaults]                         # the concrete dtype that a weak type is held in
    weak_int = "int32"

    [operators.truediv]                # an operator's own rules, over those of `like`
    changes = { int8 = "float32" }     # promoted dtype to the result
    rejects = ["bool_"]                # promoted dtypes that it does not take
    exceptions = [{ left = "int8", right = "int", result = "float32" }]
"""

from __future__ import annotations

from ..dtypes import DTYPES, WEAK_TYPES
from ..exceptions import ConfigError, JaxtypingPromoError, LatticeError, quoted
from ..formats import COMPONENTS
from ..lattice import Lattice
from ..lattice_repair import advise, gaps
from ..operators import BINARY, COMPARISONS, UNARY
from ..system import PYTHON_SCALARS, System
from .builtin import CUSTOM_SUFFIX, MODULES, builtin_system
from .jax import DEFAULTS
from .scalars import SCALARS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

KNOWN = (*DTYPES, *WEAK_TYPES)
KEYS = ("name", "nodes", "partial", "like", "edges", "table", "scalars", "defaults", "operators")
OPERATOR_KEYS = ("changes", "rejects", "exceptions")
EXCEPTION_KEYS = ("left", "right", "result")
OPERATORS = (*BINARY, *UNARY)

LONGEST_PATH = 500
"""The maximal length of a path in a message."""

_loaded: dict[str, tuple[tuple[int, int], System]] = {}
_loading: list[str] = []
"""The files that are being read. Each file is named by `like` in the file before it."""


def load(path: str) -> System:
    """The system that a TOML file declares. The file is read again when it has changed.

    Raises:
        ConfigError: the file cannot be read, is not TOML, or has an unknown key, dtype or value.
        LatticeError: the edges form a cycle, or two dtypes have no unique least upper bound.
    """
    import os

    try:
        status = os.stat(path)
        key = os.path.realpath(path)
        stamp = (status.st_mtime_ns, status.st_size)
        loaded = _loaded.get(key)
        if loaded is not None and loaded[0] == stamp:
            return loaded[1]
        with open(path, "rb") as file:
            text = file.read()
    except OSError as error:
        shown = path if len(path) < LONGEST_PATH else f"{path[:LONGEST_PATH]}..."
        raise ConfigError(f"{shown}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # not a path, because it contains a NUL
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    if key in _loading:
        raise ConfigError(f"{path}: is like itself: 'like' names the system whose operators' rules apply, another one")
    _loading.append(key)
    try:
        system = declared(text, path)
    finally:
        _loading.remove(key)
    _loaded[key] = (stamp, system)
    return system


def declared(text: bytes, path: str) -> System:
    """The system that the text of a TOML file declares. `path` is used in messages, and as the system's name."""
    import tomllib

    try:
        content = tomllib.loads(text.decode())
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 text: byte {error.start} cannot be decoded") from None
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, or Python's own error for an integer of thousands of digits
        raise ConfigError(f"{path}: is not TOML: {error}") from None
    return _Declaration(content, path).system()


class _Declaration:
    """The content of a file, which is checked key by key. Every message names the file and the key."""

    def __init__(self, content: dict[str, Any], path: str) -> None:
        self.content, self.path = content, path
        self._only("", content, KEYS)
        self.partial = self._get("partial", bool, False)
        self.promotion = self._promotion()
        mentioned = set(self.promotion.nodes if isinstance(self.promotion, Lattice) else self._in_table(self.promotion))
        listed = self._get("nodes", list, None)
        self.nodes = tuple(listed or (name for name in KNOWN if name in mentioned))

    def system(self) -> System:
        name = self._name()
        changes, rejects, exceptions = self._operators()
        return System(
            name=name,
            source=self.path,
            nodes=self.nodes,
            promotion=self.promotion,
            scalars=self._scalars(),
            defaults=self._defaults(),
            changes=changes,
            rejects=rejects,
            exceptions=exceptions,
        )

    def _name(self) -> str:
        """The system's name. The names of built-in systems are taken, since they select the rules of functions."""
        given = self._get("name", str, None)
        name: str = given or self.path.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")
        if name in MODULES:
            by_file = "" if given else ", by the name of the file"
            self._fail(
                "name", f"is {name!r}{by_file}, which is a system of this package: {', '.join(MODULES)} are taken"
            )
        return name

    # ------------------------------------------------------------------------------------------------ promotion

    def _promotion(self) -> Lattice | dict[tuple[str, str], str]:
        listed = self._get("nodes", list, None)
        for node in listed or ():
            self._dtype("nodes", node)
        if listed and len(set(listed)) < len(listed):
            twice = next(node for node in listed if listed.count(node) > 1)
            self._fail("nodes", f"{twice} is listed twice")
        if ("edges" in self.content) == ("table" in self.content):
            both = "both" if "edges" in self.content else "neither"
            self._fail("", f"has {both} of [edges] and [table]; a system is declared by one of them")
        return self._lattice(listed) if "edges" in self.content else self._table(listed)

    def _lattice(self, listed: list[str] | None) -> Lattice:
        edges = {
            node: self._typed(f"edges.{node}", above, list) for node, above in self._get("edges", dict, {}).items()
        }
        for node, above in edges.items():
            self._dtype("edges", node, listed)
            for target in above:
                self._dtype(f"edges.{node}", target, listed)
        nodes = listed or [name for name in KNOWN if name in {*edges, *(n for above in edges.values() for n in above)}]
        if not nodes:
            self._fail("edges", 'is empty; give for each dtype those immediately above it: int8 = ["int16"]')
        try:
            lattice = Lattice({node: edges.get(node, ()) for node in nodes})
        except LatticeError as error:
            raise LatticeError(f"{self.path}, [edges]: {error}") from None
        lacking = list(gaps(lattice, partial=self.partial))
        if lacking:
            gap = lacking[0]
            advice = advise(lattice, gap, partial=self.partial)
            reason = (
                f"have several least upper bounds, {' and '.join(gap.least)}: {advice}"
                if gap.least
                else f"have no common upper bound: {advice}, or say partial = true"
            )
            others = f" ({len(lacking) - 1} other pairs lack one, too)" if lacking[1:] else ""
            raise LatticeError(f"{self.path}, [edges]: {gap.a} and {gap.b} {reason}{others}")
        return lattice

    def _table(self, listed: list[str] | None) -> dict[tuple[str, str], str]:
        table = {}
        for left, row in self._get("table", dict, {}).items():
            self._dtype("table", left, listed)
            for right, result in self._typed(f"table.{left}", row, dict).items():
                self._dtype(f"table.{left}", right, listed)
                self._dtype(f"table.{left}.{right}", result, listed)
                table[left, right] = result
        if not table:
            self._fail("table", "is empty; give for each left operand its row: [table.int8]")
        return table

    @staticmethod
    def _in_table(table: dict[tuple[str, str], str]) -> Iterable[str]:
        return (name for pair, result in table.items() for name in (*pair, result))

    # ----------------------------------------------------------------------------------------- scalars, operators

    def _scalars(self) -> dict[str, str]:
        scalars = self._get("scalars", dict, {})
        self._only("scalars", scalars, PYTHON_SCALARS)
        for scalar, node in scalars.items():
            self._dtype(f"scalars.{scalar}", node, self.nodes)
        return {scalar: node for scalar, node in {**SCALARS, **scalars}.items() if node in self.nodes}

    def _defaults(self) -> dict[str, str]:
        given = self._get("defaults", dict, {})
        weak = tuple(node for node in self.nodes if node in WEAK_TYPES)
        self._only("defaults", given, weak)
        for node, dtype in given.items():
            self._dtype(f"defaults.{node}", dtype, tuple(DTYPES))
        return {node: given.get(node, DEFAULTS[node]) for node in weak}

    def _operators(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        changes: dict[str, dict[str, str]] = {op: dict.fromkeys(self.nodes, "bool_") for op in COMPARISONS}
        changes["abs"] = {node: COMPONENTS[node] for node in self.nodes if node in COMPONENTS}
        rejects: dict[str, tuple[str, ...]] = {}
        exceptions: dict[str, dict[tuple[str, str], str | None]] = {}
        like = self._get("like", str, None)
        if like is not None:
            try:
                base = load(like) if like.endswith(CUSTOM_SUFFIX) else builtin_system(like)
            except JaxtypingPromoError as error:
                self._fail("like", str(error))
            names = {*self.nodes, *PYTHON_SCALARS}
            changes |= {
                op: {a: b for a, b in rule.items() if {a, b} <= {*self.nodes, "bool_"}}
                for op, rule in base.changes.items()
            }
            rejects |= {op: tuple(node for node in rule if node in self.nodes) for op, rule in base.rejects.items()}
            exceptions |= {
                op: {pair: r for pair, r in rule.items() if {*pair} <= names and (r is None or r in self.nodes)}
                for op, rule in base.exceptions.items()
            }
        given = self._get("operators", dict, {})
        self._only("operators", given, OPERATORS)
        for op, rule in given.items():
            where = f"operators.{op}"
            self._only(where, self._typed(where, rule, dict), OPERATOR_KEYS)
            changed = self._typed(f"{where}.changes", rule.get("changes", {}), dict)
            for node, result in changed.items():
                self._dtype(f"{where}.changes", node, self.nodes)
                self._dtype(f"{where}.changes.{node}", result)
            changes[op] = {**changes.get(op, {}), **changed}
            rejected = self._typed(f"{where}.rejects", rule.get("rejects", []), list)
            for node in rejected:
                self._dtype(f"{where}.rejects", node, self.nodes)
            rejects[op] = tuple(dict.fromkeys((*rejects.get(op, ()), *rejected)))
            listed = self._typed(f"{where}.exceptions", rule.get("exceptions", []), list)
            exceptions[op] = {**exceptions.get(op, {}), **dict(self._exception(where, entry) for entry in listed)}
        return changes, rejects, exceptions

    def _exception(self, where: str, entry: Any) -> tuple[tuple[str, str], str | None]:
        where = f"{where}.exceptions"
        self._only(where, self._typed(where, entry, dict), EXCEPTION_KEYS)
        for side in ("left", "right"):
            if side not in entry:
                self._fail(where, f"lacks {side!r}: each is {{ left = DTYPE, right = DTYPE, result = DTYPE }}")
            self._dtype(where, entry[side], (*self.nodes, *PYTHON_SCALARS))
        if "result" in entry:
            self._dtype(where, entry["result"])
        return (entry["left"], entry["right"]), entry.get("result")

    # ----------------------------------------------------------------------------------------------------- checks

    def _fail(self, key: str, message: str) -> None:
        raise ConfigError(f"{self.path}, {key}: {message}" if key else f"{self.path}: {message}")

    def _get(self, key: str, kind: type, default: Any) -> Any:
        return self._typed(key, self.content[key], kind) if key in self.content else default

    def _typed(self, key: str, value: Any, kind: type) -> Any:
        if type(value) is not kind:
            names = {bool: "true or false", str: "a string", list: "a list", dict: "a table"}
            self._fail(key, f"is {quoted(value)}, but it takes {names[kind]}")
        return value

    def _only(self, key: str, table: dict[str, Any], allowed: Iterable[str]) -> None:
        for name in table:
            if name not in allowed:
                self._fail(
                    key, f"unknown key {quoted(name)}; keys: {', '.join(allowed) or 'none'}{_close(name, allowed)}"
                )

    def _dtype(self, key: str, name: Any, allowed: Iterable[str] | None = None) -> None:
        allowed = tuple(allowed or KNOWN)
        if not isinstance(name, str) or name not in allowed:
            self._fail(key, f"unknown dtype {quoted(name)}{_close(name, allowed)}; dtypes: {', '.join(allowed)}")


def _close(name: object, allowed: Iterable[str]) -> str:
    import difflib

    matches = difflib.get_close_matches(quoted(name).strip("'"), list(allowed), n=1)
    return f" (did you mean {matches[0]!r}?)" if matches else ""
