"""Types for hooks: the contexts that mypy passes to them, and the signatures that they have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.plugin import AttributeContext, FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.types import Type

from ..system import System

Context: TypeAlias = MethodContext | FunctionContext
AnyContext: TypeAlias = MethodContext | FunctionContext | AttributeContext
AnySigContext: TypeAlias = MethodSigContext | FunctionSigContext
Hook: TypeAlias = Callable[[MethodContext], Type]
FunctionHook: TypeAlias = Callable[[FunctionContext], Type]
SystemOf: TypeAlias = Callable[[AnyContext], System]
"""Returns the promotion system that holds at a place of the program."""
