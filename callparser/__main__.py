"""``python -m callparser``."""

from callparser.cli.main import run

run()
