"""What the service itself refuses, beside the rules: a status, and a reason that each reader gets in their language."""

from litestar.exceptions import HTTPException

from domain.errors import Reason


class Refusal(HTTPException):
    def __init__(self, status: int, reason: Reason, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail=reason.text, status_code=status, headers=headers)
        self.reason = reason
