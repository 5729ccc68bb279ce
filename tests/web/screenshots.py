"""The pictures in ``docs/``: ``python -m tests.web.screenshots``."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from callparser.service import socket
from callparser.service.pool import Pool
from tests.service.running import running as serving
from tests.web import test_rule
from tests.web.browser import Browser, browsing
from tests.web.site import running

DOCS = Path(__file__).parents[2] / "docs"
WIDTHS = {1280: 1180, 320: 1500}
ALWAYS = json.dumps({"lang": "sv", "confirm": "always"})


def _play(page: Browser) -> None:
    """A card that is played, and a call that waits for a yes."""
    page.until(lambda: page.said())
    page.run("document.getElementById('example').value = '2'")
    page.run("document.getElementById('use-example').click()")
    page.hears("Träkarlen är på tur")
    page.type("typed-text", "damen")
    page.hears("Stämmer det?")
    page.type("typed-text", "ja")
    page.hears("är spelat")
    page.type("typed-text", "nästa")
    page.hears("vann sticket")
    page.type("typed-text", "lågt")
    page.hears("Hjärter två. Stämmer det?")
    page.until(lambda: "Lagtexten" in page.text("ruling"))
    page.run("document.getElementById('talk').focus()")


def _picture(page: Browser, width: int, height: int) -> bytes:
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    taken = page.driver.execute_cdp_cmd(
        "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip}
    )
    return base64.b64decode(taken["data"])


def _rule(page: Browser, url: str) -> None:
    """A first ruling on the director's page."""
    page.open(f"{url}rule")
    test_rule.begin(page)
    test_rule.walk(page)
    page.open(f"{url}rule")  # the case is kept; what was told of each step is not
    page.until(lambda: "Utslag" in page.text("polite"))


def main() -> None:
    with Pool(workers=1) as pool, running(socket.routes(pool)) as url, browsing() as page:
        for width, height in WIDTHS.items():
            size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            page.driver.get(url)
            page.run(
                "sessionStorage.clear(); localStorage.setItem('callparser.settings', arguments[0])", ALWAYS
            )
            page.open(url)
            _play(page)
            (DOCS / f"web-{width}.png").write_bytes(_picture(page, width, height))
    with serving() as site, browsing() as page:
        _rule(page, f"http://127.0.0.1:{site.port}/")
        (DOCS / "web-rule.png").write_bytes(_picture(page, 1280, 1500))


if __name__ == "__main__":
    main()
