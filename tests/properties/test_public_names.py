"""``callparser.__all__`` is what the package offers, and every name in it can be had."""

from __future__ import annotations

import subprocess
import sys

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
