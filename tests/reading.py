"""Texts of one format, read as a whole."""

from __future__ import annotations

from callparser.record.board import Board
from callparser.record.read import READERS
from callparser.record.scan import Damages


def read(name: str, text: str) -> tuple[list[Board], list[int], Damages]:
    """The boards of a text of that format, the line each begins on, and what could not be read."""
    damages = Damages(text)
    found = list(READERS[name](text, damages))
    return [board for board, _ in found], [line for _, line in found], damages


def read_pbn(text: str) -> tuple[list[Board], list[int], Damages]:
    return read("pbn", text)


def read_lin(text: str) -> tuple[list[Board], list[int], Damages]:
    return read("lin", text)


def read_play_records(text: str) -> tuple[list[Board], list[int], Damages]:
    return read("json", text)
