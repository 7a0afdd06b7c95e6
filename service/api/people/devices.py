"""The devices on which the caller wants pushes."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, patch, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED

from service.delivery.devices import BAD_SUBSCRIPTION, MOST, NO_SUCH_DEVICE, TOO_MANY_DEVICES, Device
from service.delivery.outcomes import NEW, TargetState
from service.http.caller import owner
from service.http.language import language
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.refusals import OWNER_ONLY
from service.http.request import StrictRequest
from service.notices.sending.trials import TOO_SOON
from service.people.names import label_of
from service.runtime.clock import moment

_SAMPLE: Final = {
    "name": "my phone",
    "endpoint": "https://push.example/abc",
    "key": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}
UNUSABLE: Final = refusal(422, "No such subscription can be", BAD_SUBSCRIPTION.text)
MANY: Final = refusal(409, "You have the maximum number of devices", TOO_MANY_DEVICES.about(most=MOST).text)
SOON: Final = refusal(429, "Tried just now", TOO_SOON.about(seconds=5).text)
UNKNOWN: Final = refusal(404, "You have no such device", NO_SUCH_DEVICE.text)


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser's `PushSubscription` has; `key` is its `p256dh`."""

    name: str
    endpoint: str
    key: str
    auth: str


class DeviceName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class ShownDevice(msgspec.Struct, frozen=True):
    id: str
    name: str
    host: str  # the push service
    created: datetime
    delivered: datetime | None  # when a push last arrived
    failing: datetime | None  # since when none arrives
    answer: str  # the last one of the push service
    answered: datetime | None  # when that was


class PushState(msgspec.Struct, frozen=True):
    key: str  # `applicationServerKey` for the browser
    devices: list[ShownDevice]


class DevicesController(Controller):
    path = "/api/me/devices"
    tags = ("people",)
    security = TOKEN

    @get("/", summary="Your devices for pushes", responses={403: OWNER_ONLY, **refusals(401)})
    async def all(self, request: StrictRequest) -> PushState:
        person, services = await owner(request), request.services
        states = await services.outbox.states(person.player, "push")
        devices = (await services.devices.of(person.player)).items()
        shown = [_shown(id, device, states.get(id, NEW)) for id, device in devices]
        return PushState(await services.push_key.public(), shown)

    @post(
        "/",
        summary="Have pushes on this device; the same subscription again only changes its name",
        responses={403: OWNER_ONLY, 409: MANY, 422: UNUSABLE, **refusals(400, 401, 413)},
    )
    async def add(self, request: StrictRequest, data: Annotated[Subscription, body(browser=_SAMPLE)]) -> ShownDevice:
        person, devices = await owner(request), request.services.devices
        id = await devices.add(person.player, label_of(data.name), data.endpoint, data.key, data.auth)
        return _shown(id, (await devices.of(person.player))[id], NEW)

    @patch(
        "/{device:str}",
        summary="Give a device another name",
        responses={403: OWNER_ONLY, 404: UNKNOWN, **refusals(400, 401, 413)},
    )
    async def rename(
        self,
        request: StrictRequest,
        device: FromPath[str],
        data: Annotated[DeviceName, body(tablet={"name": "tablet"})],
    ) -> ShownDevice:
        person, services = await owner(request), request.services
        await services.devices.rename(person.player, device, label_of(data.name))
        states = await services.outbox.states(person.player, "push")
        return _shown(device, (await services.devices.of(person.player))[device], states.get(device, NEW))

    @delete(
        "/{device:str}",
        status_code=HTTP_200_OK,
        summary="No more pushes on a device",
        responses={403: OWNER_ONLY, 404: UNKNOWN, **refusals(400, 401)},
    )
    async def remove(self, request: StrictRequest, device: FromPath[str]) -> ShownDevice:
        person, devices = await owner(request), request.services.devices
        removed = await devices.existing(person.player, device)
        await devices.remove(person.player, device)
        return _shown(device, removed, NEW)

    @post(
        "/{device:str}/test",
        status_code=HTTP_202_ACCEPTED,
        summary="Send a push to a device now; the list shows the answer of its push service a moment later",
        responses={403: OWNER_ONLY, 404: UNKNOWN, **refusals(400, 401), 429: SOON},
    )
    async def test(self, request: StrictRequest, device: FromPath[str]) -> ShownDevice:
        """If the browser has ended the subscription, the device is gone from the list."""
        person, services = await owner(request), request.services
        tested = await services.devices.existing(person.player, device)
        await services.trials.push(person.player, device, language(request))
        return _shown(device, tested, NEW)


def _shown(id: str, device: Device, state: TargetState) -> ShownDevice:
    return ShownDevice(
        id=id,
        name=device.name,
        host=device.endpoint.split("/")[2],
        created=moment(device.created),
        delivered=moment(state.delivered) if state.delivered else None,
        failing=moment(state.failing) if state.failing else None,
        answer=state.answer,
        answered=moment(state.answered) if state.answered else None,
    )
