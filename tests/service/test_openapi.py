"""schemathesis against the OpenAPI document: no fault of ours, and every answer is of its schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS

from callparser.service.openapi import document
from callparser.service.settings import Limits
from tests.service.running import SITUATION, Site, running

SCHEMA = schemathesis.openapi.from_dict(document(Limits()))
#: A list that is too long is refused as too large.
SCHEMA.config.checks.negative_data_rejection.expected_statuses.append("413")
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
#: A body of the right types may still be no bridge (a card in two places): that is a 422, not an answer.
NOT_ASKED = [CHECKS.get_one("positive_data_acceptance")]
EXAMPLES = 80


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running() as found:
        yield found


@pytest.mark.parametrize("mode", list(GenerationMode), ids=str)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_is_as_described(site: Site, operation: Any, mode: GenerationMode) -> None:
    if mode.is_negative and not (operation.body or operation.query or operation.path_parameters):
        pytest.skip("there is nothing to get wrong")

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        case.call_and_validate(base_url=f"http://127.0.0.1:{site.port}", excluded_checks=NOT_ASKED)

    check()


def test_the_document_describes_every_route_and_no_other(site: Site) -> None:
    document = site.client.get("/openapi.json").json()
    for path, methods in document["paths"].items():
        allowed = site.client.options(path.replace("{asked}", "46")).headers["allow"]
        assert {name.upper() for name in methods} | {"OPTIONS"} == set(allowed.split(", ")) - {"HEAD"}


def test_the_examples_of_the_schema_are_one_situation(site: Site) -> None:
    fields = site.client.get("/openapi.json").json()["components"]["schemas"]["Situation"]["properties"]
    assert set(SITUATION) <= set(fields)
    example = {name: field["examples"][0] for name, field in fields.items() if "examples" in field}
    assert site.client.post("/v1/resolve", json={"utterance": "lågt"} | example).status_code == 200
