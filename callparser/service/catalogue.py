"""``GET /v1/messages/{lang}``: the words that the web page shows, from ``grammars/<lang>/messages.yaml``."""

from __future__ import annotations

import json
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from callparser.explainer.messages import load_messages
from callparser.languages import LANGUAGES
from callparser.play.words import PLAY_LANGUAGES, play_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


def routes() -> list[Route]:
    """What the app mounts."""
    return [Route("/v1/messages/{lang}", _messages, methods=["GET"])]


def catalogue(lang: str) -> Row:
    """The words of one language: names of suits, ranks and cards, outcomes, all texts of the page, and
    what the deals to learn from teach, where deals are played in it."""
    words = load_messages(lang)
    return {
        "language": lang,
        "suits": dict(words.suits),
        "ranks": dict(words.ranks),
        "names": dict(words.names),
        "labels": dict(words.labels),
        "page": dict(words.page),
        "lessons": dict(play_words(lang).lessons) if lang in PLAY_LANGUAGES else {},
    }


@cache
def _body(lang: str) -> bytes:
    return json.dumps(catalogue(lang), ensure_ascii=False).encode()


async def _messages(request: Request) -> Response:
    lang = request.path_params["lang"]
    if lang not in LANGUAGES:
        raise HTTPException(404, f"there are no messages in {lang[:20]!r}; expected {', '.join(LANGUAGES)}")
    return Response(_body(lang), media_type="application/json", headers={"Cache-Control": "no-cache"})
