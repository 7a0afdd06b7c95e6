"""The last sentence of a game in every language: winners, totals, what broke a tie, and ends before the end."""

import re

from domain.events import (
    BotDrawn,
    GameCancelled,
    GameFinished,
    TurnUndone,
    VictoryClaimed,
)
from domain.rules import Rules
from tests.support.spec import DISCOVERY, NEOLITHIC, table
from tests.support.telling import in_every_language


def test_the_end_tells_the_winner_and_all_totals() -> None:
    end = table(Rules("origins", 2, "discovery"), "hut D1", "G1 G hut")
    assert in_every_language(end, GameFinished((1,))) == [
        "Bruno wins with 2 comfort points. Final scores: Bruno 2, Ayla 1.",
        "Bruno gewinnt mit 2 Prestigepunkten. Endstand: Bruno 2, Ayla 1.",
        "Bruno wint met 2 comfortpunten. Eindscore: Bruno 2, Ayla 1.",
        "Bruno vince con 2 punti comfort. Punteggio finale: Bruno 2, Ayla 1.",
        "Bruno gagne avec 2 points de confort. Scores finaux : Bruno 2, Ayla 1.",
        "Bruno gana con 2 puntos de bienestar. Puntuación final: Bruno 2, Ayla 1.",
        "Bruno wygrywa z 2 punktami komfortu. Wynik końcowy: Bruno 2, Ayla 1.",
        "Brunoが快適点2点で勝ちました。 最終得点：Bruno 2、Ayla 1。",
    ]


def test_one_point_is_not_plural() -> None:
    end = table(Rules("kingdomino", 2), "castle W1", "castle")
    assert in_every_language(end, GameFinished((0,))) == [
        "Ayla wins with 1 prestige point. Final scores: Ayla 1, Bruno 0.",
        "Ayla gewinnt mit 1 Prestigepunkt. Endstand: Ayla 1, Bruno 0.",
        "Ayla wint met 1 prestigepunt. Eindscore: Ayla 1, Bruno 0.",
        "Ayla vince con 1 punto prestigio. Punteggio finale: Ayla 1, Bruno 0.",
        "Ayla gagne avec 1 point de prestige. Scores finaux : Ayla 1, Bruno 0.",
        "Ayla gana con 1 punto de prestigio. Puntuación final: Ayla 1, Bruno 0.",
        "Ayla wygrywa z 1 punktem prestiżu. Wynik końcowy: Ayla 1, Bruno 0.",
        "Aylaが名声点1点で勝ちました。 最終得点：Ayla 1、Bruno 0。",
    ]


def test_the_biggest_region_breaks_a_tie() -> None:
    end = table(Rules("origins", 2, "discovery"), "hut D2", "G1 G hut")
    assert in_every_language(end, GameFinished((1,))) == [
        "Bruno wins with 2 comfort points. Final scores: Bruno 2, Ayla 2."
        " Tied with 2 comfort points: Bruno and Ayla. Tie-break: biggest region.",
        "Bruno gewinnt mit 2 Prestigepunkten. Endstand: Bruno 2, Ayla 2."
        " Gleichstand mit 2 Prestigepunkten: Bruno und Ayla. Entscheidung: größtes Gebiet.",
        "Bruno wint met 2 comfortpunten. Eindscore: Bruno 2, Ayla 2."
        " Gelijkspel met 2 comfortpunten: Bruno en Ayla. Beslissend: grootste regio.",
        "Bruno vince con 2 punti comfort. Punteggio finale: Bruno 2, Ayla 2."
        " Parità con 2 punti comfort: Bruno e Ayla. Spareggio: regione più grande.",
        "Bruno gagne avec 2 points de confort. Scores finaux : Bruno 2, Ayla 2."
        " Égalité à 2 points de confort : Bruno et Ayla. Départage : plus grande région.",
        "Bruno gana con 2 puntos de bienestar. Puntuación final: Bruno 2, Ayla 2."
        " Empate a 2 puntos de bienestar: Bruno y Ayla. Desempate: región más grande.",
        "Bruno wygrywa z 2 punktami komfortu. Wynik końcowy: Bruno 2, Ayla 2."
        " Remis z 2 punktami komfortu: Bruno i Ayla. Rozstrzyga: największy obszar.",
        "Brunoが快適点2点で勝ちました。 最終得点：Bruno 2、Ayla 2。 快適点2点で同点：Bruno、Ayla。決め手：最大の地域。",
    ]


