"""A sentence for each kind of event in every language, in the words of the published editions."""

from msgspec.structs import replace

from domain.events import (
    CavemanRecruited,
    CaveRevealed,
    ChiefsDrawn,
    DominoDiscarded,
    DominoDrafted,
    DominoPlaced,
    FireLanded,
    FireLost,
    GameStarted,
    LineRevealed,
    Player,
    RecruitPassed,
    SeatResigned,
    SeatTimedOut,
    TotemMoved,
    TurnUndone,
)
from domain.game import INITIAL
from domain.rules import Rules
from projections.chronicle import tell
from tests.support.spec import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, deal, players, table
from tests.support.telling import in_every_language


def test_the_start_names_game_mode_variants_and_players() -> None:
    rules = Rules("origins", 3, "tribe", ("empire_of_fire", "homo_habilis"))
    seats = (Player("Ayla"), Player("Bruno"), Player("Cyril", "flint"))
    assert in_every_language(INITIAL, GameStarted(rules, seats, "c0ffee")) == [
        "A game of Kingdomino Origins in Tribe Mode begins: Ayla, Bruno and Cyril (bot Flint)."
        " Variants: Empire of fire and Homo Habilis.",
        "Eine Partie Kingdomino Origins im Höhlen-Modus beginnt: Ayla, Bruno und Cyril (Bot Feuerstein)."
        " Varianten: Reich der Mitte und Harmonie.",
        "Een spel Kingdomino Origins in de Stammodus begint: Ayla, Bruno en Cyril (bot Vuursteen)."
        " Varianten: Keizer van het vuur en Homo Habilis.",
        "Inizia una partita a Kingdomino Origins in Modalità Tribù: Ayla, Bruno e Cyril (bot Pietra focaia)."
        " Varianti: Impero del fuoco e Homo Habilis.",
    ]


def test_kingdomino_has_no_mode_and_a_single_variant_is_not_plural() -> None:
    rules = Rules("kingdomino", 2, None, ("mighty_duel",))
    assert in_every_language(INITIAL, GameStarted(rules, players(rules), "c0ffee")) == [
        "A game of Kingdomino begins: Ayla and Bruno. Variant: The Mighty Duel.",
        "Eine Partie Kingdomino beginnt: Ayla und Bruno. Variante: Das große Duell.",
        "Een spel Kingdomino begint: Ayla en Bruno. Variant: Het grote duel.",
        "Inizia una partita a Kingdomino: Ayla e Bruno. Variante: Il grande duello.",
    ]


def test_without_variants_nothing_is_said_of_them() -> None:
    assert in_every_language(INITIAL, GameStarted(DISCOVERY, players(DISCOVERY), "c0ffee")) == [
        "A game of Kingdomino Origins in Discovery Mode begins: Ayla, Bruno, Cyril and Durc.",
        "Eine Partie Kingdomino Origins im Feuer-Modus beginnt: Ayla, Bruno, Cyril und Durc.",
        "Een spel Kingdomino Origins in de Ontdekkingsmodus begint: Ayla, Bruno, Cyril en Durc.",
        "Inizia una partita a Kingdomino Origins in Modalità Scoperta: Ayla, Bruno, Cyril e Durc.",
    ]


def test_origins_draws_chiefs() -> None:
    assert in_every_language(table(TRIBE), ChiefsDrawn((2, 0, 3, 1))) == [
        "The tribe chiefs are drawn in this order: Cyril, Ayla, Durc, Bruno.",
        "Die Stammesoberhäupter fallen in dieser Reihenfolge heraus: Cyril, Ayla, Durc, Bruno.",
        "De stamhoofden verschijnen in deze volgorde: Cyril, Ayla, Durc, Bruno.",
        "I capi tribù escono in questo ordine: Cyril, Ayla, Durc, Bruno.",
    ]


