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
        "Een partij Kingdomino Origins in de Stammodus begint: Ayla, Bruno en Cyril (bot Vuursteen)."
        " Varianten: Keizer van het vuur en Homo Habilis.",
        "Inizia una partita a Kingdomino Origins in Modalità Tribù: Ayla, Bruno e Cyril (bot Pietra focaia)."
        " Varianti: Impero del fuoco e Homo Habilis.",
        "Une partie de Kingdomino Origins en Mode Tribu commence : Ayla, Bruno et Cyril (bot Silex)."
        " Variantes : L’Empire du feu et Homo habilis.",
        "Empieza una partida de Kingdomino Origins en Modo Tribu: Ayla, Bruno y Cyril (bot Sílex)."
        " Variantes: Imperio del fuego y Homo habilis.",
        "Rozpoczyna się partia Kingdomino Origins, Tryb Plemię: Ayla, Bruno i Cyril (bot Krzemień)."
        " Warianty: Imperium ognia i Homo habilis.",
        "キングドミノ・オリジンズ（部族モード）の対局が始まりました：Ayla、Bruno、Cyril（ボット・火打石）。バリアント：火の帝国、ホモ・ハビリス。",
    ]


def test_kingdomino_has_no_mode_and_a_single_variant_is_not_plural() -> None:
    rules = Rules("kingdomino", 2, None, ("mighty_duel",))
    assert in_every_language(INITIAL, GameStarted(rules, players(rules), "c0ffee")) == [
        "A game of Kingdomino begins: Ayla and Bruno. Variant: The Mighty Duel.",
        "Eine Partie Kingdomino beginnt: Ayla und Bruno. Variante: Das große Duell.",
        "Een partij Kingdomino begint: Ayla en Bruno. Variant: Het grote duel.",
        "Inizia una partita a Kingdomino: Ayla e Bruno. Variante: Il grande duello.",
        "Une partie de Kingdomino commence : Ayla et Bruno. Variante : Le Grand Duel.",
        "Empieza una partida de Kingdomino: Ayla y Bruno. Variante: El gran duelo.",
        "Rozpoczyna się partia Kingdomino: Ayla i Bruno. Wariant: Wielki pojedynek.",
        "キングドミノの対局が始まりました：Ayla、Bruno。バリアント：大決闘。",
    ]


def test_without_variants_nothing_is_said_of_them() -> None:
    assert in_every_language(INITIAL, GameStarted(DISCOVERY, players(DISCOVERY), "c0ffee")) == [
        "A game of Kingdomino Origins in Discovery Mode begins: Ayla, Bruno, Cyril and Durc.",
        "Eine Partie Kingdomino Origins im Feuer-Modus beginnt: Ayla, Bruno, Cyril und Durc.",
        "Een partij Kingdomino Origins in de Ontdekkingsmodus begint: Ayla, Bruno, Cyril en Durc.",
        "Inizia una partita a Kingdomino Origins in Modalità Scoperta: Ayla, Bruno, Cyril e Durc.",
        "Une partie de Kingdomino Origins en Mode Découverte commence : Ayla, Bruno, Cyril et Durc.",
        "Empieza una partida de Kingdomino Origins en Modo Descubrimiento: Ayla, Bruno, Cyril y Durc.",
        "Rozpoczyna się partia Kingdomino Origins, Tryb Odkrycia: Ayla, Bruno, Cyril i Durc.",
        "キングドミノ・オリジンズ（発見モード）の対局が始まりました：Ayla、Bruno、Cyril、Durc。",
    ]


