"""The chronicle: one sentence for each event, with public knowledge only."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple, assert_never, get_args

from msgspec.structs import replace

from domain import events as e
from domain.dominoes import dominoes
from domain.notation.cells import cell_name
from domain.pieces import Caveman, Resource
from domain.position import Position
from domain.scoring import Standing, TieBreak, standings
from projections.words import WORDS, BoxWords, Language, Noun, Words

_TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)


def tell(before: Position, event: e.Event, language: Language) -> str:  # noqa: C901 - one case per event
    """The sentence for `event`, which happens in the position `before`."""
    scene = _Scene(before, WORDS[language])
    match event:
        case e.GameStarted():
            return _started(scene.words, event)
        case e.ChiefsDrawn(order):
            return scene.box.chiefs_drawn.format(names=scene.words.between.join(scene.name(seat) for seat in order))
        case e.LineRevealed(line, numbers):
            shown = scene.words.listed([scene.domino(number) for number in numbers])
            return scene.words.sentences.line_revealed.format(line=line, dominoes=shown)
        case e.CaveRevealed(cavemen):
            return _cave(scene, cavemen[len(before.cave) :])
        case e.DominoDrafted(seat, domino):
            return scene.box.drafted.format(name=scene.name(seat), domino=scene.domino(domino))
        case e.DominoPlaced():
            return _placed(scene, event)
        case e.DominoDiscarded():
            return _discarded(scene, event)
        case e.FireLanded():
            return _fire(scene, event)
        case e.FireLost(seat, volcano, fires):
            return scene.words.sentences.fire_lost.format(
                name=scene.name(seat), fires=scene.fires(fires), volcano=cell_name(volcano)
            )
        case e.TotemMoved():
            return _totem(scene, event)
        case e.CavemanRecruited():
            return _recruited(scene, event)
        case e.RecruitPassed(seat):
            return scene.words.sentences.recruit_passed.format(name=scene.name(seat))
        case e.SeatResigned() | e.SeatTimedOut():
            return _succeeded(scene, event)
        case e.VictoryClaimed(seat):
            return scene.words.sentences.victory_claimed.format(name=scene.name(seat))
        case e.BotDrawn(seat, successor):
            return scene.words.sentences.bot_drawn.format(name=scene.name(seat), level=scene.words.levels[successor])
        case e.TurnUndone(seat, _, agreed) if agreed:
            return scene.words.sentences.turn_undone_agreed.format(name=scene.name(seat), others=scene.names(agreed))
        case e.TurnUndone(seat):
            return scene.words.sentences.turn_undone.format(name=scene.name(seat))
        case e.GameFinished(winners):
            return _finished(scene, winners)
        case e.GameCancelled(seat, agreed) if agreed:
            return scene.words.sentences.game_called_off.format(name=scene.name(seat), others=scene.names(agreed))
        case e.GameCancelled(seat):
            return scene.words.sentences.game_cancelled.format(name=scene.name(seat))
        case _:
            assert_never(event)


def whose(event: e.Event) -> int | None:
    """The seat that an event belongs to; None for reveals and for the start and end of the game."""
    match event:
        case e.GameStarted() | e.ChiefsDrawn() | e.LineRevealed() | e.CaveRevealed() | e.GameFinished():
            return None
        case e.TotemMoved():
            return event.to
        case _:
            return event.seat


class _Scene(NamedTuple):
    """A position and the words to describe it."""

    before: Position
    words: Words

    @property
    def box(self) -> BoxWords:
        return self.words.boxes[self.before.rules.game]

    def name(self, seat: int) -> str:
        return self.words.called(self.before.players[seat].name)

    def names(self, seats: Iterable[int]) -> str:
        return self.words.listed([self.name(seat) for seat in seats])

    def fires(self, count: int) -> str:
        return self.words.fires.of(count, self.words.language)

    def points(self, count: int) -> str:
        return self.box.points.of(count, self.words.language)

    def domino(self, number: int) -> str:
        return f"{number} ({'/'.join(self.terrains(number))})"

    def terrains(self, number: int) -> tuple[str, str]:
        domino = dominoes(self.before.rules)[number]
        return self.box.terrains[domino.a.terrain], self.box.terrains[domino.b.terrain]


def _started(words: Words, event: e.GameStarted) -> str:
    rules, sentences = event.rules, words.sentences
    game = words.boxes[rules.game].name
    players = words.listed([_player(words, player) for player in event.seats])
    if rules.mode is None:
        start = sentences.started.format(game=game, players=players)
    else:
        start = sentences.started_in_mode.format(game=game, mode=words.modes[rules.mode], players=players)
    if not rules.variants:
        return start
    variants = words.listed([words.variants[variant] for variant in rules.variants])
    return sentences.with_variants.template(len(rules.variants), words.language).format(start=start, variants=variants)


def _player(words: Words, player: e.Player) -> str:
    name = words.called(player.name)
    if player.bot is None:
        return name
    return words.sentences.bot.format(name=name, level=words.levels[player.bot])


def _cave(scene: _Scene, new: Sequence[Caveman]) -> str:
    shown = [_several(scene.words, scene.words.cavemen[caveman], count) for caveman, count in Counter(new).items()]
    return scene.words.sentences.cave_revealed.format(cavemen=scene.words.listed(shown))


def _several(words: Words, noun: Noun, count: int) -> str:
    return noun.name if count == 1 else words.several.format(count=count, noun=noun.template(count, words.language))


def _placed(scene: _Scene, event: e.DominoPlaced) -> str:
    a, b = scene.terrains(event.domino)
    return scene.box.placed.format(
        name=scene.name(event.seat),
        number=event.domino,
        a=a,
        at_a=cell_name(event.a),
        b=b,
        at_b=cell_name(event.b),
    )


def _discarded(scene: _Scene, event: e.DominoDiscarded) -> str:
    domino = scene.domino(event.domino)
    if event.seat is None:
        return scene.words.sentences.unclaimed.format(domino=domino)
    template = scene.words.sentences.declined if event.reason == "declined" else scene.box.no_room
    return template.format(name=scene.name(event.seat), domino=domino)


def _fire(scene: _Scene, event: e.FireLanded) -> str:
    facts = {
        "name": scene.name(event.seat),
        "fires": scene.fires(event.fires),
        "volcano": cell_name(event.volcano),
        "at": cell_name(event.at),
    }
    if event.burned is None:
        return scene.words.sentences.fire_landed.format(**facts)
    return scene.words.sentences.fire_burned.format(**facts, burned=_noun(scene.words, event.burned).a)


def _noun(words: Words, piece: Resource | Caveman) -> Noun:
    match piece:
        case "mammoth" | "fish" | "mushroom" | "flint":
            return words.resources[piece]
        case _:
            return words.cavemen[piece]


def _totem(scene: _Scene, event: e.TotemMoved) -> str:
    to, totem = scene.name(event.to), scene.words.totems[event.resource]
    if event.giver is None:
        return scene.words.sentences.totem_taken.format(to=to, totem=totem)
    return scene.words.sentences.totem_passed.format(to=to, totem=totem, giver=scene.name(event.giver))


def _recruited(scene: _Scene, event: e.CavemanRecruited) -> str:
    words, squares = scene.words, scene.before.territories[event.seat].squares
    spent: list[Resource] = [resource for cell in event.spent if (resource := squares[cell].resource) is not None]
    from_cave = event.source == "cave"
    template = words.sentences.recruited_from_cave if from_cave else words.sentences.recruited_from_pile
    return template.format(
        name=scene.name(event.seat),
        spent=words.listed([words.resources[resource].a for resource in spent]),
        caveman=words.cavemen[event.caveman].a,
        at=cell_name(event.at),
    )


def _succeeded(scene: _Scene, event: e.SeatResigned | e.SeatTimedOut) -> str:
    sentences = scene.words.sentences
    template = sentences.resigned if isinstance(event, e.SeatResigned) else sentences.timed_out
    return template.format(name=scene.name(event.seat), level=scene.words.levels[event.successor])


def _finished(scene: _Scene, winners: Sequence[int]) -> str:
    placed = standings(replace(scene.before, winners=tuple(winners)))
    return " ".join([_victory(scene, winners, placed), _totals(scene, placed), *_ties(scene, placed)])


def _victory(scene: _Scene, winners: Sequence[int], placed: Sequence[Standing]) -> str:
    template = scene.words.sentences.won if len(winners) == 1 else scene.words.sentences.victory_shared
    return template.format(names=scene.names(winners), points=scene.points(placed[0].total))


def _totals(scene: _Scene, placed: Sequence[Standing]) -> str:
    totals = scene.words.between.join(f"{scene.name(standing.seat)} {standing.total}" for standing in placed)
    return scene.words.sentences.totals.format(totals=totals)


def _ties(scene: _Scene, placed: Sequence[Standing]) -> Iterator[str]:
    """O13, K5: for every total that several seats share, the tie-breaks used, in the order of the rules."""
    for total, level in groupby(placed, key=lambda standing: standing.total):
        tied = list(level)
        needed = {standing.tie_break for standing in tied if standing.tie_break}
        if not needed:
            continue
        names = [scene.words.tie_breaks[kind] for kind in _TIE_BREAKS if kind in needed]
        yield scene.words.sentences.tied.format(
            points=scene.points(total),
            names=scene.names(standing.seat for standing in tied),
            tie_breaks=scene.words.then.join(names),
        )
