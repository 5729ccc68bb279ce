"""One utterance, heard in many ways: other throats, rooms, microphones, lines and noises.

The waveform is changed once for each cached copy (:func:`recorded`, about 5 ms an utterance); its cepstra
are changed again each time the copy is used (:func:`warped`, nearly free). All chance comes from the
generator that is given, so the same seed gives the same sound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.acoustic.features import CEPSTRA, RATE_HZ, TO_CEPSTRA, TO_MEL, Floats, mfcc

#: Spectra are taken of whole blocks, with at least four behind the sound where an echo may go on.
_BLOCK: Final = 2_048
_FULL_SCALE: Final = 32_767.0
#: Peaks that loudness is drawn from, in dB below full scale: decoding raises quiet recordings to -7.5 dB.
_PEAK_DB: Final = (-26.0, -1.0)
#: The floor that decoding lays under everything is 30 steps of 16-bit sound.
_FLOOR_LSB: Final = (5.0, 50.0)


def augmented(samples: NDArray[np.int16], babble: Sequence[NDArray[np.int16]], chance: Generator) -> Floats:
    """Cepstra [frames, 40] of the utterance in some voice, room and noise, at some tempo."""
    tempo = float(np.clip(np.exp(chance.normal(0.0, 0.12)), 0.75, 1.35))
    return mfcc(recorded(samples, babble, chance), tempo)


def plain(samples: NDArray[np.int16], chance: Generator) -> Floats:
    """Cepstra of the utterance as decoding prepares it: raised, with a lead, a tail and a floor of noise."""
    raised = samples * (13_760 / max(1, int(np.abs(samples.astype(np.int32)).max())))
    sound = np.pad(raised, (int(0.3 * RATE_HZ), int(0.4 * RATE_HZ)))
    return mfcc(np.round(sound + chance.normal(0.0, 30.0, len(sound))))


def recorded(samples: NDArray[np.int16], babble: Sequence[NDArray[np.int16]], chance: Generator) -> Floats:
    """The waveform, changed; whole numbers in 16-bit scale."""
    sound = _unit(samples)
    if chance.random() < 0.8:
        sound = resampled(sound, float(np.clip(np.exp(chance.normal(0.0, 0.1)), 0.78, 1.28)))
    lead, tail = chance.uniform(0.05, 0.6), chance.uniform(0.1, 0.6)
    sound = np.pad(sound, (int(lead * RATE_HZ), int(tail * RATE_HZ)))
    speech = float(np.sqrt(np.mean(sound**2))) + 1e-6
    if babble and chance.random() < 0.2:
        sound = sound + speech * 10 ** (-chance.uniform(6, 30) / 20) * _talk(babble, len(sound), chance)
    gate = chance.random() < 0.12  # noise gates leave digital silence around the words
    sound = _carried(sound, speech, chance)
    if chance.random() < 0.15:
        sound = sound + speech * 10 ** (-chance.uniform(5, 30) / 20) * _hum(len(sound), chance)
    if gate:
        sound[: int(lead * 0.9 * RATE_HZ)] = 0
        sound[len(sound) - int(tail * 0.6 * RATE_HZ) :] = 0
    return _digitised(sound, chance)


def _unit(samples: NDArray[np.int16]) -> Floats:
    sound = samples.astype(np.float32)
    return sound / max(1.0, float(np.abs(sound).max()))


def resampled(sound: Floats, longer: float) -> Floats:
    """As a tape at another speed: ``longer`` above 1 is slower and deeper. Multiples of 64 keep it quick."""
    size = -(-len(sound) // 1024) * 1024
    wanted = max(64, round(size * longer / 64) * 64)
    spectrum = np.fft.rfft(np.pad(sound, (0, size - len(sound))))
    whole = np.zeros(wanted // 2 + 1, spectrum.dtype)
    kept = min(len(whole), len(spectrum)) - 1
    whole[:kept] = spectrum[:kept]
    out = np.fft.irfft(whole, wanted) * (wanted / size)
    return out[: int(len(sound) * wanted / size)].astype(np.float32)


def _talk(babble: Sequence[NDArray[np.int16]], size: int, chance: Generator) -> Floats:
    """One to four others who talk at the same time, as loud together as 1 on average."""
    mixed = np.zeros(size, np.float32)
    for number in chance.permutation(len(babble))[: chance.integers(1, 5)]:
        mixed += np.roll(np.resize(_unit(babble[number]), size), chance.integers(size))
    return mixed / (float(np.sqrt(np.mean(mixed**2))) + 1e-6)


def _carried(sound: Floats, speech: float, chance: Generator) -> Floats:
    """Through a room and a line into a microphone, with coloured noise. All of it in one spectrum."""
    size = (len(sound) // _BLOCK + 5) * _BLOCK
    spectrum = np.fft.rfft(sound, size)
    hertz = np.linspace(0, RATE_HZ / 2, len(spectrum), dtype=np.float32)
    octaves = np.log2(np.maximum(hertz, 40.0) / 1000.0)
    if chance.random() < 0.6:
        spectrum = spectrum * np.fft.rfft(_room(chance), size)
    if chance.random() < 0.75:
        spectrum = spectrum * _ratio(_tone(octaves, chance))
    if chance.random() < 0.85:
        level = speech * 10 ** (-chance.uniform(3, 35) / 20)
        spectrum = spectrum + level * _noise(octaves, size, chance)
    if chance.random() < 0.45:
        spectrum = spectrum * _ratio(_band(hertz, chance))
    return np.fft.irfft(spectrum, size)[: len(sound)].astype(np.float32)


def _ratio(decibels: Floats) -> Floats:
    return (10 ** (np.clip(decibels, -70, 25) / 20)).astype(np.float32)


def _room(chance: Generator) -> Floats:
    """Impulse response: the direct sound, then a tail of echoes that dies in 0.1 to 0.8 s."""
    dies_s = chance.uniform(0.1, 0.8)
    time_s = np.arange(int(RATE_HZ * min(dies_s, 0.45)), dtype=np.float32) / RATE_HZ
    tail = chance.standard_normal(len(time_s), np.float32) * np.exp(-6.9 * time_s / dies_s)
    tail *= chance.random(len(time_s), np.float32) < chance.uniform(0.05, 0.6)
    tail *= chance.uniform(0.1, 0.9) / (float(np.sqrt(np.sum(tail**2))) + 1e-6)
    tail[: int(chance.uniform(0.001, 0.012) * RATE_HZ)] *= 0.1
    tail[0] = 1.0
    return np.asarray(tail, np.float32)


def _tone(octaves: Floats, chance: Generator) -> Floats:
    """A tilt of some dB per octave and up to three humps or dips, in dB."""
    gain = chance.normal(0.0, 1.3) * octaves
    for _ in range(chance.integers(0, 4)):
        centre = np.log2(chance.uniform(0.15, 6.5))
        gain = gain + chance.normal(0.0, 5.0) * np.exp(
            -(((octaves - centre) / chance.uniform(0.3, 1.0)) ** 2)
        )
    return gain


def _noise(octaves: Floats, size: int, chance: Generator) -> NDArray[np.complex64]:
    """White to brown noise, as loud as 1 in a sound of ``size`` samples."""
    shape = 2 ** (-0.5 * chance.uniform(0.0, 2.2) * octaves)
    parts = chance.standard_normal((2, len(octaves)), np.float32) * shape
    power = float(np.mean(parts**2)) * 2
    return np.asarray((parts[0] + 1j * parts[1]) * np.sqrt(size / power), np.complex64)


def _band(hertz: Floats, chance: Generator) -> Floats:
    """The limits of a line in dB: a telephone, a cheap microphone, or a low cut."""
    kind = chance.random()
    if kind < 0.5:  # telephone: 8 kHz sampling
        low, high = chance.uniform(100, 350), chance.uniform(3_300, 3_900)
    elif kind < 0.8:
        low, high = chance.uniform(20, 250), chance.uniform(4_000, 7_500)
    else:
        low, high = chance.uniform(80, 400), 8_000.0
    slope = chance.uniform(0.03, 0.3)
    return np.asarray(-0.1 * np.maximum(0, low - hertz) - slope * np.maximum(0, hertz - high), np.float32)


def _hum(size: int, chance: Generator) -> Floats:
    base = chance.choice([50.0, 60.0, 100.0, 120.0])
    time_s = np.arange(size, dtype=np.float32) / RATE_HZ
    waves = [
        np.sin(2 * np.pi * base * n * time_s + chance.uniform(0, 6)) * chance.random() for n in (1, 2, 3)
    ]
    return np.asarray(sum(waves), np.float32)


def _digitised(sound: Floats, chance: Generator) -> Floats:
    """Loudness, clipping, coarse or telephone codes, and the noise floor of decoding."""
    sound = sound / (float(np.abs(sound).max()) + 1e-6)
    if chance.random() < 0.12:
        sound = np.clip(sound * chance.uniform(1.2, 4.0), -1.0, 1.0)
    kind = chance.random()
    if kind < 0.12:
        sound = _mu_law(sound * chance.uniform(0.2, 1.0))
        sound = sound / (float(np.abs(sound).max()) + 1e-6)
    elif kind < 0.18:
        steps = 2.0 ** chance.integers(8, 12)
        sound = np.asarray(np.round(sound * steps) / steps, np.float32)
    sound = sound * (_FULL_SCALE * 10 ** (chance.uniform(*_PEAK_DB) / 20))
    if chance.random() < 0.7:
        sound = sound + chance.uniform(*_FLOOR_LSB) * chance.standard_normal(len(sound), np.float32)
    return np.round(np.clip(sound, -32_768, 32_767)).astype(np.float32)


def _mu_law(sound: Floats) -> Floats:
    """To 8 bits with the steps of telephones, and back."""
    code = np.round(np.sign(sound) * np.log1p(255 * np.abs(sound)) / np.log(256) * 127) / 127
    return np.asarray(np.sign(code) * np.expm1(np.abs(code) * np.log(256)) / 255, np.float32)


def warped(batch: Floats, mean: Floats, chance: Generator) -> Floats:
    """A batch of cepstra [B, T, 40] with vocal tracts, tone and sharpness changed, each utterance by itself.

    ``mean`` [40] is the mean of all cepstra. One matrix an utterance: to mel bands, along the bands, back.
    """
    size = len(batch)
    matrices = TO_MEL @ _stretch(size, chance) @ TO_CEPSTRA
    order = np.arange(CEPSTRA) / (CEPSTRA - 1)
    sharpness = np.exp(chance.normal(0, 0.35, (size, 1)) * order + chance.normal(0, 0.05, (size, 1)))
    out = (batch - mean) @ (matrices * sharpness[:, None, :]).astype(np.float32) + mean
    out = out + (chance.normal(0, 1.5, (size, 1, CEPSTRA))).astype(np.float32)
    out[:, :, 0] += chance.normal(0, 6.0, (size, 1)).astype(np.float32)
    for utterance in out:
        _masked(utterance, mean, chance)
    return np.asarray(out, np.float32)


def _stretch(size: int, chance: Generator) -> Floats:
    """Matrices [size, 40, 40] that move mel bands along: other vocal tracts."""
    factor = 1 + 0.07 * np.clip(chance.normal(size=(size, 1)), -2.2, 2.2)
    middle = CEPSTRA / 2
    source = (np.arange(CEPSTRA) - middle) * factor + middle + chance.normal(0, 0.8, (size, 1))
    source = np.clip(source, 0, CEPSTRA - 1.001)
    rows = np.arange(CEPSTRA)[None, :, None]
    return np.asarray(np.maximum(0, 1 - np.abs(rows - source[:, None, :])), np.float32)


def _masked(utterance: Floats, mean: Floats, chance: Generator) -> None:
    """Sometimes a band flattened, sometimes a few frames lost; changes [T, 40] in place."""
    if chance.random() < 0.35:
        width = int(chance.integers(1, 9))
        low = int(chance.integers(0, CEPSTRA - width))
        bands = utterance @ TO_MEL[:, low : low + width]
        change = bands.mean(dtype=np.float32) - bands
        utterance += change @ TO_CEPSTRA[low : low + width]
    if chance.random() < 0.5:
        start, width = int(chance.integers(0, len(utterance))), int(chance.integers(0, 10))
        utterance[start : start + width] = mean
