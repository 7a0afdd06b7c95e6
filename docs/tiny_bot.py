"""A bot in twenty lines: `python tiny_bot.py URL` plays against a bot of the house, `… URL GAME` joins a game."""

import json
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(base + path, data, headers)) as answer:
            return json.load(answer)
    except HTTPError as error:
        if error.code != 429:  # too many requests: wait as long as it says
            raise
        time.sleep(int(error.headers["Retry-After"]))
        return ask(path, body)


base, *games = sys.argv[1:]
headers = {}
headers["Authorization"] = "Bearer " + ask("/api/guests", {"name": "Tiny"})["token"]
offer = {"rules": {"game": "origins", "mode": "discovery", "seats": 2}, "seats": [{"bot": "pebble"}]}
table = ask(f"/api/games/{games[0]}/join", {}) if games else ask("/api/games", offer)
game, seat = f"/api/games/{table['id']}", table["seat"]
for line in urlopen(Request(base + game + "/stream", headers=headers)):
    if line.startswith(b"data: "):
        event = json.loads(line[6:])
        if event["event"]["type"] == "game_finished":
            print(table["id"], "won by seats", event["event"]["winners"], "and I am", seat)
            break
        choices = ask(game + "/moves")
        if choices["seq"] == event["seq"] and choices["seat"] == seat:
            ask(game + f"/moves?seq={event['seq']}", choices["moves"][0])
