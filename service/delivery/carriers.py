"""The carriers that the settings allow: mail only if there is a server for it."""

from service.delivery.devices import Devices
from service.delivery.hooks import Hooks
from service.delivery.mail import Finish, MailCarrier, mail_server
from service.delivery.outgoing import Outgoing
from service.delivery.parcels import Way
from service.delivery.push import PushCarrier, ServerKey
from service.delivery.sender import Carrier
from service.delivery.webhook import HeldUntil, WebhookCarrier
from service.runtime.clock import Clock
from service.runtime.settings import Settings, public_url


def carriers(
    settings: Settings,
    devices: Devices,
    hooks: Hooks,
    key: ServerKey,
    finish: Finish,
    held_until: HeldUntil,
    clock: Clock,
) -> dict[Way, Carrier]:
    """Raises ValueError for settings that are wrong."""
    outgoing = Outgoing(private=settings.private_targets)
    by_way: dict[Way, Carrier] = {
        "push": PushCarrier(devices, key, outgoing, clock, contact=_contact(settings)),
        "webhook": WebhookCarrier(hooks, outgoing, clock, held_until),
    }
    if (server := mail_server(settings)) is not None:
        by_way["mail"] = MailCarrier(server, clock, finish)
    return by_way


def _contact(settings: Settings) -> str:
    """By which a push service reaches the operator."""
    url = public_url(settings)
    return url if url.startswith("https:") else "mailto:firstfire@localhost"
