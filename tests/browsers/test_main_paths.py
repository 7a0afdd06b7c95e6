"""A whole game, its replay, a puzzle and an account, in Firefox and in WebKit."""

from tests.browsers.visitor import Visitor
from tests.support.browser_play import OPEN_SPOTS, Player
from tests.support.browser_puzzles import ANSWERED

ANSWER = f".table:not(:has(.held-domino, .spot)) {ANSWERED}"  # not what places a domino or lets a fire land
REFUSE = ".action .row button.plain"
MOST_MOVES = 60
STEP = "() => parseInt(document.querySelector('.controls output').textContent)"
BEFORE = "(step) => parseInt(document.querySelector('.controls output').textContent) < step"
KEPT = """async (address) => {
    dispatchEvent(new PointerEvent("pointermove"));
    return (await caches.match("/offline")) && (await caches.match(address)) && true;
}"""
CAN_MOVE = """([spots, answer, refuse]) => {
    const has = (name) => Boolean(document.querySelector(name));
    return has(".result") ? "done" : has(spots) ? "board" : has(refuse) ? "refuse" : has(answer) ? "answer" : null;
}"""


async def test_a_whole_game_is_played_and_looked_back_at(visitor: Visitor) -> None:
    await visitor.opens("/")
    await visitor.evaluate(
        """() => {
            const choice = document.querySelector(".quick select");
            choice.value = "kingdomino";
            choice.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    await visitor.clicks(".quick button")
    await visitor.arrives(r"/game/\w+$")
    await Player(visitor).play()
    await visitor.sees(".action", "won")
    await visitor.sees("dialog[open]")
    await visitor.presses("Escape")
    await visitor.misses("dialog[open]")
    last = await visitor.evaluate(STEP)
    await visitor.presses("ArrowLeft", "ArrowLeft", "ArrowLeft")
    await visitor.until(BEFORE, last - 2)
    await visitor.presses("End")
    await visitor.until("(last) => parseInt(document.querySelector('.controls output').textContent) === last", last)


async def test_a_puzzle_is_tried(visitor: Visitor) -> None:
    """Of Kingdomino, which only has dominoes to place; that of the day may have anything."""
    await visitor.opens("/")
    await visitor.clicks(".daily a.main")
    await visitor.arrives("/puzzles/daily$")
    puzzle = await visitor.evaluate("async () => (await (await fetch('/api/puzzles/next?game=kingdomino')).json()).id")
    await visitor.opens(f"/puzzles/{puzzle}")
    player = Player(visitor)
    for _ in range(MOST_MOVES):
        due = await visitor.until(CAN_MOVE, [OPEN_SPOTS, ANSWER, REFUSE])
        if due == "done":
            return
        if due == "board":
            await player.choose(OPEN_SPOTS, 0)
        else:
            await visitor.clicks(REFUSE if due == "refuse" else ANSWER)
    raise AssertionError("the puzzle does not end")


async def test_a_move_made_offline_is_sent_when_the_connection_is_back(visitor: Visitor) -> None:
    await visitor.opens("/")
    await visitor.clicks(".quick button")
    await visitor.arrives(r"/game/\w+$")
    await visitor.sees(".table:not([aria-busy])")
    await visitor.until(KEPT, await visitor.evaluate("() => `/api/games/${location.pathname.slice(6)}`"))
    visitor.network.switch(on=False)
    await visitor.opens(await visitor.evaluate("() => location.pathname"))
    await visitor.sees(".offline", "No connection")
    player = Player(visitor)
    offer = await player.look()
    await player.act(offer)
    await visitor.sees(".offline", "1 move waits")
    visitor.network.switch(on=True)
    await visitor.misses(".offline")
    await visitor.until("() => !localStorage.getItem(`move ${location.pathname.slice(6)}`)")


async def test_somebody_makes_an_account_and_is_known_after_a_reload(visitor: Visitor) -> None:
    await visitor.opens("/sign-in")
    name = await visitor.evaluate("() => `Oona ${Math.random().toString(36).slice(2, 8)}`")
    await visitor.types("#up-name", name)
    await visitor.types("#up-password", "mammoth mammoth")
    await visitor.presses("Enter")
    await visitor.sees("header, .top", name)
    await visitor.opens("/settings")
    await visitor.sees(".top", name)
