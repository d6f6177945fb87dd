"""Coroutines and tasks: their bodies run when they are awaited, and tasks at any ``await``."""

from __future__ import annotations

import pytest
from abstract import covers, reveals, same

HEAD = """
import asyncio
import jax.numpy as jnp

x = jnp.ones(1, jnp.float16)

async def change(dtype=jnp.int8):
    global x
    x = jnp.ones(1, dtype)
    return x

"""
KNOWN = {
    "the body runs where the coroutine is awaited": """
c = change()
reveal_type(x)
reveal_type(asyncio.run(c))
reveal_type(x)
""",
    "a closed coroutine does not run": """
x = jnp.ones(1, jnp.uint8)
change().close()
reveal_type(x)
""",
    "stores between the call and its await": """
c = change()
x = jnp.ones(1, jnp.bfloat16)
asyncio.run(c)
reveal_type(x)
""",
    "coroutines in a list, in another order": """
async def main():
    both = [change(jnp.int8), change(jnp.int16)]
    reveal_type(x)
    await both[1]
    reveal_type(x)
    await both[0]
    reveal_type(x)

asyncio.run(main())
""",
    "a coroutine that a function returns": """
def later(dtype):
    return change(dtype)

async def main():
    first, second = later(jnp.int8), later(jnp.int16)
    reveal_type(await second)
    reveal_type(x)
    reveal_type(await first)
    reveal_type(x)

asyncio.run(main())
""",
    "a coroutine that is awaited twice": """
async def main():
    global x
    c = change()
    await c
    x = jnp.ones(1, jnp.uint16)
    try:
        await c
    except RuntimeError:
        pass
    reveal_type(x)

asyncio.run(main())
""",
    "a recursion": """
async def deep(n):
    return jnp.ones(1, jnp.int8) if n == 0 else await deep(n - 1)

reveal_type(asyncio.run(deep(3)))
""",
    "an asynchronous context manager": """
class Manager:
    async def __aenter__(self):
        return await change(jnp.int16)

    async def __aexit__(self, *error):
        await change(jnp.uint8)

async def main():
    async with Manager() as y:
        reveal_type(y)
        reveal_type(x)
    reveal_type(x)

asyncio.run(main())
""",
    "an asynchronous generator": """
async def numbers():
    for dtype in (jnp.int8, jnp.int16):
        yield await change(dtype)

async def main():
    async for y in numbers():
        reveal_type(y)
        reveal_type(x)

asyncio.run(main())
""",
    "an exception of a coroutine": """
async def failing():
    await change()
    raise ValueError

async def main():
    c = failing()
    reveal_type(x)
    try:
        await c
    except ValueError:
        reveal_type(x.shape)

asyncio.run(main())
""",
}
TASKS = {
    "a task runs behind its creation": """
async def main():
    items = [jnp.ones(1, jnp.float16)]

    async def worker():
        items.append(jnp.ones(1, jnp.int8))

    task = asyncio.create_task(worker())
    reveal_type(items[-1])
    await task
    reveal_type(items[-1])

asyncio.run(main())
""",
    "a store between a task and its await": """
async def main():
    global x
    task = asyncio.create_task(change())
    x = jnp.ones(1, jnp.int16)
    reveal_type(x)
    await task
    reveal_type(x)
    x = jnp.ones(1, jnp.int16)
    reveal_type(x)

asyncio.run(main())
""",
    "a task stores what the variable holds already": """
async def main():
    global x
    x = jnp.ones(1, jnp.int8)
    task = asyncio.create_task(change())
    x = jnp.ones(1, jnp.int16)
    await asyncio.sleep(0)
    reveal_type(x)

asyncio.run(main())
""",
    "two tasks": """
async def one():
    global x
    x = jnp.ones(1, jnp.int8)
    await asyncio.sleep(0)
    reveal_type(x)
    x = jnp.ones(1, jnp.int16)

async def two():
    global x
    reveal_type(x)
    x = jnp.ones(1, jnp.uint8)
    await asyncio.sleep(0)
    reveal_type(x)

async def main():
    await asyncio.gather(one(), two())
    reveal_type(x)

asyncio.run(main())
""",
    "a cancelled task": """
async def waiting():
    try:
        await asyncio.sleep(10)
    finally:
        await change(jnp.int16)

async def main():
    task = asyncio.create_task(waiting())
    await asyncio.sleep(0)
    reveal_type(x)
    task.cancel()
    reveal_type(x)
    try:
        await task
    except asyncio.CancelledError:
        pass
    reveal_type(x)

asyncio.run(main())
""",
    "a task that reads what has changed since": """
is_ready = False
items = [jnp.ones(1, jnp.float16)]

async def worker():
    reveal_type(x)
    if is_ready:
        items.append(jnp.ones(1, jnp.int8))

async def main():
    global x, is_ready
    task = asyncio.create_task(worker())
    x, is_ready = jnp.ones(1, jnp.uint8), True
    await task
    reveal_type(items[-1])

asyncio.run(main())
""",
    "a task that another one makes ready": """
is_ready = False
items = [jnp.ones(1, jnp.float16)]

async def first():
    if is_ready:
        items.append(jnp.ones(1, jnp.int8))

async def second():
    global is_ready
    is_ready = True

async def main():
    tasks = [asyncio.create_task(second()), asyncio.create_task(first())]
    await asyncio.sleep(0)
    reveal_type(items[-1])

asyncio.run(main())
""",
    "a loop that runs tasks": """
loop = asyncio.new_event_loop()

async def worker():
    reveal_type(x)
    await change(jnp.int16)

task = loop.create_task(worker())
x = jnp.ones(1, jnp.uint8)
loop.run_until_complete(task)
reveal_type(x)
loop.close()
""",
    "a method": """
class Server:
    def __init__(self):
        self.x = jnp.ones(1, jnp.float16)

    async def work(self):
        await asyncio.sleep(0)
        self.x = jnp.ones(1, jnp.int8)

    async def serve(self):
        task = asyncio.ensure_future(self.work())
        self.x = jnp.ones(1, jnp.int16)
        await asyncio.sleep(0.01)
        reveal_type(self.x)

asyncio.run(Server().serve())
""",
    "a group of tasks": """
async def main():
    global x
    async with asyncio.TaskGroup() as group:
        group.create_task(change())
        x = jnp.ones(1, jnp.int16)
    reveal_type(x)

asyncio.run(main())
""",
    "a list of coroutines": """
async def main():
    global x
    results = asyncio.gather(*[change(dtype) for dtype in (jnp.int8, jnp.int16)])
    x = jnp.ones(1, jnp.uint8)
    for y in await results:
        reveal_type(y)
    reveal_type(x)

asyncio.run(main())
""",
    "a loop that is not unrolled": """
import os

async def main():
    global x
    for number in range(len(os.environ) * 0 + 3):
        c = change(jnp.int8 if number else jnp.int16)
        reveal_type(x)
        await c
        reveal_type(x)
        x = jnp.ones(1, jnp.uint8)

asyncio.run(main())
""",
    "a thread": """
import threading

thread = threading.Thread(target=asyncio.run, args=(change(),))
reveal_type(x)
thread.start()
thread.join()
reveal_type(x)
""",
    "a runner": """
with asyncio.Runner() as runner:
    c = change()
    reveal_type(x)
    runner.run(c)
    reveal_type(x)
""",
    "a limit of time": """
async def main():
    global x
    c = asyncio.wait_for(change(), 1)
    x = jnp.ones(1, jnp.uint8)
    reveal_type(await c)
    reveal_type(x)

asyncio.run(main())
""",
    "a coroutine that is sent": """
c = change()
try:
    c.send(None)
except StopIteration as end:
    reveal_type(x)
""",
    "an awaitable of a class": """
class Changing:
    def __await__(self):
        yield from change().__await__()
        return 1

async def main():
    await Changing()
    reveal_type(x)

asyncio.run(main())
""",
    "a callback of a task": """
def done(task):
    global x
    x = jnp.ones(1, jnp.int8)

async def main():
    task = asyncio.create_task(asyncio.sleep(0))
    task.add_done_callback(done)
    await task
    await asyncio.sleep(0)
    reveal_type(x)

asyncio.run(main())
""",
    "an asynchronous iterator of a class": """
class Changing:
    def __init__(self):
        self.left = 2

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        return await change()

async def main():
    async for y in Changing():
        reveal_type(y)
        reveal_type(x)
    reveal_type(x)

asyncio.run(main())
""",
}


