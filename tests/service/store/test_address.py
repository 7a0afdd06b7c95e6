"""Parsing of the URLs of stores."""

import pytest

from service.store.client.address import Address, parse


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://example", Address("example", 6379)),
        ("redis://:p%40ss@example:7000/3", Address("example", 7000, password="p@ss", database=3)),
        ("rediss://me:pass@example", Address("example", 6379, username="me", password="pass", tls=True)),
        ("unix:///run/my%20server.sock", Address(path="/run/my server.sock")),
        ("redis+cluster://example:7001", Address("example", 7001, cluster=True)),
    ],
)
def test_a_url_is_parsed(url: str, address: Address) -> None:
    assert parse(url) == address


def test_other_urls_are_refused() -> None:
    with pytest.raises(ValueError, match="starts with"):
        parse("http://example")


def test_a_password_is_sent_first_and_never_shown() -> None:
    address = parse("redis://me:secret@example:7000/3")
    assert address.greeting() == [("AUTH", "me", "secret"), ("SELECT", 3)]
    assert "secret" not in str(address)
