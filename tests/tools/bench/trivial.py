"""The yardstick: a Litestar handler that only decodes the same body and answers, on the same server."""

import os
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from domain.commands import Move


class Trivial(msgspec.Struct):
    seq: int
    events: list[Any]


@post("/api/games/{game:str}/moves", status_code=HTTP_200_OK)
async def move(game: FromPath[str], data: JSONBody[Move]) -> Trivial:
    return Trivial(1, [])


@get("/api/games/{game:str}")
async def table(game: FromPath[str]) -> Trivial:
    return Trivial(1, [])


@get("/health/ready")
async def ready() -> dict[str, str]:
    return {"status": "ready"}


app = Litestar([move, table, ready], openapi_config=None)

if __name__ == "__main__":
    uvicorn.run(app, port=int(os.environ["PORT"]), log_level="warning", access_log=False)
