"""What `MAIL=catch` shows of a mail, on this machine only."""

import httpx
import msgspec
import pytest

from service.delivery.mail import MailCarrier, mail_server
from service.delivery.outcomes import Delivered
from service.delivery.parcels import MailContent
from service.process.mail_catcher import MailCatcher
from service.runtime.settings import Settings
from service.store.errors import CannotStart
from tests.support.api_persons import ManualClock
from tests.support.parcel_samples import mail
from tests.support.servers import LONGEST_WAIT

CONTENT = MailContent(
    "Du bist dran <hier>",
    "Zieh jetzt:\nhttps://firstfire.example/play/x\n.\n. ein Punkt\n" + "lang " * 400,
    '<p><a href="https://firstfire.example/play/x">Zieh</a></p><p><img src="cid:picture" alt=""></p>',
    b"\x89PNG",
)


async def test_mails_are_shown_whole_and_only_here() -> None:
    clock = ManualClock()
    async with (
        MailCatcher(0) as catcher,
        httpx.AsyncClient(base_url=catcher.address, timeout=LONGEST_WAIT) as client,
    ):
        assert "No mail yet." in (await client.get("/")).text
        server = mail_server(Settings(smtp_url=f"smtp+insecure://127.0.0.1:{catcher.smtp_port}"))
        assert server is not None
        carrier = MailCarrier(server, clock)
        for _ in range(2):
            parcel = msgspec.structs.replace(mail("turn:1", clock), content=CONTENT)
            assert await carrier.deliver(parcel) == Delivered("250")
        carrier.close_connections()
        assert (await client.get("/")).text.count("Du bist dran &lt;hier&gt;</a> · oona@lake.example") == 2
        shown = (await client.get("/2")).text
        assert 'href="https://firstfire.example/play/x"' in shown
        assert "\n.\n. ein Punkt" in shown.replace("\r", "")
        assert "lang " * 400 in shown
        html = (await client.get("/2/html")).text
        assert 'src="/2/picture"' in html
        assert (await client.get("/2/picture")).content == b"\x89PNG"
        assert (await client.get("/3")).status_code == 404
        assert (await client.get("/1/etc")).status_code == 404
        stolen = await client.get("/", headers={"Host": "evil.example"})
        assert (stolen.status_code, "oona" in stolen.text) == (404, False)
        with pytest.raises(CannotStart, match="MAIL_PORT"):
            async with MailCatcher(int(catcher.address.rstrip("/").rpartition(":")[2])):
                pass
