"""A sentence in every language for each kind of event about fire, totems, cavemen, and those who leave."""

from msgspec.structs import replace

from domain.events import (
    CavemanRecruited,
    ChiefsDrawn,
    FireLanded,
    FireLost,
    GameStarted,
    Player,
    RecruitPassed,
    SeatResigned,
    SeatTimedOut,
    TotemMoved,
    TurnUndone,
)
from domain.game import INITIAL
from projections.chronicle import tell
from tests.support.spec import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, deal, players, table
from tests.support.telling import in_every_language


def test_a_fire_lands() -> None:
    assert in_every_language(table(DISCOVERY), FireLanded(0, (0, -1), (2, 1), 1, None)) == [
        "Ayla launches 1 fire from the volcano on g6 to i8.",
        "Ayla bewegt 1 Feuer vom Vulkan auf g6 nach i8.",
        "Ayla laat 1 vuur uit de vulkaan op g6 landen op i8.",
        "Ayla lancia 1 fuoco dal vulcano in g6 su i8.",
        "Ayla projette 1 feu du volcan en g6 vers i8.",
        "Ayla lanza 1 fuego del volcán de g6 a i8.",
        "Ayla wyrzuca 1 ogień z wulkanu na g6 na pole i8.",
        "Aylaがg6の火山からi8へ火1個を飛ばしました。",
    ]


def test_a_fire_burns_a_resource() -> None:
    assert in_every_language(table(TOTEM), FireLanded(0, (0, -1), (2, 1), 2, "fish")) == [
        "Ayla launches 2 fires from the volcano on g6 to i8 and destroys a fish.",
        "Ayla bewegt 2 Feuer vom Vulkan auf g6 nach i8 und zerstört dort einen Fisch.",
        "Ayla laat 2 vuren uit de vulkaan op g6 landen op i8 en vernietigt daar een vis.",
        "Ayla lancia 2 fuochi dal vulcano in g6 su i8 e distrugge un pesce.",
        "Ayla projette 2 feux du volcan en g6 vers i8 et détruit un poisson.",
        "Ayla lanza 2 fuegos del volcán de g6 a i8 y destruye un pez.",
        "Ayla wyrzuca 2 ognie z wulkanu na g6 na pole i8. Płonie: rybę.",
        "Aylaがg6の火山からi8へ火2個を飛ばし、魚を燃やしました。",
    ]


def test_a_fire_burns_a_caveman() -> None:
    assert in_every_language(table(TRIBE), FireLanded(0, (0, -1), (1, -2), 3, "oafish_warrior")) == [
        "Ayla launches 3 fires from the volcano on g6 to h5 and destroys an oafish warrior.",
        "Ayla bewegt 3 Feuer vom Vulkan auf g6 nach h5 und zerstört dort einen großen Krieger.",
        "Ayla laat 3 vuren uit de vulkaan op g6 landen op h5 en vernietigt daar een lompe krijger.",
        "Ayla lancia 3 fuochi dal vulcano in g6 su h5 e distrugge un guerriero Energumeno.",
        "Ayla projette 3 feux du volcan en g6 vers h5 et détruit un guerrier balourd.",
        "Ayla lanza 3 fuegos del volcán de g6 a h5 y destruye un guerrero bruto.",
        "Ayla wyrzuca 3 ognie z wulkanu na g6 na pole h5. Płonie: wojownika osiłka.",
        "Aylaがg6の火山からh5へ火3個を飛ばし、大男の戦士を燃やしました。",
    ]


def test_a_fire_is_lost() -> None:
    assert in_every_language(table(DISCOVERY), FireLost(0, (0, -1), 2)) == [
        "Ayla has no square for 2 fires from the volcano on g6; the Fire token is discarded.",
        "Ayla hat kein Zielfeld für 2 Feuer vom Vulkan auf g6; das Feuer-Plättchen kommt zurück in die Schachtel.",
        "Ayla heeft geen vak voor 2 vuren uit de vulkaan op g6; het vuurfiche gaat terug in de doos.",
        "Ayla non ha una casella per 2 fuochi del vulcano in g6: il gettone Fuoco viene scartato.",
        "Ayla n’a aucune case pour 2 feux du volcan en g6 ; le jeton Feu est défaussé.",
        "Ayla no tiene casilla para 2 fuegos del volcán de g6; la ficha de Fuego se descarta.",
        "Ayla nie ma pola na 2 ognie z wulkanu na g6; żeton ognia zostaje odrzucony.",
        "Aylaにはg6の火山の火2個を置けるマスがなく、火トークンは捨てられました。",
    ]


def test_a_totem_leaves_the_middle() -> None:
    assert in_every_language(table(TOTEM), TotemMoved("flint", None, 1)) == [
        "Bruno takes the flint totem.",
        "Bruno nimmt sich das Feuerstein-Totem.",
        "Bruno neemt de vuursteentotem.",
        "Bruno prende il totem della pietra focaia.",
        "Bruno prend le totem Silex.",
        "Bruno toma el tótem del sílex.",
        "Bruno bierze totem krzemienia.",
        "Brunoが火打石のトーテムを取りました。",
    ]


