// When the player is listened to: while a key is held, between two presses, or always.
//
// The server is always given the sound of just before, so that it can tell a call whose beginning it missed.
// Between calls that is all that is kept, and nothing is sent.

import { TONE_S, tone } from "./tone.js";

const BEFORE_FRAMES = 11; // of 30 ms
/** Last words are often spoken while the key is already on its way up; the server counts 0.25 s of that. */
const TAIL_S = 0.35;
/** A room gives a tone back for so long. */
const ROOM_MS = 50;

export class Talk {
  mode = "hold";
  tones = true;
  #microphone;
  #send;
  #handlers;
  #before = [];
  #wanted = false; // the key is down, or switched on
  #sending = false;
  #tail = 0;
  #quietFrom = 0; // our own tone has ended by then, in ms

  /** `handlers`: begins() before anything is heard, failed(code) without a microphone, ready() if the key was
   *  let go before there was one, changed() when the key goes down or up, for whatever reason. */
  constructor(microphone, send, handlers) {
    this.#microphone = microphone;
    this.#send = send;
    this.#handlers = handlers;
  }

  get isOn() {
    return this.#wanted;
  }

  async start() {
    if (this.#wanted) return;
    this.#want(true);
    if (this.#sending) this.#end(); // in the tail of the call before
    this.#handlers.begins();
    try {
      await this.#microphone.open();
    } catch (err) {
      this.#want(false);
      this.#handlers.failed(err.code ?? "mic_unsupported");
      return;
    }
    if (!this.#wanted) return this.#handlers.ready();
    if (this.tones) this.#sound("on");
    this.#begin();
  }

  stop() {
    if (!this.#wanted) return;
    this.#want(false);
    if (!this.#sending) return;
    if (this.mode !== "hands-free") this.#send({ type: "talk", on: false });
    this.#tail = setTimeout(() => this.#end(), TAIL_S * 1000);
  }

  toggle() {
    return this.#wanted ? this.stop() : this.start();
  }

  /** The server has heard the end. A key that is still held is let go. */
  ended() {
    if (this.mode !== "hands-free" && this.#sending) this.drop();
  }

  /** Nobody listens any more: for the server, too, the key is up. */
  drop() {
    const held = this.#wanted; // else it was told already, and this is the tail of the call
    this.#want(false);
    if (!this.#sending) return;
    if (held && this.mode !== "hands-free") this.#send({ type: "talk", on: false });
    this.#end();
  }

  /** A frame of the microphone. */
  frame(frame) {
    if (this.#sending) return this.#send(frame);
    if (performance.now() < this.#quietFrom) return;
    this.#before.push(frame);
    if (this.#before.length > BEFORE_FRAMES) this.#before.shift();
    this.#begin();
  }

  /** Send, as soon as there is enough of what was before. */
  #begin() {
    if (!this.#wanted || this.#sending || this.#before.length < BEFORE_FRAMES) return;
    this.#sending = true;
    for (const frame of this.#before.splice(0)) this.#send(frame);
    if (this.mode !== "hands-free") this.#send({ type: "talk", on: true });
  }

  #end() {
    clearTimeout(this.#tail);
    this.#sending = false;
    if (this.tones) this.#sound("off");
  }

  #want(on) {
    this.#wanted = on;
    this.#handlers.changed();
  }

  /** A tone of ours, which is not to be heard. */
  #sound(which) {
    tone(this.#microphone.context, which);
    this.#before = [];
    this.#quietFrom = performance.now() + TONE_S * 1000 + ROOM_MS;
  }
}
