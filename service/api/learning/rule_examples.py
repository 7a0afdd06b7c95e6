"""Examples of the rules, in which moves can be tried. Nothing is stored."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from domain.commands import Step
from domain.errors import Reason
from projections.trying import EXAMPLES, Answer, Example, ShownExample, answer, shown
from service.http.language import language
from service.http.openapi import OPTIONAL_TOKEN, body, refusal, refusals
from service.http.request import StrictRequest
from service.runtime.refusal import Refused

NO_SUCH_EXAMPLE: Final = Reason("no_such_example", "", "There is no example of the rules called {example}.")
_UNKNOWN: Final = {404: refusal(404, "No such example", "There is no example of the rules called nothing.")}
MOVES: Final = body(
    allowed={"move": {"type": "place", "domino": 20, "a": [2, -1], "b": [1, -1]}},
    refused={"move": {"type": "place", "domino": 20, "a": [1, -1], "b": [2, -1]}},
)


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    move: Step


class RuleExamplesController(Controller):
    path = "/api/rules/examples/{example:str}"
    tags = ("rules",)
    security = OPTIONAL_TOKEN

    @get("/", summary="An example of the rules, and moves to try there", responses=refusals(400, 401) | _UNKNOWN)
    async def example(self, example: FromPath[str]) -> ShownExample:
        """It does not say which of the moves are legal: try them."""
        return shown(_example(example))

    @post(
        "/",
        summary="Try a move in an example: the table after it, or why it is illegal",
        status_code=HTTP_200_OK,
        responses=refusals(400, 401, 413) | _UNKNOWN,
    )
    async def attempt(self, request: StrictRequest, example: FromPath[str], data: Annotated[Attempt, MOVES]) -> Answer:
        """In the language of `Accept-Language`. An illegal move is an ordinary answer, not an error."""
        return answer(_example(example), data.move, language(request))


def _example(name: str) -> Example:
    if (example := EXAMPLES.get(name)) is None:
        raise Refused(NO_SUCH_EXAMPLE.about(example=name), "not_found")
    return example