def test_origins_draws_chiefs() -> None:
    assert in_every_language(table(TRIBE), ChiefsDrawn((2, 0, 3, 1))) == [
        "The tribe chiefs are drawn in this order: Cyril, Ayla, Durc, Bruno.",
        "Die Stammesoberhäupter werden in dieser Reihenfolge gezogen: Cyril, Ayla, Durc, Bruno.",
        "De stamhoofden verschijnen in deze volgorde: Cyril, Ayla, Durc, Bruno.",
        "I capi tribù escono in questo ordine: Cyril, Ayla, Durc, Bruno.",
        "Les chefs de tribu sont tirés dans cet ordre : Cyril, Ayla, Durc, Bruno.",
        "Los jefes de tribu salen en este orden: Cyril, Ayla, Durc, Bruno.",
        "Wodzowie są losowani w tej kolejności: Cyril, Ayla, Durc, Bruno.",
        "族長が引かれた順番：Cyril、Ayla、Durc、Bruno。",
    ]


def test_kingdomino_draws_kings() -> None:
    assert in_every_language(table(KINGDOMINO), ChiefsDrawn((2, 0, 3, 1))) == [
        "The kings are drawn in this order: Cyril, Ayla, Durc, Bruno.",
        "Die Könige werden in dieser Reihenfolge gezogen: Cyril, Ayla, Durc, Bruno.",
        "De koningen verschijnen in deze volgorde: Cyril, Ayla, Durc, Bruno.",
        "I re escono in questo ordine: Cyril, Ayla, Durc, Bruno.",
        "Les rois sont tirés dans cet ordre : Cyril, Ayla, Durc, Bruno.",
        "Los reyes salen en este orden: Cyril, Ayla, Durc, Bruno.",
        "Królowie są losowani w tej kolejności: Cyril, Ayla, Durc, Bruno.",
        "王が引かれた順番：Cyril、Ayla、Durc、Bruno。",
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
        "La ligne 4 est révélée : dominos 1 (désert/désert), 25 (désert/lac), 47 (jungle/carrière) et 48"
        " (carrière/volcan).",
        "Se revela la línea 4: dominós 1 (desierto/desierto), 25 (desierto/lago), 47 (selva/cantera) y 48"
        " (cantera/volcán).",
        "Odsłonięta zostaje linia 4: płytki 1 (pustynia/pustynia), 25 (pustynia/jezioro), 47"
        " (dżungla/kamieniołom) i 48 (kamieniołom/wulkan).",
        "列4が公開されました：ドミノ1 (砂漠/砂漠)、25 (砂漠/湖)、47 (密林/石切り場)、48 (石切り場/火山)。",
    ]


def test_grassland_is_another_word_in_each_game() -> None:
    assert in_every_language(table(KINGDOMINO), DominoDrafted(0, 10)) == [
        "Ayla puts a king on domino 10 (grassland/grassland).",
        "Ayla stellt einen König auf Dominostein 10 (Wiese/Wiese).",
        "Ayla plaatst een koning op domino 10 (grasland/grasland).",
        "Ayla posiziona un re sulla tessera 10 (prato/prato).",
        "Ayla pose un roi sur le domino 10 (prairie/prairie).",
        "Ayla pone un rey en el dominó 10 (pradera/pradera).",
        "Ayla stawia króla na płytce 10 (łąka/łąka).",
        "Aylaがドミノ10 (草原/草原)に王を置きました。",
    ]
    assert in_every_language(table(TRIBE), DominoDrafted(0, 12)) == [
        "Ayla puts a tribe chief on domino 12 (grassland/grassland).",
        "Ayla stellt ein Stammesoberhaupt auf Dominostein 12 (Steppe/Steppe).",
        "Ayla plaatst een stamhoofd op domino 12 (steppe/steppe).",
        "Ayla posiziona un capo tribù sulla tessera 12 (steppa/steppa).",
        "Ayla pose un chef de tribu sur le domino 12 (prairie/prairie).",
        "Ayla pone un jefe de tribu en el dominó 12 (pradera/pradera).",
        "Ayla stawia wodza na płytce 12 (łąka/łąka).",
        "Aylaがドミノ12 (草原/草原)に族長を置きました。",
    ]


