"""One browser for all tests that need no sound of their own; what they may share is its process only."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.browser import Browser
    from tests.web.site import Table

# The fixtures import when they run: where something is missing, the modules beside this one are skipped.


@pytest.fixture(scope="session")
def chromium() -> None:
    from tests.web.browser import CHROMIUM, DRIVER

    if CHROMIUM and DRIVER:
        return
    missing = "no Chromium here; Debian: apt install chromium chromium-driver"
    if os.environ.get("CALLPARSER_BROWSER") == "required":
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def shared(chromium: None) -> Iterator[Browser]:
    from tests.web.browser import browsing

    with browsing() as browser:
        yield browser


@pytest.fixture(scope="session")
def tables() -> list[Table]:
    """The table that the server of all tests serves is the last one."""
    from tests.web.site import Table

    return [Table()]


@pytest.fixture(scope="session")
def address(tables: list[Table]) -> Iterator[str]:
    from tests.web.site import running, scripted

    with running(scripted(tables)) as found:
        yield found


@pytest.fixture
def table(tables: list[Table]) -> Table:
    tables.append(type(tables[0])())
    return tables[-1]


@pytest.fixture
def url(address: str, table: Table) -> str:
    return address


@pytest.fixture
def page(shared: Browser, url: str, table: Table) -> Iterator[Browser]:
    """The page, newly opened and connected. Afterwards: no fault that the test did not provoke."""
    shared.open(url)
    table.wait("hello")
    table.wait("situation")
    shared.until(lambda: shared.text("connection").endswith("Ansluten") and shared.said())
    yield shared
    assert shared.faults() == []
    shared.run("localStorage.clear(); sessionStorage.clear()")
    shared.driver.get("about:blank")
