"""A sentence for each kind of event in every language, in the words of the published editions."""

from domain.events import (
    CaveRevealed,
    ChiefsDrawn,
    DominoDiscarded,
    DominoDrafted,
    DominoPlaced,
    GameStarted,
    LineRevealed,
    Player,
)
from domain.game import INITIAL
from domain.rules import Rules
from tests.support.spec import DISCOVERY, KINGDOMINO, TRIBE, players, table
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
