"""Debian's Chromium without a window, and what a screen reader would get from it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="the tests of the page need selenium: pip install '.[dev]'")

from axe_selenium_python import Axe
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

__all__ = ["ActionChains", "Axe", "Browser", "Keys", "browsing"]

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
PATIENCE_S = 10.0

#: Everything that comes into a live region, in order; and what the page may never do.
_WATCH = """
window.said = []; window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(event.violatedDirective));
document.addEventListener("DOMContentLoaded", () => {
  for (const region of document.querySelectorAll("[aria-live]"))
    new MutationObserver((changes) => {
      if (changes.some((change) => change.addedNodes.length))
        window.said.push([region.getAttribute("aria-live"),
          [...region.children].map((one) => `(${one.lang}) ${one.textContent}`).join(" ")]);
    }).observe(region, {childList: true});
});
"""


class Browser:
    """A page and what can be done with it. Waiting is for a condition, never for a time."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def open(self, url: str) -> None:
        self.driver.get(url)
        self.until(lambda: self.shown("page"))

    def until(self, holds: Callable[[], Any]) -> Any:
        """What ``holds`` gives once it is true."""
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            found = holds()
            if found:
                return found
            time.sleep(0.04)
        raise AssertionError(f"never so; the page said {self.said()}")

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def text(self, name: str) -> str:
        return str(self.run("return document.getElementById(arguments[0]).innerText", name))

    def shown(self, name: str) -> bool:
        return bool(self.run("return document.getElementById(arguments[0])?.checkVisibility()", name))

    def focus(self) -> str:
        return str(self.run("return document.activeElement.id || document.activeElement.innerText"))

    def element(self, name: str) -> Any:
        return self.driver.find_element(By.ID, name)

    def type(self, name: str, text: str) -> None:
        """Into a field, and send."""
        self.element(name).send_keys(text, "\ue007")

    def said(self) -> list[str]:
        """Every announcement so far: how urgent, in which language, what."""
        return [f"{how}: {what}" for how, what in self.run("return window.said")]

    def hears(self, text: str) -> None:
        self.until(lambda: any(text in one for one in self.said()))

    def faults(self) -> list[str]:
        """What a page may not have: errors on the console, and breaches of the policy."""
        rows = [row["message"] for row in self.driver.get_log("browser") if row["level"] == "SEVERE"]
        return rows + self.run("return window.violations")

    def tree(self) -> list[str]:
        """The page as a screen reader goes through it: role, name, and state."""
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        return list(_lines(nodes[0], by_id, 0))


_SILENT = {"none", "generic", "InlineTextBox", "RootWebArea", "ListMarker", "LineBreak"}
_STATES = ("disabled", "pressed", "expanded", "invalid", "level", "live")
_UNSET = (None, False, "false", "off")


def _lines(node: dict[str, Any], by_id: dict[str, Any], depth: int) -> Iterator[str]:
    role = node.get("role", {}).get("value", "")
    name = node.get("name", {}).get("value", "")
    told = not node.get("ignored") and role not in _SILENT
    if told:
        held = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        states = [f"{key} {held[key]}" for key in _STATES if held.get(key) not in _UNSET]
        value = node.get("value", {}).get("value", "")
        yield "  " * depth + " ".join(filter(None, [role, repr(name) if name else "", value and f"= {value}",
                                                     ", ".join(states)]))  # fmt: skip
    if role in ("StaticText", "button", "option", "heading", "link", "term"):
        return
    for child in node.get("childIds", []):
        if child in by_id:
            yield from _lines(by_id[child], by_id, depth + told)


@contextmanager
def browsing(sound: Path | None = None, *, width: int = 1280, height: int = 900) -> Iterator[Browser]:
    """A browser whose microphone plays this recording once, when it is opened."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for flag in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio", "--accept-lang=sv",
        "--disable-dev-shm-usage", "--autoplay-policy=no-user-gesture-required",
        "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
        f"--window-size={width},{height}", "--force-prefers-reduced-motion",
    ):  # fmt: skip
        options.add_argument(flag)
    if sound is not None:
        options.add_argument(f"--use-file-for-fake-audio-capture={sound}%noloop")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, Service(DRIVER))
    try:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCH})
        yield Browser(driver)
    finally:
        driver.quit()
