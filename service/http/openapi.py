"""The parts of the OpenAPI document that types cannot say: credentials, errors, headers and examples."""

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
OPTIONAL_TOKEN: Final[list[dict[str, list[str]]]] = [*TOKEN, {}]

_REFUSALS: Final = {
    400: ("The request is malformed", "at: Expected `int | null`, got `str`"),
    401: ("The token is unknown, or one is required", "This token is not known: ask for a new one."),
    403: ("You have no seat in this game", "You have no seat in this game."),
    404: ("No such game, or it has nothing of this kind", "There is no such game, or it is private."),
    409: ("The game has moved on; `seq` says where it is", "The game has moved on: it is at event 7 now."),
    413: ("The body is over 64 KB", "A body has at most 64 KB."),
    422: ("The rules forbid it; `code` and `rule` say which", "A fire lands on an empty square."),
    429: ("Too many requests", "You ask faster than is allowed: wait a second, then go on."),
    503: ("The event store is unavailable: try again", "Nothing is lost: try again in a moment."),
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The documented errors of a route. Every route may hit a rate limit or find the event store unavailable."""
    return {status: refusal(status, *_REFUSALS[status]) for status in (*statuses, 429, 503)}


def refusal(status: int, title: str, detail: str) -> ResponseSpec:
    """A documented error with a meaning that is particular to a route."""
    example = Example(value={"status": status, "title": title, "detail": detail})
    return ResponseSpec(Problem, generate_examples=False, description=title, media_type=MEDIA_TYPE, examples=[example])


def body(**examples: Any) -> BodyKwarg:
    """A JSON body with named examples."""
    return BodyKwarg(examples=[Example(id=name, value=value) for name, value in examples.items()])


def _text_parameter(name: str, place: str, description: str, example: str) -> Parameter:
    schema = Schema(type=OpenAPIType.STRING, examples=[example])
    return Parameter(name=name, param_in=place, description=description, schema=schema, required=False)


INVITE: Final = _text_parameter(
    "invite",
    "query",
    "The secret of a private game: lets callers without a seat see and join it.",
    "Qm9vIQk2v0jUj8w4Xn3fTg",
)
IDEMPOTENCY_KEY: Final = _text_parameter(
    "Idempotency-Key",
    "header",
    "At most 200 characters. A request repeated with the same key is carried out once, and gets the same answer.",
    "ann-42",
)
LAST_EVENT_ID: Final = _text_parameter(
    "Last-Event-ID", "header", "Resume after this event; takes precedence over `after`.", "7"
)
LAST_MESSAGE_ID: Final = _text_parameter(
    "Last-Event-ID", "header", "Resume after this message; takes precedence over `after`.", "1763424000000-0"
)
IF_NONE_MATCH: Final = _text_parameter("If-None-Match", "header", "The ETag of the response you have.", '"7-0"')

UNCHANGED: Final = ResponseSpec(None, description="Not modified: your copy is current")


def operation_with(*parameters: Parameter, text: str | None = None) -> type[Operation]:
    """An operation that also documents `parameters`, or a plain text body with `text` as its example.

    Routes read them from the request themselves, so busy routes do not pay for having them documented.
    """

    @dataclass
    class DocumentedOperation(Operation):
        def __post_init__(self) -> None:
            self.parameters = [*(self.parameters or []), *parameters]
            if text is not None:
                schema = Schema(type=OpenAPIType.STRING, examples=[text])
                self.request_body = RequestBody({"text/plain": OpenAPIMediaType(schema=schema)}, required=True)

    return DocumentedOperation


def schema_router() -> Router:
    """The path of the document. Unknown paths below it get our 404 problem instead of the framework's page."""
    return Router("/schema", route_handlers=[], include_in_schema=False, after_request=_raise_not_found)


def _raise_not_found(response: Response[Any]) -> Response[Any]:
    if response.status_code == HTTP_404_NOT_FOUND:
        raise NotFoundException
    return response
