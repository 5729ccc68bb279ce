from __future__ import annotations

import json
import shutil

import pytest

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")

from training.acoustic import corpus, pool, train  # noqa: E402
from training.acoustic.phones import PHONES  # noqa: E402


def shard(folder, name: str, family: str, count: int, seed: int = 0) -> None:
    """Two words of buzzing: enough to run everything, not to learn from."""
    chance = np.random.default_rng(seed)
    rows, sound, start = [], [], 0
    for number in range(count):
        size = int(chance.integers(8_000, 12_000))
        sound.append((5_000 * np.sin(np.arange(size) * chance.uniform(0.05, 0.5))).astype(np.int16))
        rows.append({
            "id": f"{name}-{number}", "family": family, "voice": "v", "lang": "sv", "split": folder.name,
            "text": "åtta ess", "words": ["åtta", "ess"], "phones": [list(PHONES[3:5]), list(PHONES[6:8])],
            "start": start, "samples": size,
        })  # fmt: skip
        start += size
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / f"{name}.npy", np.concatenate(sound))
    (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def work(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "BATCH", 4)
    monkeypatch.setattr(pool, "BATCHES", 2)
    monkeypatch.setattr(train, "BATCHES", 2)
    shard(tmp_path / "audio" / "train", "espeak-sv-000", "espeak", 30)
    shard(tmp_path / "audio" / "train", "kokoro-sv-000", "kokoro", 10, 1)
    shard(tmp_path / "audio" / "dev", "kokoro-sv-000", "kokoro", 2, 2)
    return tmp_path


def log(work):
    return [json.loads(line) for line in (work / "log.jsonl").read_text().splitlines()]


def run(work, updates: int, *, until: int | None = None) -> dict[str, torch.Tensor]:
    trainer = train.Trainer(train.Plan(work, "tiny", updates, workers=0))
    if until is not None:
        step = trainer._step

        def stop_there(*args):
            if trainer.update + 1 == until:
                trainer.stop(0, None)
            return step(*args)

        trainer._step = stop_there
    trainer.run()
    return trainer.network.state_dict()


def test_an_interrupted_run_ends_where_a_whole_one_does(work, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(work / "audio", other / "audio")
    whole = run(work, 5)
    run(other, 5, until=3)
    assert torch.load(other / "checkpoint.pt", weights_only=True)["update"] == 3
    parts = run(other, 5)
    assert all(torch.equal(whole[name], parts[name]) for name in whole)
    assert log(work)[-1]["update"] == 5
    assert log(work)[-1]["wrong"].keys() == {"kokoro sv"}


def test_another_preset_does_not_go_on(work):
    run(work, 1)
    with pytest.raises(SystemExit, match="another work directory"):
        train.Trainer(train.Plan(work, "small", 1))


def test_no_shards(tmp_path):
    with pytest.raises(SystemExit, match="found no shards"):
        train.Trainer(train.Plan(tmp_path, "tiny", 1)).run()


def test_new_shards_are_heard_without_a_restart(work, monkeypatch):
    monkeypatch.setattr(train, "_CHECK_EVERY", 2)
    trainer = train.Trainer(train.Plan(work, "tiny", 5, workers=0))
    wrong = trainer.wrong

    def one_more(*args):
        shard(work / "audio" / "train", "hibari-sv-000", "hibari", 5)
        return wrong(*args)

    trainer.wrong = one_more
    trainer.run()
    assert [row["utterances"] for row in log(work) if "utterances" in row] == [40, 45]


def test_a_shard_without_sound_is_left_out(work):
    (work / "audio" / "train" / "late.jsonl").write_text("{}")
    assert corpus.shards(work, "train") == ["espeak-sv-000", "kokoro-sv-000"]


def test_pools_are_repeatable(work):
    pool.prepare(work, corpus.shards(work, "train"))
    first, again, other = pool.make(1, 0), pool.make(1, 0), pool.make(1, 1)
    assert [len(batch) for batch in first] == [4, 4]
    assert np.array_equal(first[0][0].cepstra, again[0][0].cepstra)
    assert first[0][0].cepstra.shape != other[0][0].cepstra.shape


def test_no_synthesiser_dominates(work):
    shard(work / "audio" / "train", "hibari-sv-000", "hibari", 5)
    part = corpus.shares(corpus.read(work, "train"))
    assert sum(part.values()) == pytest.approx(1)
    assert part["espeak"] <= corpus.MOST_ESPEAK + 1e-9
    drawn = corpus.Drawing(corpus.read(work, "train"))(4_000, np.random.default_rng(0))
    assert sum(one.family == "espeak" for one in drawn) / 4_000 == pytest.approx(part["espeak"], abs=0.03)


def test_one_family_alone_is_all(work):
    assert corpus.shares([one for one in corpus.read(work, "train") if one.family == "espeak"]) == {
        "espeak": 1.0
    }


@pytest.mark.parametrize(
    ("a", "b", "errors"), [([], [], 0), ([1], [], 1), ([1, 2, 3], [1, 3], 1), ([1, 2], [2, 1], 2)]
)
def test_distance(a, b, errors):
    assert train.distance(a, b) == errors