def test_kingdomino_draws_kings() -> None:
    assert in_every_language(table(KINGDOMINO), ChiefsDrawn((2, 0, 3, 1))) == [
        "The kings are drawn in this order: Cyril, Ayla, Durc, Bruno.",
        "Die Könige fallen in dieser Reihenfolge heraus: Cyril, Ayla, Durc, Bruno.",
        "De koningen verschijnen in deze volgorde: Cyril, Ayla, Durc, Bruno.",
        "I re escono in questo ordine: Cyril, Ayla, Durc, Bruno.",
    ]


def test_a_line_shows_each_domino_with_its_two_terrains() -> None:
    assert in_every_language(table(TRIBE), LineRevealed(4, (1, 25, 47, 48))) == [
        "Line 4 is revealed: dominoes 1 (desert/desert), 25 (desert/lake), 47 (jungle/quarry) and 48 (quarry/volcano).",
        "Dominostein-Reihe 4 liegt aus: 1 (Wüste/Wüste), 25 (Wüste/See), 47 (Urwald/Steinbruch)"
        " und 48 (Steinbruch/Vulkan).",
        "Rij 4 wordt gevormd: domino's 1 (woestijn/woestijn), 25 (woestijn/meer), 47 (jungle/steengroeve)"
        " en 48 (steengroeve/vulkaan).",
        "Si forma la sequenza 4: tessere 1 (deserto/deserto), 25 (deserto/lago), 47 (giungla/cava)"
        " e 48 (cava/vulcano).",
    ]


def test_grassland_is_another_word_in_each_game() -> None:
    assert in_every_language(table(KINGDOMINO), DominoDrafted(0, 10)) == [
        "Ayla puts a king on domino 10 (grassland/grassland).",
        "Ayla stellt einen König auf Dominostein 10 (Wiese/Wiese).",
        "Ayla plaatst een koning op domino 10 (grasland/grasland).",
        "Ayla posiziona un re sulla tessera 10 (prato/prato).",
    ]
    assert in_every_language(table(TRIBE), DominoDrafted(0, 12)) == [
        "Ayla puts a tribe chief on domino 12 (grassland/grassland).",
        "Ayla stellt ein Stammesoberhaupt auf Dominostein 12 (Steppe/Steppe).",
        "Ayla plaatst een stamhoofd op domino 12 (steppe/steppe).",
        "Ayla posiziona un capo tribù sulla tessera 12 (steppa/steppa).",
    ]


def test_the_cave_tells_only_who_is_new_and_counts_those_alike() -> None:
    before = table(TRIBE, cave=("hunter",))
    assert in_every_language(before, CaveRevealed(("hunter", "small_warrior", "fisher", "small_warrior"))) == [
        "New in the cave: 2 small warriors and fishing child.",
        "Neu in der Auslage: 2 kleine Krieger und Fischerin.",
        "Nieuw op het grottenbord: 2 kleine krijgers en visser.",
        "Novità nella Grotta: 2 guerrieri Magrolini e pescatrice.",
    ]


def test_the_first_cave_is_new_altogether() -> None:
    assert in_every_language(
        table(TRIBE), CaveRevealed(("oafish_warrior", "amazon_warrior", "shaman", "fire_lady"))
    ) == [
        "New in the cave: oafish warrior, Amazon warrior, shaman and fire lady.",
        "Neu in der Auslage: großer Krieger, Amazonen-Kriegerin, Schamane und Feuermeisterin.",
        "Nieuw op het grottenbord: lompe krijger, Amazonekrijger, sjamaan en vuurdame.",
        "Novità nella Grotta: guerriero Energumeno, guerriera Amazzone, sciamano e signora del fuoco.",
    ]


