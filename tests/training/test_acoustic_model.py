from __future__ import annotations

import struct
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")

from callparser.voice import fst, models  # noqa: E402
from callparser.voice.audio import prepared, read_wav  # noqa: E402
from training.acoustic import export, kaldi  # noqa: E402
from training.acoustic.features import mfcc  # noqa: E402
from training.acoustic.network import PRESETS, Network  # noqa: E402
from training.acoustic.phones import PHONES  # noqa: E402

WAVS = Path(__file__).parents[1] / "voice" / "wavs"


def network(preset: str, sharpness: float = 0.05) -> Network:
    """Untrained, but with norms and outputs that are not those of the start."""
    torch.manual_seed(0)
    made = Network(PRESETS[preset], 2 * len(PHONES))
    made.mean.normal_(0, 10)
    made.deviation.uniform_(5, 20)
    for norm in made.norm:
        if isinstance(norm, torch.nn.BatchNorm1d):
            norm.running_mean.normal_()
            norm.running_var.uniform_(0.5, 2)
            torch.nn.init.uniform_(norm.weight, 0.5, 2)
            torch.nn.init.normal_(norm.bias)
    torch.nn.init.normal_(made.affine[-1].weight, 0, sharpness)
    return made


def sounds():
    recordings = [read_wav(path) for path in sorted(WAVS.glob("*.wav"))]
    return [np.array(prepared(one, 16_000).samples, np.int16) for one in recordings if one.rate_hz == 16_000]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("frames", [20, 21, 22])
def test_written_layers_compute_what_the_network_does(preset, frames, tmp_path):
    made = network(preset)
    kaldi.write_model(tmp_path / "final.mdl", made.folded(), len(PHONES), exact=True)
    cepstra = np.random.default_rng(0).normal(0, 10, (frames, 40)).astype(np.float32)
    ours = made.score(cepstra)
    again = kaldi.scores(kaldi.read_layers(tmp_path / "final.mdl"), cepstra)
    assert ours.shape == again.shape == (-(-frames // 3), 2 * len(PHONES))
    assert np.abs(ours - again).max() < 1e-2
    assert ours.std() > 0.1


@pytest.mark.parametrize("preset", PRESETS)
def test_a_network_goes_on_from_written_layers(preset, tmp_path):
    made = network(preset)
    kaldi.write_model(tmp_path / "final.mdl", made.folded(), len(PHONES), exact=True)
    again = Network(PRESETS[preset], 2 * len(PHONES))
    again.mean.copy_(made.mean + 3)  # measured on other sound
    again.deviation.copy_(2 * made.deviation)
    sound = np.random.default_rng(0).normal(0, 10, (4, 120, 40)).astype(np.float32)
    again.adopt(kaldi.read_layers(tmp_path / "final.mdl"), torch.from_numpy(sound))
    assert np.abs(made.score(sound[0]) - again.score(sound[0])).max() < 1e-2
    with torch.no_grad():  # what training normalises by is what was measured
        trained = again.train()(torch.from_numpy(sound)).std()
        assert 0.5 < float(trained / again.eval()(torch.from_numpy(sound)).std()) < 2


def test_layers_of_another_shape_are_refused(tmp_path):
    with pytest.raises(ValueError, match="expected"):
        Network(PRESETS["small"], 2 * len(PHONES)).adopt(network("tiny").folded(), torch.zeros(1, 60, 40))


def test_a_batch_is_scored_like_its_utterances():
    made = network("small").eval()
    short, long = (
        np.random.default_rng(n).normal(0, 10, (40 + 20 * n, 40)).astype(np.float32) for n in (0, 1)
    )
    batch = np.stack([made.extended(one, len(long)) for one in (short, long)])
    with torch.no_grad():
        out = made(torch.from_numpy(batch)).numpy()
    assert np.abs(out[0, :14] - made.score(short)).max() < 1e-4
    assert np.abs(out[1] - made.score(long)).max() < 1e-4


def test_weights_of_8_bits_are_near(tmp_path):
    made = network("small")
    kaldi.write_model(tmp_path / "final.mdl", made.folded(), len(PHONES))
    for wanted, found in zip(made.folded(), kaldi.read_layers(tmp_path / "final.mdl"), strict=True):
        assert (wanted.offsets, wanted.relu) == (found.offsets, found.relu)
        assert np.abs(wanted.weight - found.weight).max() <= np.ptp(wanted.weight) / 255
    assert (tmp_path / "final.mdl").stat().st_size < 600_000


def test_graph(tmp_path):
    words = {"åtta": [(1, 2, 1)], "ess": [(3, 4), (3,)]}
    export.export(network("tiny").folded(), tmp_path, words)
    model = models.find(tmp_path)
    assert models.words(model) == {"åtta", "ess", "[unk]"}
    header = fst.check(tmp_path / "graph" / "HCLr.fst")
    data = (tmp_path / "graph" / "HCLr.fst").read_bytes()[header.bytes :]
    at, outputs = 0, []
    for _ in range(header.states):
        _, count = struct.unpack_from("<fq", data, at)
        arcs = [struct.unpack_from("<iifi", data, at + 12 + 16 * n) for n in range(count)]
        assert [arc[1] for arc in arcs] == sorted(arc[1] for arc in arcs)
        outputs += [arc[1] for arc in arcs if arc[1]]
        at += 12 + 16 * count
    assert at == len(data)
    assert sorted(outputs)[:3] == [1, 1, 2]  # each pronunciation says its word once; words are sorted
    assert fst.check(tmp_path / "graph" / "Gr.fst").arcs == 3


def test_every_word_of_both_languages_has_phones():
    words = export.vocabulary()
    assert {"hjärter", "åttan", "hearts", "eight"} <= set(words)
    assert all(said and all(phones for phones in said) for said in words.values())


@pytest.mark.parametrize("exact", [True, False])
def test_vosk_scores_paths_as_we_do(tmp_path, exact):
    pytest.importorskip("vosk")
    from training.acoustic.verify import disagreement

    words = export.vocabulary()
    export.export(network("small", 0.02).folded(), tmp_path, words, exact=exact)
    (said,) = words["ruter"]  # one pronunciation: vosk would choose among several
    worst, count = disagreement(tmp_path, sounds()[:12], "ruter", said)
    assert count >= 8
    assert worst < 1e-2


def test_cepstra_of_a_recording_are_finite():
    assert np.isfinite(mfcc(sounds()[0])).all()


def test_a_mean_lies_between_what_it_is_of():
    layers = [network("tiny", scale).folded() for scale in (0.1, 0.3)]
    for share in (0.0, 0.25, 1.0):
        found = export.mean(layers, [1 - share, share])
        for first, second, one in zip(*layers, found, strict=True):
            assert np.allclose(one.weight, (1 - share) * first.weight + share * second.weight)
            assert np.allclose(one.bias, (1 - share) * first.bias + share * second.bias)
            assert (one.offsets, one.relu) == (first.offsets, first.relu)


def test_networks_of_two_shapes_have_no_mean():
    with pytest.raises(ValueError, match="shapes"):
        export.mean([network("tiny").folded(), network("small").folded()], [0.5, 0.5])
