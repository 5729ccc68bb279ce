// When the player is listened to: while a key is held, between two presses, or always.

import { TONE_S, tone } from "./tone.js";

/** Last words are often spoken while the key is already on its way up. */
const TAIL_S = 0.25;

export class Talk {
  mode = "hold";
  tones = true;
  #microphone;
  #send;
  #handlers;
  #wanted = false;
  #sounding = false;
  #timer = 0;

  /** `handlers`: begins() before anything is heard, failed(code) when there is no microphone. */
  constructor(microphone, send, handlers) {
    this.#microphone = microphone;
    this.#send = send;
    this.#handlers = handlers;
  }

  /** Is the key down, or switched on? */
  get isOn() {
    return this.#wanted;
  }

  async start() {
    if (this.#wanted) return;
    this.#wanted = true;
    clearTimeout(this.#timer);
    this.#handlers.begins();
    try {
      await this.#microphone.open();
    } catch (err) {
      this.#wanted = false;
      this.#handlers.failed(err.code ?? "mic_unsupported");
      return;
    }
    if (!this.#wanted) return; // let go before the microphone was there
    if (this.tones) tone(this.#microphone.context, "on");
    this.#timer = setTimeout(() => this.#listen(), this.tones ? TONE_S * 1000 : 0);
  }

  stop() {
    if (!this.#wanted) return;
    this.#wanted = false;
    if (!this.#sounding) {
      clearTimeout(this.#timer);
      return;
    }
    this.#timer = setTimeout(() => {
      if (this.mode !== "hands-free") this.#send({ type: "talk", on: false });
      this.#end();
    }, TAIL_S * 1000);
  }

  toggle() {
    return this.#wanted ? this.stop() : this.start();
  }

  /** The server has heard the end, or the connection is lost. A key that is still held is let go. */
  ended() {
    if (this.mode === "hands-free" || !this.#sounding) return;
    clearTimeout(this.#timer);
    this.#wanted = false;
    this.#end();
  }

  /** A frame of the microphone: sent only while the player is listened to. */
  sound(frame) {
    if (this.#sounding) this.#send(frame);
  }

  #listen() {
    this.#sounding = true;
    if (this.mode !== "hands-free") this.#send({ type: "talk", on: true });
  }

  #end() {
    this.#sounding = false;
    if (this.tones) tone(this.#microphone.context, "off");
  }
}
