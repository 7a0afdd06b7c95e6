"""Where notices can be sent to: the targets of a person by each way, and since when there is each of them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from projections.notices import Way
from service.account_mail.account_mail import AccountMail
from service.delivery.devices import Devices
from service.delivery.hooks import Hooks

TargetsOf: TypeAlias = Callable[[str], Awaitable[Mapping[str, int]]]  # the targets of a person, and since when


def targets_by_way(mail: AccountMail, devices: Devices, hooks: Hooks) -> dict[Way, TargetsOf]:
    return {"mail": mail.reachable, "push": devices.since, "webhook": hooks.since}