def test_a_totem_changes_hands() -> None:
    assert in_every_language(table(TOTEM, totems={"mammoth": 0}), TotemMoved("mammoth", 0, 1)) == [
        "Bruno gets the mammoth totem from Ayla.",
        "Bruno erhält das Mammut-Totem von Ayla.",
        "Bruno krijgt de mammoettotem van Ayla.",
        "Bruno riceve il totem del mammut da Ayla.",
        "Bruno reçoit le totem Mammouth de Ayla.",
        "Bruno recibe el tótem del mamut de Ayla.",
        "Bruno otrzymuje totem mamuta od gracza Ayla.",
        "BrunoがAylaからマンモスのトーテムを受け取りました。",
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
        "Ayla dépense un mammouth et un poisson, recrute une guerrière amazone dans la Grotte et pose la tuile en h7.",
        "Ayla gasta un mamut y un pez, recluta una guerrera amazona de la Cueva y pone la ficha en h7.",
        "Ayla wydaje zasoby (mamuta i rybę), rekrutuje wojowniczkę amazonkę z Jaskini i kładzie żeton na h7.",
        "Aylaがマンモス、魚を払って洞窟からアマゾンの戦士を仲間にし、h7に置きました。",
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
        "Ayla dépense un mammouth, un poisson, un champignon et un silex, recrute un chaman dans la pioche"
        " et pose la tuile en j7.",
        "Ayla gasta un mamut, un pez, una seta y un sílex, recluta un chamán de la pila y pone la ficha en j7.",
        "Ayla wydaje zasoby (mamuta, rybę, grzyba i krzemień), rekrutuje szamana ze stosu i kładzie żeton na j7.",
        "Aylaがマンモス、魚、キノコ、火打石を払って山からシャーマンを仲間にし、j7に置きました。",
    ]


def test_nobody_is_recruited() -> None:
    assert in_every_language(table(TRIBE), RecruitPassed(2)) == [
        "Cyril recruits no caveman.",
        "Cyril rekrutiert keinen Höhlenmenschen.",
        "Cyril trekt geen holbewoner aan.",
        "Cyril non recluta nessun Cro-magnon.",
        "Cyril ne recrute aucun Cro-magnon.",
        "Cyril no recluta a ningún cavernícola.",
        "Cyril nikogo nie rekrutuje.",
        "Cyrilは誰も仲間にしませんでした。",
    ]


def test_a_bot_plays_on_for_who_resigns() -> None:
    assert in_every_language(table(TRIBE), SeatResigned(2, "pebble")) == [
        "Cyril gives up; the bot Pebble plays on.",
        "Cyril gibt auf; der Bot Kiesel spielt weiter.",
        "Cyril geeft op; de bot Kiezel speelt verder.",
        "Cyril abbandona; il bot Ciottolo continua a giocare.",
        "Cyril abandonne ; le bot Galet continue.",
        "Cyril abandona; sigue el bot Guijarro.",
        "Cyril poddaje partię; dalej gra bot Kamyk.",
        "Cyrilが投了しました。ボット「小石」が続けます。",
    ]


def test_a_bot_plays_on_for_who_runs_out_of_time() -> None:
    assert in_every_language(table(KINGDOMINO), SeatTimedOut(3, "volcano")) == [
        "Durc has run out of time; the bot Volcano plays on.",
        "Bei Durc ist die Zeit abgelaufen; der Bot Vulkan spielt weiter.",
        "De tijd van Durc is om; de bot Vulkaan speelt verder.",
        "Durc ha esaurito il tempo; il bot Vulcano continua a giocare.",
        "Durc a épuisé son temps ; le bot Volcan continue.",
        "A Durc se le acabó el tiempo; sigue el bot Volcán.",
        "Durc przekracza czas; dalej gra bot Wulkan.",
        "Durcの持ち時間が切れました。ボット「火山」が続けます。",
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
        "Ayla reprend son tour.",
        "Ayla deshace su turno.",
        "Ayla cofa swoją turę.",
        "Aylaが手番を取り消しました。",
    ]


def test_a_name_with_braces_is_only_a_name() -> None:
    position = replace(table(TRIBE).position, players=(Player("{0}"), Player("{name}"), Player(""), Player("{")))
    assert tell(position, TotemMoved("fish", 0, 1), "en") == "{name} gets the fish totem from {0}."


def test_the_start_tells_nothing_of_the_deal() -> None:
    open_start = GameStarted(TRIBE, players(TRIBE), "c0ffee", deal(TRIBE), "5a17")
    assert in_every_language(INITIAL, open_start) == in_every_language(
        INITIAL, replace(open_start, deal=None, salt=None, commitment="")
    )
