"""``join`` prints the dtype that two or more dtypes promote to."""

from __future__ import annotations

import click

from ..exceptions import PromotionError
from ..inference import Operand, Result, infer_binary
from ..joining import join
from .shared_options import (
    asked_system,
    emit_json,
    json_flag,
    operands_of,
    operator_of,
    operator_option,
    system_options,
)


@click.command("join", epilog="Example: jaxtyping-promo join int8 uint8 float16 --system numpy")
@click.argument("dtypes", nargs=-1, required=True, metavar="A B [C ...]")
@system_options
@operator_option
@json_flag
def command(dtypes: tuple[str, ...], system: str, x64: bool, strict: bool, operator: str | None, as_json: bool) -> None:
    """Print the dtype that two or more dtypes promote to.

    Spell a dtype as a name (int8, weak_int), a short code (u8, bf16, i*) or a Python scalar type (bool, int, float,
    complex). int8[] is a 0-d array, which PyTorch treats differently.
    """
    asked, op = asked_system(system, x64, strict), operator_of(operator)
    operands = operands_of(asked, dtypes)
    if len(operands) < 2:
        raise click.UsageError(f"takes at least two dtypes, not {dtypes[0]} alone")
    if op:
        if len(operands) != 2:
            raise click.UsageError(f"--operator takes two operands, not {len(operands)}")
        left, right = (Operand((operand,)) for operand in operands)
        (inferred,) = infer_binary(op, (left,), (right,), asked)
        if not isinstance(inferred, Result):
            raise PromotionError(str(inferred))
        answer = inferred.dtypes[0]
    else:
        answer = join(asked, *operands)
    if as_json:
        emit_json({"system": asked.name, "x64": asked.x64, "strict": asked.strict, "operator": op,
                   "operands": operands, "result": answer})  # fmt: skip
    else:
        click.echo(answer)
