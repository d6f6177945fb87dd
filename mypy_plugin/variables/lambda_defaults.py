"""Types lambdas that are called in place and have defaults: ``(lambda x, s=2: x * s)(x)``.

mypy infers the parameters of such a lambda from the arguments. A parameter without an argument gets the type `Never`.
When mypy checks the lambda again, it reports that the default does not fit `Never`. So the call gets the defaults as
arguments, which also tells mypy the types of the parameters.
"""

from __future__ import annotations

from mypy.nodes import ARG_NAMED, ARG_OPT, ARG_POS, ARG_STAR, ARG_STAR2, CallExpr, LambdaExpr


def is_called_lambda(call: CallExpr) -> bool:
    """Whether a call calls a lambda that is written in its place and has defaults."""
    return isinstance(call.callee, LambdaExpr) and any(a.initializer is not None for a in call.callee.arguments)


def pass_defaults(call: CallExpr) -> None:
    """Add the default of each parameter that has no argument to the arguments of a call of a lambda."""
    if not isinstance(call.callee, LambdaExpr) or {ARG_STAR, ARG_STAR2} & {*call.arg_kinds}:
        return
    by_position = call.arg_kinds.count(ARG_POS)
    by_name = {*call.arg_names}
    for position, parameter in enumerate(call.callee.arguments):
        if parameter.initializer is None or parameter.variable.name in by_name:
            continue
        if parameter.kind == ARG_OPT and position < by_position:
            continue
        is_nameless = parameter.pos_only
        call.args.append(parameter.initializer)
        call.arg_kinds.append(ARG_POS if is_nameless else ARG_NAMED)
        call.arg_names.append(None if is_nameless else parameter.variable.name)