@pytest.mark.parametrize("program", KNOWN.values(), ids=KNOWN)
def test_values_are_known(program):
    same(HEAD + program)


@pytest.mark.parametrize("program", TASKS.values(), ids=TASKS)
def test_tasks_run_at_any_await(program):
    covers(HEAD + program)


def test_what_no_task_changes_is_known():
    program = """
    import asyncio
    import jax.numpy as jnp

    async def worker(queue):
        queue.append(jnp.ones(1))

    async def main():
        x = jnp.ones(1, jnp.int8)
        task = asyncio.create_task(worker([]))
        await task
        y = x + 1
        reveal_type(y)

    asyncio.run(main())
    """
    assert reveals(program) == ["int8"]


def test_a_coroutine_that_is_never_awaited_does_not_run():
    program = """
    import jax.numpy as jnp

    async def never(x):
        reveal_type(x + jnp.ones(1, jnp.int8))

    def main():
        never(jnp.ones(1, jnp.int8))

    if __name__ == "__main__":
        main()
    """
    assert reveals(program) == ["array"]  # it is interpreted with its declared types


def test_many_tasks_take_few_steps():
    handlers = "\n".join(
        f"""
        @server.route({number})
        async def handle_{number}(request):
            global count
            count = count + 1
            return request
        """
        for number in range(100)
    )
    program = f"""
        import jax.numpy as jnp
        import unknown_server

        server, count, x = unknown_server.Server(), 0, jnp.ones(1)
        {handlers}
        reveal_type(x + 1)
    """
    assert reveals(program) == ["float32"]
