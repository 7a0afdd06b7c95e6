"""A muted person says nothing at tables."""

from tests.support.api_play import DISCOVERY, fine, refused, started
from tests.support.moderating import Place


async def test_who_is_muted_says_nothing_at_tables(place: Place) -> None:
    client, _, mod = place
    game, [ugh, _] = await started(client, DISCOVERY)
    talk = f"/api/games/{game}/talk"
    fine(await client.post(talk, json={"phrase": "hello"}, headers=ugh.headers))
    fine(await mod.act(ugh.player, "mute", until=place.in_days(9)))
    assert refused(await client.post(talk, json={"phrase": "hello"}, headers=ugh.headers), 403)["code"] == "muted"
    shown = fine(await client.get(talk, headers=ugh.headers))
    assert shown["may_write"] == "off"
    assert "may not write" in shown["why_not_more"]
