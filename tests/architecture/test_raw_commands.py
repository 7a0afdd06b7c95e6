"""Only `service/store` speaks the language of the server; `service/local_valkey` does so to run a server of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVICE = Path(__file__).parents[2] / "service"
AT_HOME = {"store", "local_valkey"}

# Words that mean nothing but a command of the server. GET and SET, say, are words of others too.
# fmt: off
COMMANDS = {
    "HGET", "HSET", "HMGET", "HGETALL", "HDEL", "HEXISTS", "HINCRBY", "ZADD", "ZREM",
    "ZRANGE", "ZCARD", "ZSCORE", "ZRANK", "SADD", "SREM", "SMEMBERS", "SCARD", "LRANGE", "RPUSH", "XADD",
    "XRANGE", "XREVRANGE", "XLEN", "XREAD", "INCR", "EXPIRE", "PEXPIRE", "UNLINK", "EVAL", "EVALSHA",
    "FCALL", "FUNCTION",
}
# fmt: on


def modules() -> list[Path]:
    inside = sorted(path for path in SERVICE.rglob("*.py") if path.relative_to(SERVICE).parts[0] not in AT_HOME)
    assert len(inside) > 50
    return inside


def raw_commands(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr="servers"):
                yield f"line {node.lineno}: the servers of a store"
            case ast.Call(func=ast.Attribute(attr="call" | "call_replicated" | "execute_command")):
                yield f"line {node.lineno}: a call to a server"
            case ast.Constant(value=str(text)) if text in COMMANDS:
                yield f"line {node.lineno}: the command {text}"
            case ast.Constant(value=str(text)) if "redis.call(" in text:
                yield f"line {node.lineno}: Lua, which belongs into a file of its own"


def test_no_module_outside_the_store_sends_a_raw_command() -> None:
    commands = {str(path.relative_to(SERVICE)): list(raw_commands(path.read_text())) for path in modules()}
    assert not {module: lines for module, lines in commands.items() if lines}


@pytest.mark.parametrize(
    "source",
    [
        'await self._store.servers.call(key, "GET", key)',
        "servers = store.servers",
        'await wire.call("CONFIG", "GET", "dir")',
        'changes = [("ZADD", name, score, member)]',
        "_RELEASE = \"return redis.call('DEL', KEYS[1])\"",
    ],
)
def test_raw_commands_are_noticed(source: str) -> None:
    assert list(raw_commands(f"async def example() -> None:\n    {source}\n"))
