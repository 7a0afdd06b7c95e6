"""What the OpenAPI page says beyond the types: who may ask, what may be refused, headers, and examples."""

from dataclasses import dataclass
from typing import Any, Final

from litestar import Response, Router
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example, OpenAPIMediaType, Operation, Parameter, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIType
from litestar.params import BodyKwarg
from litestar.status_codes import HTTP_404_NOT_FOUND

from service.http.problems import MEDIA_TYPE, Problem

TOKEN: Final[list[dict[str, list[str]]]] = [{"bearer": []}, {"session": []}]
TOKEN_OR_NOBODY: Final[list[dict[str, list[str]]]] = [*TOKEN, {}]

_REFUSALS: Final = {
    400: ("The question is not well formed", "at: Expected `int | null`, got `str`"),
    401: ("Nobody knows this token, or a token is needed", "This token is not known: ask for a new one."),
    403: ("You have no seat in this game", "You have no seat in this game."),
    404: ("No such game, or nothing of this kind in it", "There is no such game, or it is private."),
    409: ("The game has moved on; `seq` says where it is", "The game has moved on: it is at event 7 now."),
    413: ("The body is over 64 KB", "A body has at most 64 KB."),
    422: ("The rules forbid it; `code` and `rule` say which", "A fire lands on an empty square."),
    429: ("You ask too often", "You ask faster than is allowed: wait a second, then go on."),
    503: ("The log cannot be reached at the moment: try again", "Nothing is lost: try again in a moment."),
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The documented errors of a route; any route may be asked too often, or find the log away."""
    return {status: refusal(status, *_REFUSALS[status]) for status in (*statuses, 429, 503)}


def refusal(status: int, title: str, detail: str) -> ResponseSpec:
    """An error of a route that means something else there than elsewhere."""
    example = Example(value={"status": status, "title": title, "detail": detail})
    return ResponseSpec(Problem, generate_examples=False, description=title, media_type=MEDIA_TYPE, examples=[example])


def body(**examples: Any) -> BodyKwarg:
    """A JSON body with its examples, by name."""
    return BodyKwarg(examples=[Example(id=name, value=value) for name, value in examples.items()])


def _text_parameter(name: str, place: str, description: str, example: str) -> Parameter:
    schema = Schema(type=OpenAPIType.STRING, examples=[example])
    return Parameter(name=name, param_in=place, description=description, schema=schema, required=False)


INVITE: Final = _text_parameter(
    "invite", "query", "Opens a private game to those who have no seat in it.", "Qm9vIQk2v0jUj8w4Xn3fTg"
)
IDEMPOTENCY_KEY: Final = _text_parameter(
    "Idempotency-Key",
    "header",
    "At most 200 characters. A move sent again with the key of a move that was made is not made again, and gets the "
    "same answer.",
    "ann-42",
)
LAST_EVENT_ID: Final = _text_parameter("Last-Event-ID", "header", "Go on behind this event; wins over `after`.", "7")
IF_NONE_MATCH: Final = _text_parameter("If-None-Match", "header", "The ETag of the answer you have.", '"7-0"')

UNCHANGED: Final = ResponseSpec(None, description="What you have is right")


def asking(*parameters: Parameter, text: str | None = None) -> type[Operation]:
    """An operation that also takes `parameters`, or a plain `text` of which this is an example.

    They are read from the request itself, so that busy routes do not pay for their being documented.
    """

    @dataclass
    class Asking(Operation):
        def __post_init__(self) -> None:
            self.parameters = [*(self.parameters or []), *parameters]
            if text is not None:
                schema = Schema(type=OpenAPIType.STRING, examples=[text])
                self.request_body = RequestBody({"text/plain": OpenAPIMediaType(schema=schema)}, required=True)

    return Asking


def schema_router() -> Router:
    """Where the page is; what else is asked for there is refused as everywhere, not by the framework's own page."""
    return Router("/schema", route_handlers=[], include_in_schema=False, after_request=_found)


def _found(response: Response[Any]) -> Response[Any]:
    if response.status_code == HTTP_404_NOT_FOUND:
        raise NotFoundException
    return response