def test_a_domino_is_placed_in_a_territory_seen_from_the_hut_on_g7() -> None:
    assert in_every_language(table(TRIBE, holding=25), DominoPlaced(0, 25, (0, -1), (1, -1))) == [
        "Ayla places domino 25 in their territory: desert on g6, lake on h6.",
        "Ayla legt Dominostein 25 ins Territorium: Wüste auf g6, See auf h6.",
        "Ayla plaatst domino 25 in het jachtgebied: woestijn op g6, meer op h6.",
        "Ayla aggiunge la tessera 25 al proprio territorio: deserto in g6, lago in h6.",
    ]


def test_a_domino_is_placed_in_a_kingdom() -> None:
    assert in_every_language(table(KINGDOMINO, holding=25), DominoPlaced(0, 25, (-1, 0), (-1, 1))) == [
        "Ayla places domino 25 in their kingdom: forest on f7, wheat field on f8.",
        "Ayla legt Dominostein 25 ins Königreich: Wald auf f7, Weizenfeld auf f8.",
        "Ayla plaatst domino 25 in het koninkrijk: bos op f7, korenveld op f8.",
        "Ayla aggiunge la tessera 25 al proprio regno: foresta in f7, campo di grano in f8.",
    ]


def test_a_domino_that_fits_nowhere() -> None:
    assert in_every_language(table(TRIBE), DominoDiscarded(1, 25, "no_room")) == [
        "Domino 25 (desert/lake) fits nowhere in the territory of Bruno and is discarded.",
        "Dominostein 25 (Wüste/See) passt bei Bruno nirgends ins Territorium und kommt zurück in die Schachtel.",
        "Domino 25 (woestijn/meer) past nergens in het jachtgebied van Bruno en gaat terug in de doos.",
        "La tessera 25 (deserto/lago) non trova posto nel territorio di Bruno e viene scartata.",
    ]
    assert in_every_language(table(KINGDOMINO), DominoDiscarded(1, 47, "no_room")) == [
        "Domino 47 (swamp/mine) fits nowhere in the kingdom of Bruno and is discarded.",
        "Dominostein 47 (Sumpf/Mine) passt bei Bruno nirgends ins Königreich und kommt zurück in die Schachtel.",
        "Domino 47 (moeras/mijn) past nergens in het koninkrijk van Bruno en gaat terug in de doos.",
        "La tessera 47 (palude/miniera) non trova posto nel regno di Bruno e viene scartata.",
    ]


def test_a_domino_that_is_declined() -> None:
    assert in_every_language(table(KINGDOMINO), DominoDiscarded(1, 47, "declined")) == [
        "Bruno declines to place domino 47 (swamp/mine); it is discarded.",
        "Bruno verzichtet darauf, Dominostein 47 (Sumpf/Mine) zu legen; er kommt zurück in die Schachtel.",
        "Bruno ziet af van het plaatsen van domino 47 (moeras/mijn); die gaat terug in de doos.",
        "Bruno rinuncia a piazzare la tessera 47 (palude/miniera), che viene scartata.",
    ]


def test_a_domino_that_nobody_claimed() -> None:
    assert in_every_language(table(Rules("origins", 3, "tribe")), DominoDiscarded(None, 25, "unclaimed")) == [
        "Nobody has chosen domino 25 (desert/lake); it is discarded.",
        "Dominostein 25 (Wüste/See) hat niemand gewählt; er kommt zurück in die Schachtel.",
        "Niemand heeft domino 25 (woestijn/meer) gekozen; die gaat terug in de doos.",
        "Nessuno ha scelto la tessera 25 (deserto/lago), che viene scartata.",
    ]


def test_a_fire_lands() -> None:
    assert in_every_language(table(DISCOVERY), FireLanded(0, (0, -1), (2, 1), 1, None)) == [
        "Ayla launches 1 fire from the volcano on g6 to i8.",
        "Ayla bewegt 1 Feuer vom Vulkan auf g6 nach i8.",
        "Ayla laat 1 vuur uit de vulkaan op g6 landen op i8.",
        "Ayla lancia 1 fuoco dal vulcano in g6 su i8.",
    ]


