"""Moderators read reports and close them; others do not."""

from litestar import Litestar
from litestar.testing import AsyncTestClient

from tests.support.api_play import DISCOVERY, fine, refused, started, welcome
from tests.support.moderating import in_days, moderator


async def test_a_moderator_reads_a_report_and_closes_it_once(client: AsyncTestClient[Litestar]) -> None:
    mod = await moderator(client)
    game, [ann, ben] = await started(client, DISCOVERY)
    body = {"about": "game", "player": ben.player, "game": game, "reason": "stalling", "text": "Waits."}
    number = fine(await client.post("/api/reports", json=body, headers=ann.headers))["number"]

    refused(await client.get("/api/moderation/reports", headers=ann.headers), 403)
    page = fine(await mod.get("reports"))
    shown = next(report for report in page["reports"] if report["number"] == number)
    assert page["total"] >= len(page["reports"])
    assert (shown["reporter"], shown["reporter_name"]) == (ann.player, ann.name)
    assert (shown["player"], shown["name"], shown["current_name"]) == (ben.player, ben.name, ben.name)
    assert (shown["game"], shown["reason"], shown["text"]) == (game, "stalling", "Waits.")
    assert shown["closed"] is None
    assert [report["number"] for report in fine(await mod.get(f"people/{ben.player}"))["reports"]] == [number]

    address = f"/api/moderation/reports/{number}/close"
    for _ in range(2):  # as when the first answer was lost
        closed = fine(await client.post(address, json={"reason": "All is well."}, headers=mod.headers))
        assert (closed["closed_by"], closed["answer"]) == (mod.player, "All is well.")
    answer = await client.post(address, json={"reason": "Not at all."}, headers=mod.headers)
    assert refused(answer, 409)["code"] == "report_closed"
    entries = [act for act in fine(await mod.get("acts")) if act.get("report") == number]
    assert [(act["act"], act["reason"]) for act in entries] == [("close_report", "All is well.")]
    assert number not in [report["number"] for report in fine(await mod.get("reports"))["reports"]]
    assert number in [report["number"] for report in fine(await mod.get("reports", closed=True))["reports"]]
    assert fine(await client.get("/api/account/acts", headers=ben.headers)) == [], "nothing happened to them"
    answer = await client.post("/api/moderation/reports/0/close", json={"reason": "Why not"}, headers=mod.headers)
    assert refused(answer, 404)["code"] == "no_such_report"


async def test_who_is_muted_reports_nobody(client: AsyncTestClient[Litestar]) -> None:
    mod, ann, ben = await moderator(client), await welcome(client, "Ann"), await welcome(client, "Ben")
    fine(await mod.act(ann.player, "mute", until=in_days(2)))
    body = {"about": "name", "player": ben.player, "reason": "name"}
    assert refused(await client.post("/api/reports", json=body, headers=ann.headers), 403)["code"] == "muted"


async def test_a_moderator_does_not_learn_who_has_reported_them(client: AsyncTestClient[Litestar]) -> None:
    mod, other, ann = await moderator(client), await moderator(client), await welcome(client, "Ann")
    before = fine(await mod.get("reports"))["total"]
    body = {"about": "name", "player": mod.player, "reason": "other", "text": "Closes what friends have done."}
    number = fine(await client.post("/api/reports", json=body, headers=ann.headers))["number"]
    page = fine(await mod.get("reports"))
    assert number not in [report["number"] for report in page["reports"]]
    assert page["total"] == before
    assert fine(await mod.get(f"people/{mod.player}"))["reports"] == []
    assert [report["number"] for report in fine(await other.get(f"people/{mod.player}"))["reports"]] == [number]
    assert fine(await other.get("reports"))["total"] == before + 1
    address = f"/api/moderation/reports/{number}/close"
    refused(await client.post(address, json={"reason": "All is well."}, headers=mod.headers), 403)
    fine(await client.post(address, json={"reason": "All is well."}, headers=other.headers))
    assert number not in [report["number"] for report in fine(await mod.get("reports", closed=True))["reports"]]
