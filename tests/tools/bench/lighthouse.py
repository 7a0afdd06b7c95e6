"""What Lighthouse says of a first view on a phone: front page, a table at one's turn, a puzzle, and a replay.

Lighthouse comes from the npm registry into the cache of this machine when it is first wanted, and is no part of the
project otherwise. It simulates a slow phone and network from what it measures here, so a busy machine lowers the score
for performance, of which we take the median; the other scores do not depend on it. Where Caddy is installed, the site
is behind the proxy of deploy/, by HTTP/2, as its visitors reach it.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Final

from service.store.event_store import EventStore
from tests.support.browser_person import Person
from tests.support.stack import stack
from tests.support.staged_tables import TRIBE, finished, stage, turn_of, until
from tests.tools.bench.measure import Ratio
from tests.tools.bench.proxy import proxied
from tests.tools.chromium import chromium, found
from tests.tools.javascript import node, npm

_VERSION: Final = "13.5.0"
_CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "firstfire"
_HOME: Final = _CACHE / f"lighthouse-{_VERSION}"
_PROGRAM: Final = _HOME / "node_modules" / "lighthouse" / "cli" / "index.js"
_TARGETS: Final = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
_FLAGS: Final = "--headless --no-sandbox --disable-gpu --disable-background-networking --ignore-certificate-errors"
_RUNS: Final = 3
_LARGEST_SHIFT: Final = 0.02


_PAGES: Final = {
    "front": "/",
    "table": "/game/litTable",
    "puzzle": "/puzzles/daily",
    "replay": "/game/litReplay/40",
}


async def figures() -> list[Ratio]:
    if not _PROGRAM.exists():
        _HOME.mkdir(parents=True, exist_ok=True)
        npm("install", "--silent", "--no-save", "--prefix", str(_HOME), f"lighthouse@{_VERSION}")
    scores: list[Ratio] = []
    with tempfile.TemporaryDirectory() as directory:
        async with stack(Path(directory)) as service, chromium() as browser:
            person = await Person.at(await browser.new_context(), service.url)
            store = EventStore(service.server.url)
            player = await person.is_guest("Oona")
            await stage(store, "litTable", until(TRIBE, turn_of(0, "place", 60)), player)
            await stage(store, "litReplay", finished(TRIBE), player)
            await store.aclose()
            cookies = await person.context.cookies()
            session = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)
            await browser.close()
            async with proxied(service.url, Path(directory)) as site:
                for name, path in _PAGES.items():
                    reports = [_report(site + path, session) for _ in range(_RUNS)]
                    scores += _scores(name, sorted(reports, key=_performance)[_RUNS // 2])
    return scores


def _report(url: str, session: str) -> dict[str, Any]:
    printed = node(
        str(_PROGRAM),
        url,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(_TARGETS)}",
        f"--chrome-flags={_FLAGS}",
        f"--extra-headers={json.dumps({'Cookie': session})}",
        CHROME_PATH=found() or "",
    )
    report: dict[str, Any] = json.loads(printed)
    return report


def _performance(report: dict[str, Any]) -> float:
    score: float = report["categories"]["performance"]["score"]
    return score


def _scores(name: str, report: dict[str, Any]) -> list[Ratio]:
    missed = [
        audit["title"] + (f" ({audit['displayValue']})" if "displayValue" in audit else "")
        for category in report["categories"].values()
        for reference in category["auditRefs"]
        if reference["weight"] and (audit := report["audits"][reference["id"]])["score"] not in (1, None)
    ]
    return [
        Ratio(
            f"Lighthouse, {name}: {category}"
            + (f", less for: {'; '.join(missed)}" if category == "performance" else ""),
            round(report["categories"][category]["score"] * 100),
            unit="",
            at_least=target,
        )
        for category, target in _TARGETS.items()
    ] + [
        Ratio(
            f"Lighthouse, {name}: layout shift in thousandths",
            round(report["audits"]["cumulative-layout-shift"]["numericValue"] * 1000),
            unit="",
            at_most=_LARGEST_SHIFT * 1000,
        )
    ]
