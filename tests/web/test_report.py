"""Reports in a real browser: axe finds nothing, light and dark, on screen and paper, wide and narrow."""

from __future__ import annotations

from pathlib import Path

import pytest

from callparser.report.html import to_html
from tests.report.scenes import SCENES
from tests.web.browser import Axe, Browser

_TOO_WIDE = "const page = document.documentElement; return page.scrollWidth - page.clientWidth"
#: Medium, colours, width in pixels.
LOOKS = [
    ("screen", "light", 1280),
    ("screen", "dark", 1280),
    ("print", "light", 794),
    ("screen", "dark", 320),
]


@pytest.mark.parametrize("lang", ["sv", "en"])
@pytest.mark.parametrize("kind", SCENES)
def test_a_report_is_for_everybody(shared: Browser, tmp_path: Path, kind: str, lang: str) -> None:
    file = tmp_path / "report.html"
    file.write_text(to_html(SCENES[kind](lang)), "utf-8")
    driver = shared.driver
    try:
        for medium, scheme, width in LOOKS:
            _look(shared, medium, scheme, width)
            driver.get(file.as_uri())
            axe = Axe(driver)
            axe.inject()
            found = axe.run(options={"resultTypes": ["violations"]})["violations"]
            assert [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]] == []
            assert shared.run(_TOO_WIDE) == 0, (medium, width)
    finally:
        _look(shared, "", "", 0)
        driver.get("about:blank")


def _look(browser: Browser, medium: str, scheme: str, width: int) -> None:
    """Of what the page is told it is shown on; a width of 0 undoes it."""
    feature = [{"name": "prefers-color-scheme", "value": scheme}] if scheme else []
    run = browser.driver.execute_cdp_cmd
    run("Emulation.setEmulatedMedia", {"media": medium, "features": feature})
    if width:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        run("Emulation.setDeviceMetricsOverride", size)
    else:
        run("Emulation.clearDeviceMetricsOverride", {})