def test_the_cave_tells_only_who_is_new_and_counts_those_alike() -> None:
    before = table(TRIBE, cave=("hunter",))
    assert in_every_language(before, CaveRevealed(("hunter", "small_warrior", "fisher", "small_warrior"))) == [
        "New in the cave: 2 small warriors and fishing child.",
        "Neu in der Auslage: 2 kleine Krieger und Fischerin.",
        "Nieuw op het grottenbord: 2 kleine krijgers en visser.",
        "Novità nella Grotta: 2 guerrieri Magrolini e pescatrice.",
        "Du nouveau dans la Grotte : 2 petits guerriers et enfant pêcheur.",
        "Novedades en la Cueva: 2 guerreros menudos y niño pescador.",
        "Nowi w Jaskini: 2 mali wojownicy i mały rybak.",
        "洞窟に新しく登場：小柄な戦士×2、釣りの子。",
    ]


def test_the_first_cave_is_new_altogether() -> None:
    assert in_every_language(
        table(TRIBE), CaveRevealed(("oafish_warrior", "amazon_warrior", "shaman", "fire_lady"))
    ) == [
        "New in the cave: oafish warrior, Amazon warrior, shaman and fire lady.",
        "Neu in der Auslage: großer Krieger, Amazonen-Kriegerin, Schamane und Feuermeisterin.",
        "Nieuw op het grottenbord: lompe krijger, Amazonekrijger, sjamaan en vuurdame.",
        "Novità nella Grotta: guerriero Energumeno, guerriera Amazzone, sciamano e signora del fuoco.",
        "Du nouveau dans la Grotte : guerrier balourd, guerrière amazone, chaman et dame du feu.",
        "Novedades en la Cueva: guerrero bruto, guerrera amazona, chamán y dama del fuego.",
        "Nowi w Jaskini: wojownik osiłek, wojowniczka amazonka, szaman i pani ognia.",
        "洞窟に新しく登場：大男の戦士、アマゾンの戦士、シャーマン、火の女。",
    ]


def test_a_domino_is_placed_in_a_territory_seen_from_the_hut_on_g7() -> None:
    assert in_every_language(table(TRIBE, holding=25), DominoPlaced(0, 25, (0, -1), (1, -1))) == [
        "Ayla places domino 25 in their territory: desert on g6, lake on h6.",
        "Ayla legt Dominostein 25 ins Territorium: Wüste auf g6, See auf h6.",
        "Ayla plaatst domino 25 in het jachtgebied: woestijn op g6, meer op h6.",
        "Ayla aggiunge la tessera 25 al proprio territorio: deserto in g6, lago in h6.",
        "Ayla pose le domino 25 dans son territoire : désert en g6, lac en h6.",
        "Ayla coloca el dominó 25 en su territorio: desierto en g6, lago en h6.",
        "Ayla dokłada płytkę 25 do swojego terytorium: pustynia na g6, jezioro na h6.",
        "Aylaがドミノ25を領地に置きました：g6に砂漠、h6に湖。",
    ]


def test_a_domino_is_placed_in_a_kingdom() -> None:
    assert in_every_language(table(KINGDOMINO, holding=25), DominoPlaced(0, 25, (-1, 0), (-1, 1))) == [
        "Ayla places domino 25 in their kingdom: forest on f7, wheat field on f8.",
        "Ayla legt Dominostein 25 ins Königreich: Wald auf f7, Weizenfeld auf f8.",
        "Ayla plaatst domino 25 in het koninkrijk: bos op f7, korenveld op f8.",
        "Ayla aggiunge la tessera 25 al proprio regno: foresta in f7, campo di grano in f8.",
        "Ayla pose le domino 25 dans son royaume : forêt en f7, champ de blé en f8.",
        "Ayla coloca el dominó 25 en su reino: bosque en f7, campo de trigo en f8.",
        "Ayla dokłada płytkę 25 do swojego królestwa: las na f7, pole zboża na f8.",
        "Aylaがドミノ25を王国に置きました：f7に森、f8に麦畑。",
    ]