def test_a_fire_burns_a_resource() -> None:
    assert in_every_language(table(TOTEM), FireLanded(0, (0, -1), (2, 1), 2, "fish")) == [
        "Ayla launches 2 fires from the volcano on g6 to i8 and destroys a fish.",
        "Ayla bewegt 2 Feuer vom Vulkan auf g6 nach i8 und zerstört dort einen Fisch.",
        "Ayla laat 2 vuren uit de vulkaan op g6 landen op i8 en vernietigt daar een vis.",
        "Ayla lancia 2 fuochi dal vulcano in g6 su i8 e distrugge un pesce.",
    ]


def test_a_fire_burns_a_caveman() -> None:
    assert in_every_language(table(TRIBE), FireLanded(0, (0, -1), (1, -2), 3, "oafish_warrior")) == [
        "Ayla launches 3 fires from the volcano on g6 to h5 and destroys an oafish warrior.",
        "Ayla bewegt 3 Feuer vom Vulkan auf g6 nach h5 und zerstört dort einen großen Krieger.",
        "Ayla laat 3 vuren uit de vulkaan op g6 landen op h5 en vernietigt daar een lompe krijger.",
        "Ayla lancia 3 fuochi dal vulcano in g6 su h5 e distrugge un guerriero Energumeno.",
    ]


def test_a_fire_is_lost() -> None:
    assert in_every_language(table(DISCOVERY), FireLost(0, (0, -1), 2)) == [
        "Ayla has no square for 2 fires from the volcano on g6; the Fire token is discarded.",
        "Ayla hat kein Zielfeld für 2 Feuer vom Vulkan auf g6; das Feuer-Plättchen kommt zurück in die Schachtel.",
        "Ayla heeft geen vak voor 2 vuren uit de vulkaan op g6; het vuurfiche gaat terug in de doos.",
        "Ayla non ha una casella per 2 fuochi del vulcano in g6: il gettone Fuoco viene scartato.",
    ]


def test_a_totem_leaves_the_middle() -> None:
    assert in_every_language(table(TOTEM), TotemMoved("flint", None, 1)) == [
        "Bruno takes the flint totem.",
        "Bruno nimmt sich das Feuerstein-Totem.",
        "Bruno neemt de vuursteentotem.",
        "Bruno prende il totem della pietra focaia.",
    ]


def test_a_totem_changes_hands() -> None:
    assert in_every_language(table(TOTEM, totems={"mammoth": 0}), TotemMoved("mammoth", 0, 1)) == [
        "Bruno gets the mammoth totem from Ayla.",
        "Bruno erhält das Mammut-Totem von Ayla.",
        "Bruno krijgt de mammoettotem van Ayla.",
        "Bruno riceve il totem del mammut da Ayla.",
    ]


STOCKED = "Gr hut Lr Jr Qr"


def test_two_resources_recruit_from_the_cave() -> None:
    event = CavemanRecruited(0, "amazon_warrior", "cave", ((-1, 0), (1, 0)), (1, 0))
    assert in_every_language(table(TRIBE, STOCKED), event) == [
        "Ayla spends a mammoth and a fish, recruits an Amazon warrior from the cave and places the tile on h7.",
        "Ayla wirft ein Mammut und einen Fisch ab und rekrutiert aus der Auslage eine Amazonen-Kriegerin"
        " für das Feld h7.",
        "Ayla ruilt een mammoet en een vis in voor een Amazonekrijger van het grottenbord en plaatst de tegel op h7.",
        "Ayla spende un mammut e un pesce per reclutare una guerriera Amazzone dalla Grotta e mette la tessera in h7.",
    ]


