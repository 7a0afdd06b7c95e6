"""The functions on the server are one library, although they are written in several files."""

import re
from importlib.resources import files
from pathlib import Path

from service.store.event_store import EventStore
from service.store.functions import LIBRARY

SERVICE = Path(str(files("service")))

# Older and newer releases call the functions by these names, and replace this library with their own.
NAMES = {
    "firstfire_admit",
    "firstfire_append",
    "firstfire_append_unfollowed",
    "firstfire_put",
    "firstfire_remove",
    "firstfire_shelve",
    "firstfire_rate",
    "firstfire_settle",
    "firstfire_outbox_put",
    "firstfire_outbox_take_fairly",
    "firstfire_outbox_settle",
    "firstfire_outbox_withdraw",
}


def test_every_function_in_a_file_is_in_the_library() -> None:
    registered = re.compile(rb"redis\.register_function\('(\w+)'")
    in_files = [name.decode() for path in SERVICE.rglob("*.lua") for name in registered.findall(path.read_bytes())]
    assert sorted(in_files) == sorted(NAMES)
    assert {name.decode() for name in registered.findall(LIBRARY)} == NAMES


async def test_the_server_has_one_library_with_all_functions(store: EventStore) -> None:
    await store.prepare()
    for master in await store.servers.masters():
        [library] = await master.call("FUNCTION", "LIST")
        details = dict(zip(library[::2], library[1::2], strict=True))
        assert details[b"library_name"] == b"firstfire"
        names = {dict(zip(each[::2], each[1::2], strict=True))[b"name"].decode() for each in details[b"functions"]}
        assert names == NAMES