def test_a_domino_that_fits_nowhere() -> None:
    assert in_every_language(table(TRIBE), DominoDiscarded(1, 25, "no_room")) == [
        "Domino 25 (desert/lake) fits nowhere in the territory of Bruno and is discarded.",
        "Dominostein 25 (Wüste/See) passt bei Bruno nirgends ins Territorium und kommt zurück in die Schachtel.",
        "Domino 25 (woestijn/meer) past nergens in het jachtgebied van Bruno en gaat terug in de doos.",
        "La tessera 25 (deserto/lago) non trova posto nel territorio di Bruno e viene scartata.",
        "Le domino 25 (désert/lac) ne rentre nulle part dans le territoire de Bruno et il est défaussé.",
        "El dominó 25 (desierto/lago) no cabe en el territorio de Bruno y se descarta.",
        "Płytka 25 (pustynia/jezioro) nie pasuje nigdzie na terytorium gracza Bruno i zostaje odrzucona.",
        "ドミノ25 (砂漠/湖)はBrunoの領地のどこにも置けず、捨てられました。",
    ]
    assert in_every_language(table(KINGDOMINO), DominoDiscarded(1, 47, "no_room")) == [
        "Domino 47 (swamp/mine) fits nowhere in the kingdom of Bruno and is discarded.",
        "Dominostein 47 (Sumpf/Mine) passt bei Bruno nirgends ins Königreich und kommt zurück in die Schachtel.",
        "Domino 47 (moeras/mijn) past nergens in het koninkrijk van Bruno en gaat terug in de doos.",
        "La tessera 47 (palude/miniera) non trova posto nel regno di Bruno e viene scartata.",
        "Le domino 47 (marais/mine) ne rentre nulle part dans le royaume de Bruno et il est défaussé.",
        "El dominó 47 (pantano/mina) no cabe en el reino de Bruno y se descarta.",
        "Płytka 47 (bagno/kopalnia) nie pasuje nigdzie w królestwie gracza Bruno i zostaje odrzucona.",
        "ドミノ47 (沼地/鉱山)はBrunoの王国のどこにも置けず、捨てられました。",
    ]


def test_a_domino_that_is_declined() -> None:
    assert in_every_language(table(KINGDOMINO), DominoDiscarded(1, 47, "declined")) == [
        "Bruno declines to place domino 47 (swamp/mine); it is discarded.",
        "Bruno verzichtet darauf, Dominostein 47 (Sumpf/Mine) zu legen; er kommt zurück in die Schachtel.",
        "Bruno ziet af van het plaatsen van domino 47 (moeras/mijn); die gaat terug in de doos.",
        "Bruno rinuncia a piazzare la tessera 47 (palude/miniera), che viene scartata.",
        "Bruno renonce à poser le domino 47 (marais/mine) ; il est défaussé.",
        "Bruno renuncia a colocar el dominó 47 (pantano/mina), que se descarta.",
        "Bruno rezygnuje z dołożenia płytki 47 (bagno/kopalnia); zostaje ona odrzucona.",
        "Brunoはドミノ47 (沼地/鉱山)を置かず、捨てました。",
    ]


def test_a_domino_that_nobody_claimed() -> None:
    assert in_every_language(table(Rules("origins", 3, "tribe")), DominoDiscarded(None, 25, "unclaimed")) == [
        "Nobody has chosen domino 25 (desert/lake); it is discarded.",
        "Dominostein 25 (Wüste/See) hat niemand gewählt; er kommt zurück in die Schachtel.",
        "Niemand heeft domino 25 (woestijn/meer) gekozen; die gaat terug in de doos.",
        "Nessuno ha scelto la tessera 25 (deserto/lago), che viene scartata.",
        "Personne n’a choisi le domino 25 (désert/lac) ; il est défaussé.",
        "Nadie ha elegido el dominó 25 (desierto/lago), que se descarta.",
        "Nikt nie wybiera płytki 25 (pustynia/jezioro); zostaje ona odrzucona.",
        "誰も選ばなかったドミノ25 (砂漠/湖)は捨てられました。",
    ]


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