def test_fires_break_a_tie_that_regions_leave() -> None:
    end = table(Rules("origins", 2, "discovery"), "D2 D1 hut", "D1 D hut J2*2")
    assert [re.split("6[.。] ", text, maxsplit=1)[1] for text in in_every_language(end, GameFinished((1,)))] == [
        "Tied with 6 comfort points: Bruno and Ayla. Tie-break: most Fire symbols.",
        "Gleichstand mit 6 Prestigepunkten: Bruno und Ayla. Entscheidung: meiste Feuer-Symbole.",
        "Gelijkspel met 6 comfortpunten: Bruno en Ayla. Beslissend: meeste vuurpictogrammen.",
        "Parità con 6 punti comfort: Bruno e Ayla. Spareggio: più icone Fuoco.",
        "Égalité à 6 points de confort : Bruno et Ayla. Départage : plus de symboles Feu.",
        "Empate a 6 puntos de bienestar: Bruno y Ayla. Desempate: más símbolos de Fuego.",
        "Remis z 6 punktami komfortu: Bruno i Ayla. Rozstrzyga: najwięcej symboli ognia.",
        "快適点6点で同点：Bruno、Ayla。決め手：火の数。",
    ]


def test_crowns_break_a_tie_where_the_option_is_on() -> None:
    end = table(Rules("kingdomino", 2, None, ("crowns_break_ties",)), "W2 W1 castle", "W1 W castle F2 L2")
    assert [re.split("6[.。] ", text, maxsplit=1)[1] for text in in_every_language(end, GameFinished((1,)))] == [
        "Tied with 6 prestige points: Bruno and Ayla. Tie-break: most crowns.",
        "Gleichstand mit 6 Prestigepunkten: Bruno und Ayla. Entscheidung: meiste Kronen.",
        "Gelijkspel met 6 prestigepunten: Bruno en Ayla. Beslissend: meeste kronen.",
        "Parità con 6 punti prestigio: Bruno e Ayla. Spareggio: più corone.",
        "Égalité à 6 points de prestige : Bruno et Ayla. Départage : plus de couronnes.",
        "Empate a 6 puntos de prestigio: Bruno y Ayla. Desempate: más coronas.",
        "Remis z 6 punktami prestiżu: Bruno i Ayla. Rozstrzyga: najwięcej koron.",
        "名声点6点で同点：Bruno、Ayla。決め手：王冠の数。",
    ]


def test_a_tie_that_nothing_breaks_is_a_shared_victory() -> None:
    end = table(Rules("origins", 2, "discovery"), "hut D1", "hut G1")
    assert in_every_language(end, GameFinished((0, 1))) == [
        "Ayla and Bruno share the victory with 1 comfort point each. Final scores: Ayla 1, Bruno 1."
        " Tied with 1 comfort point: Ayla and Bruno. Tie-break: place shared.",
        "Ayla und Bruno teilen sich mit je 1 Prestigepunkt den Sieg. Endstand: Ayla 1, Bruno 1."
        " Gleichstand mit 1 Prestigepunkt: Ayla und Bruno. Entscheidung: geteilter Platz.",
        "Ayla en Bruno delen de overwinning met elk 1 comfortpunt. Eindscore: Ayla 1, Bruno 1."
        " Gelijkspel met 1 comfortpunt: Ayla en Bruno. Beslissend: gedeelde plaats.",
        "Ayla e Bruno condividono la vittoria con 1 punto comfort a testa. Punteggio finale: Ayla 1, Bruno 1."
        " Parità con 1 punto comfort: Ayla e Bruno. Spareggio: posto condiviso.",
        "Ayla et Bruno partagent la victoire avec 1 point de confort chacun."
        " Scores finaux : Ayla 1, Bruno 1. Égalité à 1 point de confort : Ayla et Bruno. Départage : place"
        " partagée.",
        "Ayla y Bruno comparten la victoria con 1 punto de bienestar cada uno."
        " Puntuación final: Ayla 1, Bruno 1. Empate a 1 punto de bienestar: Ayla y Bruno. Desempate: puesto"
        " compartido.",
        "Ayla i Bruno dzielą zwycięstwo, każde z 1 punktem komfortu. Wynik końcowy: Ayla 1, Bruno 1."
        " Remis z 1 punktem komfortu: Ayla i Bruno. Rozstrzyga: wspólne miejsce.",
        "Ayla、Brunoがそれぞれ快適点1点で勝利を分け合いました。 最終得点：Ayla 1、Bruno 1。"
        " 快適点1点で同点：Ayla、Bruno。決め手：同順位。",
    ]


