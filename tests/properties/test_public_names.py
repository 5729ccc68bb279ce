"""``callparser.__all__`` is what the package offers, and every name in it can be had."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import callparser


@pytest.mark.parametrize("name", callparser.__all__)
def test_a_public_name_is_there_and_explains_itself(name: str) -> None:
    value = getattr(callparser, name)
    assert name == "__version__" or value.__doc__


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="nonesuch"):
        callparser.nonesuch  # noqa: B018


def test_a_public_function_is_not_shadowed_by_a_module_of_its_name() -> None:
    """Whatever was imported before, ``from callparser import resolve`` is the function."""
    code = "import callparser.wire; from callparser import *; assert all(map(callable, [resolve, explain]))"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_type_checkers_see_the_same_names() -> None:
    """The stub lists what the package loads on demand."""
    stub = Path(callparser.__file__).with_suffix(".pyi").read_text("utf-8")
    assert sorted(re.findall(r"import \w+ as (\w+)", stub)) == sorted(
        set(callparser.__all__) - {"__version__"}
    )
