"""The answer to signing in, by password or by passkey: a new session, and the cookies that go with it."""

import msgspec
from litestar import Response
from msgspec import UNSET, UnsetType

from service.http.request import StrictRequest
from service.http.session_cookie import COOKIE, device_cookie, guest_cookie, session_cookie
from service.people.accounts import ChangedMeanwhile
from service.people.credentials import Profile


class SignedIn(msgspec.Struct, frozen=True):
    player: str
    name: str
    guest: str | UnsetType = (
        UNSET  # the name of the guest that this browser was: `GET /api/me/guest` says what they have
    )


async def signed_in(
    request: StrictRequest, player: str, profile: Profile, *, is_known_device: bool
) -> Response[SignedIn]:
    """Opens a session; the one that the browser had as the same player ends, that of a guest is put aside."""
    people, old_secret = request.services.people, request.cookies.get(COOKIE, "")
    secret = await people.open_session(player, profile)
    if secret is None:
        raise ChangedMeanwhile
    old = await people.session(old_secret)
    if old is not None and old.player == player:
        await people.revoke(player, old.proof)
    guest = UNSET if old is None or old.has_account else old.name
    cookies = [session_cookie(request, secret)]
    if guest is not UNSET:
        cookies.append(guest_cookie(request, old_secret))
    if not is_known_device:
        cookies.append(device_cookie(request, await people.remember_device(player, profile)))
    return Response(SignedIn(player, profile.name, guest), cookies=cookies)
