// The microphone, at the rate of the computer's sound.

/** Why there is no sound; `code` names the text of the page that says so. */
export class NoMicrophone extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const CODES = {
  NotAllowedError: "mic_denied",
  SecurityError: "mic_denied",
  NotFoundError: "mic_none",
  OverconstrainedError: "mic_none",
  NotReadableError: "mic_busy",
  AbortError: "mic_busy",
};

export class Microphone {
  #context;
  #stream = null;
  #node = null;
  #handlers;

  /** `handlers`: sound(ArrayBuffer) for every frame, lost() when the device has gone. */
  constructor(handlers) {
    this.#handlers = handlers;
    this.#context = window.AudioContext ? new AudioContext() : null;
  }

  /** Samples a second; 0 where a browser gives no sound. */
  get rate() {
    const usable = this.#context?.audioWorklet && navigator.mediaDevices;
    return usable ? this.#context.sampleRate : 0;
  }

  get context() {
    return this.#context;
  }

  get isOpen() {
    return this.#node !== null;
  }

  /** Ask for the microphone, if it is not open. Throws NoMicrophone. */
  async open() {
    if (this.isOpen) return;
    if (!this.rate) throw new NoMicrophone("mic_unsupported");
    try {
      await this.#context.resume();
      this.#stream ??= await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
      await this.#context.audioWorklet.addModule("worklet.js");
    } catch (err) {
      this.close();
      throw new NoMicrophone(CODES[err.name] ?? "mic_unsupported");
    }
    if (this.isOpen) return; // opened twice at once
    const node = new AudioWorkletNode(this.#context, "frames", { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }) => this.#handlers.sound(data);
    this.#context.createMediaStreamSource(this.#stream).connect(node);
    this.#node = node;
    this.#stream.getAudioTracks()[0].onended = () => {
      this.close();
      this.#handlers.lost();
    };
  }

  close() {
    this.#node?.disconnect();
    this.#stream?.getTracks().forEach((track) => track.stop());
    this.#node = null;
    this.#stream = null;
  }
}
