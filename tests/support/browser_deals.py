"""The deal of the day as people play it in browsers."""

from tests.support.browser_person import Person

# Plays today's deal to its end, in a browser's session, or with a name as a guest of its own: always the first or the
# last of the moves that are offered.
_PLAYS = """async ([name, last]) => {
    const send = async (method, path, body, token) => {
        const credentials = token ? "omit" : "same-origin";
        const headers = {"Content-Type": "application/json", ...(token ? {Authorization: `Bearer ${token}`} : {})};
        const sent = body ? {body: JSON.stringify(body)} : {};
        return (await fetch(path, {method, credentials, headers, ...sent})).json();
    };
    const token = name && (await send("POST", "/api/guests", {name})).token;
    const {game} = await send("POST", "/api/deals/daily", null, token);
    for (;;) {
        const {seat, moves} = await send("GET", `/api/games/${game}/moves`, null, token);
        if (seat === null) return game;
        if (seat) await new Promise((resume) => setTimeout(resume, 50));
        else await send("POST", `/api/games/${game}/moves`, moves.at(last ? -1 : 0), token);
    }
}"""


async def plays_the_deal(person: Person, name: str | None = None, *, last: bool = False) -> str:
    """The game, once it is over: the person's own, or that of another guest with this name."""
    game: str = await person.page.evaluate(_PLAYS, [name, last])
    return game


async def deal(person: Person, game: str) -> None:
    """As who has finished it sees it, beside somebody else."""
    await person.page.goto(f"{person.url}/health/live")
    await plays_the_deal(person, "Bartholomäus Zwanzigste")
    await plays_the_deal(person, last=True)
    await person.opens("/deal")
    await person.sees(".deal-results tbody tr.is-you")
    await person.sees(".both-lands figure + figure")
