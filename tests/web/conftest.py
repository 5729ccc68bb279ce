"""One browser for all tests that need no sound of their own; what they may share is its process only."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="the tests of the page need selenium: pip install '.[dev]'")
pytest.importorskip("uvicorn", reason="the tests of the page need a server: pip install '.[dev]'")

from tests.web.browser import CHROMIUM, DRIVER, Browser, browsing
from tests.web.site import Table, running, scripted


@pytest.fixture(scope="session")
def chromium() -> None:
    if not CHROMIUM or not DRIVER:
        pytest.skip("no Chromium here; Debian: apt install chromium chromium-driver")


@pytest.fixture(scope="session")
def shared(chromium: None) -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="session")
def tables() -> list[Table]:
    """The table that the server of all tests serves is the last one."""
    return [Table()]


@pytest.fixture(scope="session")
def address(tables: list[Table]) -> Iterator[str]:
    with running(scripted(tables)) as found:
        yield found


@pytest.fixture
def table(tables: list[Table]) -> Table:
    tables.append(Table())
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
    shared.until(lambda: shared.text("connection").endswith("Ansluten"))
    yield shared
    assert shared.faults() == []
    shared.run("localStorage.clear(); sessionStorage.clear()")
    shared.driver.get("about:blank")
