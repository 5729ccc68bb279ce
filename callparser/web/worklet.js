// In the thread of the sound: what the microphone gives becomes frames of 16-bit samples, mono.

const FRAME_S = 0.03;

class Frames extends AudioWorkletProcessor {
  #frame = new Int16Array(Math.round(sampleRate * FRAME_S));
  #filled = 0;

  process([channels]) {
    for (const sample of channels[0] ?? []) {
      this.#frame[this.#filled++] = Math.max(-32768, Math.min(32767, Math.round(sample * 32767)));
      if (this.#filled === this.#frame.length) this.#send();
    }
    return true;
  }

  #send() {
    this.port.postMessage(this.#frame.buffer, [this.#frame.buffer]);
    this.#frame = new Int16Array(Math.round(sampleRate * FRAME_S));
    this.#filled = 0;
  }
}

registerProcessor("frames", Frames);
