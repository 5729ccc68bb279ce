"""Where the files beside the code are: ``grammars/``, ``models/``, the casebook.

In a checkout they stand where people edit them, in a wheel inside the package. One loader finds
both. Paths are plain strings: importing :mod:`pathlib` costs as much as starting Python.
"""

from __future__ import annotations

import os
import sys

from callparser.errors import CallparserError

PACKAGE = os.path.dirname(os.path.abspath(__file__))

#: Where each directory stands in a checkout.
_IN_CHECKOUT = {"grammars": "grammars", "models": "models", "cases": os.path.join("tests", "cases")}


def data_dir(name: str) -> str:
    """The directory ``grammars``, ``models`` or ``cases`` (the casebook).

    Raises :class:`CallparserError` when it is missing.
    """
    for found in (
        os.path.join(PACKAGE, "data", name),
        os.path.join(os.path.dirname(PACKAGE), _IN_CHECKOUT[name]),
    ):
        if os.path.isdir(found):
            return found
    raise CallparserError(
        f"the directory {name!r} was found neither inside the package nor beside it; reinstall callparser"
    )


def cache_dir() -> str:
    """Where compiled tables are kept: ``$CALLPARSER_CACHE``, or the user's cache directory."""
    chosen = os.environ.get("CALLPARSER_CACHE")
    if chosen:
        return chosen
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "callparser")


def models_dir() -> str:
    """Where installed speech models are kept: ``$CALLPARSER_MODELS``, or the user's data directory."""
    chosen = os.environ.get("CALLPARSER_MODELS")
    return os.path.abspath(chosen) if chosen else os.path.join(user_dir(), "models")


def user_dir() -> str:
    """Where what was learnt and installed is kept: ``$CALLPARSER_DATA``, or the user's data directory."""
    chosen = os.environ.get("CALLPARSER_DATA")
    if chosen:
        return os.path.abspath(chosen)
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME", "")
        if not os.path.isabs(base):  # a relative path is to be ignored, says the XDG specification
            base = os.path.expanduser("~/.local/share")
    return os.path.join(base, "callparser")


def config_dir() -> str:
    """Where choices are remembered: ``$CALLPARSER_CONFIG``, or the user's configuration directory."""
    chosen = os.environ.get("CALLPARSER_CONFIG")
    if chosen:
        return chosen
    if os.name == "nt":
        base = os.environ.get("APPDATA") or os.path.expanduser(r"~\AppData\Roaming")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return os.path.join(base, "callparser")
