"""The examples of the rules over HTTP: shown without answers, open to everyone, in the caller's language."""

import httpx

from tests.support.api_play import fine, refused

MATCHING = "/api/rules/examples/matching"
FITS = {"type": "place", "domino": 20, "a": [2, -1], "b": [1, -1]}
CORNER = {"type": "place", "domino": 20, "a": [3, -1], "b": [3, -2]}


async def test_an_example_is_a_table_and_moves_without_saying_which_are_legal(
    client: httpx.AsyncClient,
) -> None:
    example = fine(await client.get(MATCHING))
    assert set(example) == {"table", "tries"}
    assert example["table"]["step"] == "place"
    assert example["table"]["domino"] == 20
    assert example["tries"]["match"] == FITS
    assert not {"allowed", "moves", "legal", "targets"} & set(example["table"])


async def test_a_legal_try_returns_the_table_after_it(client: httpx.AsyncClient) -> None:
    before = fine(await client.get(MATCHING))["table"]
    answer = fine(await client.post(MATCHING, json={"move": FITS}))
    assert answer["allowed"]
    assert answer["rule"] is None
    laid = answer["table"]["seats"][0]["territory"]["squares"]
    assert len(laid) == len(before["seats"][0]["territory"]["squares"]) + 2
    assert fine(await client.get(MATCHING))["table"] == before  # nothing is stored


async def test_an_illegal_try_returns_the_rule_in_the_readers_language(client: httpx.AsyncClient) -> None:
    for language, begin in (("en", "At least one"), ("de", "Mindestens ein"), ("nl", "Minstens"), ("it", "Almeno")):
        headers = {"Accept-Language": language}
        answer = fine(await client.post(MATCHING, json={"move": CORNER}, headers=headers))
        assert not answer["allowed"]
        assert (answer["code"], answer["rule"]) == ("no_match", "O3")
        assert answer["told"][0].startswith(begin)


async def test_an_unknown_example_or_malformed_move_is_refused(client: httpx.AsyncClient) -> None:
    assert refused(await client.get("/api/rules/examples/nothing"), 404)["code"] == "no_such_example"
    assert refused(await client.post("/api/rules/examples/nothing", json={"move": FITS}), 404)
    assert refused(await client.post(MATCHING, json={"move": {"type": "undo"}}), 400)
    assert refused(await client.post(MATCHING, json={}), 400)


async def test_a_move_of_another_step_gets_an_answer_too(client: httpx.AsyncClient) -> None:
    answer = fine(await client.post(MATCHING, json={"move": {"type": "fire", "at": [1, 0]}}))
    assert (answer["allowed"], answer["code"]) == (False, "wrong_step")
