"""Stored records of people, of what is reported about them, and of what they are known by, as samples."""

from typing import Final

from service.moderation import reports
from service.people import credentials
from tests.support.stored_events import AT

PROFILES: Final = {
    "profile.lookless.old": credentials.Profile(
        name="Oona", created=AT, account="oona", claims=("oona", "oona2"), claimed=AT + 7, password="$hash$"
    ),
    "profile.old": credentials.Profile(name="Ugh", created=AT, account=None, claims=(), claimed=0, password=None),
    "profile": credentials.Profile(
        name="Oona",
        created=AT,
        account="oona",
        claims=("oona", "oona2"),
        claimed=AT + 7,
        password="$hash$",
        look="o0na",
    ),
}

REPORTS: Final = {
    "report.saidless.old": reports.Report(
        at=AT,
        reporter="ugh-id",
        player="oona-id",
        name="Oona",
        about="game",
        reason="stalling",
        text="Waits in every turn.",
        game="somegame",
        closed=AT + 8,
        closed_by="nag-id",
        answer="Warned.",
    ),
    "report.old": reports.Report(
        at=AT + 1, reporter="nag-id", player="ugh-id", name="Ugh", about="name", reason="name", text="Rude."
    ),
    "report.message": reports.Report(
        at=AT,
        reporter="ugh-id",
        player="oona-id",
        name="Oona",
        about="message",
        reason="abuse",
        text="In every game.",
        game="somegame",
        message="oona-id.7",
        said="You stone!",
    ),
}

KEYS: Final = {
    "key": credentials.Key(kind="token", id="key-id", created=AT, used=AT + 9, label="my bot", scopes=("read",)),
    "key.old": credentials.Key(kind="guest", id="old-id", created=AT, used=AT + 3, label="", scopes=("play", "read")),
    "key.visit": credentials.Key(kind="visit", id="visit-id", created=AT, used=AT + 1, label="somegame"),
    "key.link": credentials.Key(kind="link", id="link-id", created=AT, used=AT + 2, label="somegame"),
}