def test_tie_breaks_are_named_in_the_order_in_which_they_were_needed() -> None:
    end = table(Rules("origins", 3, "discovery"), "hut D1*2", "hut G1 G G", "hut J1*2")
    assert [re.split("3[.。] ", text, maxsplit=1)[1] for text in in_every_language(end, GameFinished((1,)))] == [
        "Tied with 3 comfort points: Bruno, Ayla and Cyril. Tie-break: biggest region, then place shared.",
        "Gleichstand mit 3 Prestigepunkten: Bruno, Ayla und Cyril. Entscheidung: größtes Gebiet, dann geteilter Platz.",
        "Gelijkspel met 3 comfortpunten: Bruno, Ayla en Cyril. Beslissend: grootste regio, dan gedeelde plaats.",
        "Parità con 3 punti comfort: Bruno, Ayla e Cyril. Spareggio: regione più grande, poi posto condiviso.",
        "Égalité à 3 points de confort : Bruno, Ayla et Cyril. Départage : plus grande région, puis place partagée.",
        "Empate a 3 puntos de bienestar: Bruno, Ayla y Cyril. Desempate: región más grande, luego puesto compartido.",
        "Remis z 3 punktami komfortu: Bruno, Ayla i Cyril. Rozstrzyga: największy obszar, potem wspólne miejsce.",
        "快適点3点で同点：Bruno、Ayla、Cyril。決め手：最大の地域、次に同順位。",
    ]


def test_a_victory_over_a_player_who_left_does_not_depend_on_the_points() -> None:
    end = table(Rules("origins", 2, "discovery"), "hut D1", "G1 G hut")
    assert (
        in_every_language(end, GameFinished((0,)))[0]
        == "Ayla wins with 1 comfort point. Final scores: Ayla 1, Bruno 2."
    )


def test_equal_points_break_no_tie_once_a_player_has_left() -> None:
    end = table(Rules("origins", 2, "discovery"), "hut D2", "G1 G hut")
    assert (
        in_every_language(end, GameFinished((0,)))[0]
        == "Ayla wins with 2 comfort points. Final scores: Ayla 2, Bruno 2."
    )


def test_the_one_who_stays_wins() -> None:
    assert in_every_language(table(NEOLITHIC), VictoryClaimed(1)) == [
        "Bruno stays alone at the table, ends the game and wins.",
        "Bruno bleibt allein am Tisch, beendet die Partie und gewinnt.",
        "Bruno blijft alleen aan tafel, beëindigt de partij en wint.",
        "Bruno resta da solo al tavolo, termina la partita e vince.",
        "Bruno reste à table sans adversaire, termine la partie et gagne.",
        "Bruno se queda sin rivales en la mesa, termina la partida y gana.",
        "Bruno zostaje przy stole bez rywala, kończy partię i wygrywa.",
        "Brunoだけが席に残り、対局を終えて勝ちました。",
    ]


def test_a_game_that_is_called_off() -> None:
    assert in_every_language(table(NEOLITHIC), GameCancelled(1)) == [
        "Bruno calls the game off before anybody has moved.",
        "Bruno sagt die Partie ab, bevor jemand gezogen hat.",
        "Bruno zegt de partij af voordat iemand heeft gespeeld.",
        "Bruno annulla la partita prima che qualcuno abbia giocato.",
        "Bruno annule la partie avant le premier coup.",
        "Bruno cancela la partida antes de la primera jugada.",
        "Bruno odwołuje partię przed pierwszym ruchem.",
        "誰も手を指さないうちに、Brunoが対局を取りやめました。",
    ]


def test_what_the_others_agreed_to() -> None:
    game = table(DISCOVERY)
    assert in_every_language(game, GameCancelled(1, (2, 0, 3))) == [
        "Bruno calls the game off; all have agreed: Cyril, Ayla and Durc.",
        "Bruno sagt die Partie ab; alle sind einverstanden: Cyril, Ayla und Durc.",
        "Bruno zegt de partij af; iedereen is het eens: Cyril, Ayla en Durc.",
        "Bruno annulla la partita; tutti sono d'accordo: Cyril, Ayla e Durc.",
        "Bruno annule la partie ; tout le monde est d’accord : Cyril, Ayla et Durc.",
        "Bruno cancela la partida con el acuerdo de todos: Cyril, Ayla y Durc.",
        "Bruno odwołuje partię za zgodą wszystkich: Cyril, Ayla i Durc.",
        "全員の同意（Cyril、Ayla、Durc）で、Brunoが対局を取りやめました。",
    ]
    assert in_every_language(game, TurnUndone(1, 7, (2,))) == [
        "Bruno takes back the turn; Cyril agreed.",
        "Bruno nimmt den Zug zurück; einverstanden: Cyril.",
        "Bruno neemt de beurt terug; akkoord: Cyril.",
        "Bruno annulla il proprio turno; d'accordo: Cyril.",
        "Bruno reprend son tour, avec l’accord de Cyril.",
        "Bruno deshace su turno con el acuerdo de Cyril.",
        "Bruno cofa swoją turę; zgadzają się: Cyril.",
        "Cyrilの同意で、Brunoが手番を取り消しました。",
    ]
    assert in_every_language(game, BotDrawn(1, "flint", 0, (2, 3)))[:2] == [
        "Now the bot Flint plays on for Bruno.",
        "Für Bruno spielt jetzt der Bot Feuerstein weiter.",
    ]
