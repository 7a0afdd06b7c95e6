"""The contents of the two boxes: terrains, resources, cavemen, totems. Names and numbers only, no behaviour."""

from typing import Final, Literal, TypeAlias

Terrain: TypeAlias = Literal[
    "desert", "grassland", "lake", "jungle", "quarry", "volcano", "wheat", "forest", "swamp", "mine"
]
Resource: TypeAlias = Literal["mammoth", "fish", "mushroom", "flint"]
Caveman: TypeAlias = Literal[
    "hunter",
    "fisher",
    "gatherer",
    "sculptor",
    "painter",
    "fire_lady",
    "shaman",
    "small_warrior",
    "amazon_warrior",
    "oafish_warrior",
]
Level: TypeAlias = Literal["pebble", "flint", "mammoth", "volcano"]

RESOURCES: Final[tuple[Resource, ...]] = ("mammoth", "fish", "mushroom", "flint")
TOTEM_POINTS: Final[dict[Resource, int]] = {"mammoth": 3, "fish": 4, "mushroom": 5, "flint": 6}

# O11, O12: the number of each in the box.
CAVEMEN: Final[dict[Caveman, int]] = {
    "hunter": 2,
    "fisher": 2,
    "gatherer": 2,
    "sculptor": 2,
    "painter": 2,
    "fire_lady": 2,
    "shaman": 2,
    "small_warrior": 4,
    "amazon_warrior": 3,
    "oafish_warrior": 1,
}
WARRIOR_POWER: Final[dict[Caveman, int]] = {"small_warrior": 1, "amazon_warrior": 2, "oafish_warrior": 3}
CAVE_SIZE: Final = 4