def test_four_resources_recruit_from_the_pile() -> None:
    event = CavemanRecruited(0, "shaman", "pile", ((-1, 0), (1, 0), (2, 0), (3, 0)), (3, 0))
    assert in_every_language(table(TRIBE, STOCKED), event) == [
        "Ayla spends a mammoth, a fish, a mushroom and a flint, recruits a shaman from the pile"
        " and places the tile on j7.",
        "Ayla wirft ein Mammut, einen Fisch, einen Pilz und einen Feuerstein ab"
        " und rekrutiert aus dem verdeckten Stapel einen Schamanen für das Feld j7.",
        "Ayla ruilt een mammoet, een vis, een paddenstoel en een vuursteen in voor een sjamaan"
        " uit de gedekte stapel en plaatst de tegel op j7.",
        "Ayla spende un mammut, un pesce, un fungo e una pietra focaia per reclutare uno sciamano dal mazzo"
        " e mette la tessera in j7.",
    ]


def test_nobody_is_recruited() -> None:
    assert in_every_language(table(TRIBE), RecruitPassed(2)) == [
        "Cyril recruits no caveman.",
        "Cyril rekrutiert keinen Höhlenmenschen.",
        "Cyril trekt geen holbewoner aan.",
        "Cyril non recluta nessun Cro-magnon.",
    ]


def test_a_bot_plays_on_for_who_resigns() -> None:
    assert in_every_language(table(TRIBE), SeatResigned(2, "pebble")) == [
        "Cyril gives up; the bot Pebble plays on.",
        "Cyril gibt auf; der Bot Kiesel spielt weiter.",
        "Cyril geeft op; de bot Kiezel speelt verder.",
        "Cyril abbandona; il bot Ciottolo continua a giocare.",
    ]


def test_a_bot_plays_on_for_who_runs_out_of_time() -> None:
    assert in_every_language(table(KINGDOMINO), SeatTimedOut(3, "volcano")) == [
        "Durc has run out of time; the bot Volcano plays on.",
        "Bei Durc ist die Zeit abgelaufen; der Bot Vulkan spielt weiter.",
        "De tijd van Durc is om; de bot Vulkaan speelt verder.",
        "Durc ha esaurito il tempo; il bot Vulcano continua a giocare.",
    ]


def test_names_that_the_service_gives_are_in_the_language_of_the_reader() -> None:
    names = ("Guest 6300", "Somebody", "Flint", "Volcano 2")
    position = replace(table(TRIBE).position, players=tuple(Player(name) for name in names))
    assert tell(position, ChiefsDrawn((0, 1, 2, 3)), "de").endswith(": Gast 6300, Jemand, Feuerstein, Vulkan 2.")
    assert tell(position, ChiefsDrawn((0, 1, 2, 3)), "en").endswith(": Guest 6300, Somebody, Flint, Volcano 2.")


def test_names_that_people_chose_are_left_alone() -> None:
    names = ("Guest", "Flint 5", "flint", "Guest 12345")
    position = replace(table(TRIBE).position, players=tuple(Player(name) for name in names))
    assert tell(position, ChiefsDrawn((0, 1, 2, 3)), "it").endswith(": Guest, Flint 5, flint, Guest 12345.")


def test_a_turn_is_taken_back() -> None:
    assert in_every_language(table(TRIBE), TurnUndone(0, 17)) == [
        "Ayla takes back the turn.",
        "Ayla nimmt den Zug zurück.",
        "Ayla neemt de beurt terug.",
        "Ayla annulla il proprio turno.",
    ]


def test_a_name_with_braces_is_only_a_name() -> None:
    position = replace(table(TRIBE).position, players=(Player("{0}"), Player("{name}"), Player(""), Player("{")))
    assert tell(position, TotemMoved("fish", 0, 1), "en") == "{name} gets the fish totem from {0}."


def test_the_start_tells_nothing_of_the_deal() -> None:
    open_start = GameStarted(TRIBE, players(TRIBE), "c0ffee", deal(TRIBE), "5a17")
    assert in_every_language(INITIAL, open_start) == in_every_language(
        INITIAL, replace(open_start, deal=None, salt=None, commitment="")
    )
