"""No request goes into a private network, neither by a literal address nor by a name, a redirect or rebinding."""

import json
from importlib.resources import files

import pytest

from service.delivery import outgoing
from service.delivery.outgoing import Forbidden, Outgoing, Unreachable, flaw_of, is_public
from tests.support.receivers import http, receiving

PRIVATE = [
    "127.0.0.1",
    "127.255.0.1",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.127.255.254",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.1.2.3",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "nonsense",
    "1.2.3",
    "0x7f000001",
    "2130706433",
]
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "64:ff9b::8.8.8.8",
    "::ffff:8.8.8.8",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/",
        "ftp://hooks.example/",
        "https://",
        "https:///path",
        "https://user:password@hooks.example/",
        "https://hooks.example:99999/",
        "https://hooks.example/a b",
        "https://hooks.example/\r\nX: y",
        "https://[::1",
        "https://höhle.example/",
        f"https://hooks.example/{'x' * 2000}",
        "javascript:alert(1)",
        "",
    ],
)
def test_urls_that_are_no_targets_are_refused(url: str) -> None:
    assert flaw_of(url)


def test_an_encrypted_url_is_a_target() -> None:
    assert flaw_of("https://hooks.example:8443/path?query=1") is None


async def test_names_and_literals_that_lead_into_a_private_network_are_refused() -> None:
    async def mixed(host: str, port: int) -> list[str]:
        return ["8.8.8.8", "10.0.0.1"]

    outgoing = Outgoing(resolve=mixed)
    with pytest.raises(Forbidden):
        await outgoing.post("https://hooks.example/", {}, b"")
    for literal in ("https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://localhost/"):
        with pytest.raises(Forbidden):
            await Outgoing().post(literal, {}, b"")


async def test_a_name_is_resolved_once_and_the_connection_goes_to_what_was_checked() -> None:
    """A resolver that answers differently the second time, as for DNS rebinding."""
    asked_for: list[str] = []

    async with receiving() as receiver:

        async def rebinding(host: str, port: int) -> list[str]:
            asked_for.append(host)
            return ["127.0.0.1"] if len(asked_for) == 1 else ["203.0.113.1"]

        outgoing = Outgoing(private=True, resolve=rebinding)
        answer = await outgoing.post(f"http://hooks.example:{receiver.port}/hook", {}, b"{}")
        await outgoing.aclose()
        assert (answer.status, asked_for) == (200, ["hooks.example"])
        assert receiver.requests[0].headers["host"] == f"hooks.example:{receiver.port}"


async def test_redirects_are_not_followed_and_answers_are_read_only_so_far(outgoing: Outgoing) -> None:
    async with receiving() as inside, receiving() as receiver:
        receiver.answer = lambda: http("302 Found", b"", f"Location: {inside.url}")
        assert (await outgoing.post(receiver.url, {}, b"")).status == 302
        receiver.answer = lambda: http("500 No", b"x" * 1_000_000, "Retry-After: 120")
        answer = await outgoing.post(receiver.url, {}, b"")
        assert (answer.status, answer.wait, inside.requests) == (500, 120_000, [])
        assert len(answer.text) == 2_000


@pytest.mark.parametrize("nonsense", [b"SSH-2.0-OpenSSH_9.2\r\n", b"", b"HTTP/1.1 abc\r\n\r\n", b"\x16\x03\x01" * 100])
async def test_nonsense_for_an_answer_is_a_failure(nonsense: bytes, outgoing: Outgoing) -> None:
    async with receiving(nonsense) as receiver:
        receiver.answer = lambda: nonsense + b"\r\n\r\n"
        with pytest.raises(Unreachable):
            await outgoing.post(receiver.url, {}, b"")


async def test_a_target_without_a_name_or_a_listener_is_unreachable(outgoing: Outgoing) -> None:
    async def nowhere(host: str, port: int) -> list[str]:
        return []

    with pytest.raises(Unreachable, match="no such name"):
        await Outgoing(resolve=nowhere).post("https://hooks.example/", {}, b"")
    async with receiving() as receiver:
        url = receiver.url
    with pytest.raises(Unreachable):
        await outgoing.post(url, {}, b"")


def test_pages_say_in_every_language_why_there_is_no_answer() -> None:
    reasons = {value for name, value in vars(outgoing).items() if name.isupper() and isinstance(value, str)}
    web = files("service.web")
    page = web.joinpath("notices/answers.js").read_text(encoding="utf-8")
    assert len(reasons) == 6
    assert [reason for reason in reasons if f'"{reason}": "answer_' not in page] == []
    words = json.loads(web.joinpath("languages/de.json").read_text(encoding="utf-8"))
    assert [key for key in page.split('"') if key.startswith("answer_") and key not in words] == []
