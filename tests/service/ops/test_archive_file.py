"""`export` and `import`: nothing is lost between two data directories, and a broken file changes nothing."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.local_valkey.server import Embedded
from service.ops.archive_file import BrokenArchive, Reader, exported, stored_bytes
from service.ops.export_import import export_logs, import_logs
from service.privacy.departed import Departed
from service.store.event_store import EventStore
from tests.support.servers import emptied
from tests.support.stored_logs import NOW, store_sample_games


@pytest.fixture
async def empty(server_url: str) -> AsyncIterator[EventStore]:
    store = EventStore(server_url)
    await emptied(store)
    yield store
    await emptied(store)
    await store.aclose()


async def contents(store: EventStore) -> dict[str, list[bytes]]:
    return {name: [entry.data for entry in await store.read(name)] async for name in store.games()}


def command(*words: str | Path, data: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATA": str(data), "REDIS_URL": ""}
    return subprocess.run(
        [sys.executable, "-m", "service", *words], env=environment, capture_output=True, text=True, check=False
    )


async def test_two_data_directories_hold_the_same_and_verify_says_so(tmp_path: Path) -> None:
    async with Embedded(tmp_path / "one") as server:
        store = EventStore(server.url)
        await store_sample_games(store)
        await store.aclose()
        # Beside a server that runs, as an operator would do it.
        before = command("verify", "--list", data=tmp_path / "one")
        assert before.returncode == 0, before.stderr
        done = command("export", tmp_path / "all.ndjson", data=tmp_path / "one")
        assert done.returncode == 0, done.stderr
    assert "16 logs" in done.stdout
    done = command("import", tmp_path / "all.ndjson", data=tmp_path / "two")
    assert done.returncode == 0, done.stderr
    assert "16 logs imported, 0 were already there" in done.stdout
    after = command("verify", "--list", data=tmp_path / "two")
    assert after.returncode == 0, after.stderr
    assert after.stdout == before.stdout
    again = command("import", tmp_path / "all.ndjson", data=tmp_path / "two")
    assert "0 logs imported, 16 were already there" in again.stdout
    # And what is exported from there is the same file, but for the time in its first line and with it its checksum.
    command("export", tmp_path / "again.ndjson", data=tmp_path / "two")
    lines = [(tmp_path / name).read_bytes().splitlines()[1:-1] for name in ("all.ndjson", "again.ndjson")]
    assert lines[0] == lines[1]


async def test_verify_fails_and_says_where_a_log_is_damaged(tmp_path: Path) -> None:
    async with Embedded(tmp_path / "one") as server:
        store = EventStore(server.url)
        await store_sample_games(store)
        await store.append("odd", 0, [b"\x00"])
        await store.aclose()
    done = command("verify", data=tmp_path / "one")
    assert done.returncode == 1
    assert "odd: event 1 cannot be read" in done.stdout
    assert "1 with problems" in done.stdout


def test_commands_report_missing_arguments(tmp_path: Path) -> None:
    for words in (["verify"], ["export", tmp_path / "x"]):
        done = command(*words, data=tmp_path / "none")
        assert done.returncode == 1
        assert "There is no data directory" in done.stderr
        assert not (tmp_path / "none").exists()
    done = command("import", tmp_path / "nothing", data=tmp_path / "none")
    assert done.returncode == 1
    assert "No such file" in done.stderr
    assert command("sing", data=tmp_path).returncode == 2


async def test_an_import_restores_everything_with_times_and_command_ids(empty: EventStore, tmp_path: Path) -> None:
    await store_sample_games(empty)
    await empty.append("strange", 0, [b"\xc1 no msgpack", msgspec.msgpack.encode({"x": b"bytes"}), b""], "odd")
    before = await contents(empty)
    await export_logs(empty, tmp_path / "all")
    assert (tmp_path / "all").stat().st_mode & 0o777 == 0o600
    first = json.loads((tmp_path / "all").read_text().splitlines()[3])
    assert first["log"] == "game0"
    assert first["entries"][0]["at"] == "2025-11-16T02:10:00.123000Z"
    assert first["entries"][0]["event"]["type"] == "game_started"
    await emptied(empty)
    await import_logs(empty, tmp_path / "all")
    assert await contents(empty) == before
    again = await empty.append("game1", 0, [b"anything"], "somebody:the rest")
    assert again.repeated
    assert again.first == 6


@given(st.binary(max_size=60) | st.integers(0, 2**40).map(lambda at: msgspec.msgpack.encode((at, [15, 0, 4]))))
def test_every_stored_event_is_exported_byte_for_byte(data: bytes) -> None:
    entry = msgspec.json.decode(msgspec.json.encode(exported(data)), type=type(exported(data)))
    assert stored_bytes(entry) == data


def test_times_are_exported_to_the_millisecond() -> None:
    for at in range(NOW, NOW + 1000):
        data = msgspec.msgpack.encode((at, [12, 0]))
        assert exported(data).event is not None
        assert stored_bytes(exported(data)) == data


def resealed(text: str) -> str:
    """The file with a correct last line, as if it had been exported like this."""
    lines = text.splitlines(keepends=True)[:-1]
    logs = [json.loads(line) for line in lines[2:]]
    checksum = sha256("".join(lines).encode()).hexdigest()
    trailer = {"end": True, "logs": len(logs), "events": sum(len(log["entries"]) for log in logs), "sha256": checksum}
    return "".join(lines) + json.dumps(trailer, separators=(",", ":")) + "\n"


Change = Callable[[str], str]
LINE = 6


def at_line(old: str, new: str) -> Change:
    def change(text: str) -> str:
        lines = text.splitlines(keepends=True)
        assert old in lines[LINE - 1]
        lines[LINE - 1] = lines[LINE - 1].replace(old, new, 1)
        return resealed("".join(lines)) if new != "{" else "".join(lines)

    return change


def last_line(text: str) -> int:
    return len(text.splitlines())


@pytest.mark.parametrize(
    ("change", "line", "complaint"),
    [
        pytest.param(lambda text: text[: len(text) // 2], None, "cut off", id="cut"),
        pytest.param(lambda text: "\n".join(text.splitlines()[:6]) + "\n", 7, "cut off", id="cut between lines"),
        pytest.param(lambda text: text[:-1], 19, "cut off", id="cut at the very end"),
        pytest.param(lambda text: "", 1, "cut off", id="empty"),
        pytest.param(lambda text: text.replace('"version":1', '"version":2', 1), 1, "later release", id="newer"),
        pytest.param(lambda text: "a letter\n" + text, 1, "not an export", id="something else"),
        pytest.param(at_line('"entries"', "{"), 6, "cannot be read", id="broken"),
        pytest.param(at_line("game_started", "game_begun"), 6, "cannot be read", id="unknown event"),
        pytest.param(at_line('"log":"game1"', '"log":"game/1"'), 6, "letters and digits", id="name"),
        pytest.param(at_line('"log":"game1"', '"log":"game0"'), 6, "twice", id="twice"),
        pytest.param(at_line('"at":"2025', '"x":"2025'), 6, "cannot be read", id="field"),
        pytest.param(at_line('"commands":{"', '"commands":{"zz'), 6, "hexadecimal", id="command"),
        pytest.param(lambda text: text.replace("Ugh", "Ogh", 1), 19, "have been changed", id="altered"),
        pytest.param(lambda text: text + "{}\n", 20, "after the last", id="more"),
    ],
)
async def test_a_malformed_file_is_refused_with_its_line_and_changes_nothing(
    empty: EventStore, tmp_path: Path, change: Change, line: int | None, complaint: str
) -> None:
    path = tmp_path / "all.ndjson"
    await store_sample_games(empty)
    await export_logs(empty, path)
    await emptied(empty)
    path.write_text(change(path.read_text()))
    with pytest.raises(BrokenArchive, match=complaint) as refused:
        await import_logs(empty, path)
    assert line is None or refused.value.line == line
    assert str(refused.value).startswith(f"{path}, line {refused.value.line}: ")
    assert await contents(empty) == {}


async def test_other_events_under_the_same_name_are_refused_and_nothing_is_imported(
    empty: EventStore, tmp_path: Path
) -> None:
    path = tmp_path / "all.ndjson"
    await store_sample_games(empty)
    await export_logs(empty, path)
    await emptied(empty)
    await empty.append("game5", 0, [b"another"])
    with pytest.raises(BrokenArchive, match="game5 is already there, with other events"):
        await import_logs(empty, path)
    assert await contents(empty) == {"game5": [b"another"]}


async def test_an_interrupted_import_can_be_repeated(empty: EventStore, tmp_path: Path) -> None:
    path = tmp_path / "all.ndjson"
    await store_sample_games(empty)
    await export_logs(empty, path)
    before = await contents(empty)
    await emptied(empty)
    for _, line in list(Reader(path))[:5]:
        await empty.append(line.log, 0, [stored_bytes(entry) for entry in line.entries])
    done = await import_logs(empty, path)
    assert (done.added, done.skipped) == (11, 5)
    assert await contents(empty) == before
    assert await empty.command("game0", "start") is not None


async def test_departed_players_stay_anonymous_after_an_import(empty: EventStore, tmp_path: Path) -> None:
    await store_sample_games(empty)
    await Departed(empty).add("player1")
    await export_logs(empty, tmp_path / "all")
    await emptied(empty)
    for _ in range(2):
        await import_logs(empty, tmp_path / "all")
        departed = Departed(empty)
        await departed.refresh_if_stale()
        assert departed.players == {"player1"}
    assert await empty.servers.call("people:departed", "XLEN", "people:departed") == 1, "told once"


async def test_an_export_that_fails_leaves_no_file(empty: EventStore, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        await export_logs(empty, tmp_path / "nowhere" / "all")
    assert list(tmp_path.iterdir()) == []
