// The line to the table on the server: one WebSocket, taken up again when it breaks.
//
// What the server said is known by its number, so that after a break only what was missed comes again, and
// nothing is told twice.

import { token } from "./auth.js";

const PAUSES_S = [0.5, 1, 2, 4, 8, 15];
/** A connection that holds so long is a good one: the pauses begin anew. */
const GOOD_S = 10;
/** After these trying again helps; after other fatal errors only when the player does something. */
const PASSING = ["full", "gone"];

export class Connection {
  #url;
  #hello;
  #handlers;
  #socket = null;
  #token = null;
  #seq = 0;
  #tries = 0;
  #timer = 0; // for the next try, or for the good connection
  #isLost = false; // and that has been told
  #greeted = false;
  #stopped = false;
  #told = false; // why the server will close was an event

  /** `handlers`: event(row), welcomed(row, again), and lost(told) once a break; `told`: an event said why. */
  constructor(url, handlers) {
    this.#url = url;
    this.#handlers = handlers;
  }

  /** The number of the last event that was read. */
  get seq() {
    return this.#seq;
  }

  get isOpen() {
    return this.#greeted;
  }

  /** What a page that is loaded anew needs to go on with this session. */
  get kept() {
    return { token: this.#token, seq: this.#seq };
  }

  /** Begin a session, or go on with one that was `kept`; one that was open before is left. */
  start(hello, kept = null) {
    this.leave();
    this.#hello = hello;
    this.#stopped = false;
    if (kept) {
      this.#token = kept.token;
      this.#seq = kept.seq;
    }
    this.#connect();
  }

  /** Connect now, if nothing is. */
  wake() {
    if (this.#socket || !this.#hello) return;
    this.#stopped = false;
    this.#connect();
  }

  /** Say goodbye: the server forgets the session. */
  leave() {
    this.send({ type: "bye" });
    this.#token = null;
    this.#seq = 0;
    this.#tries = 0;
    this.#isLost = false;
    this.#drop();
  }

  /** Without a goodbye: the server keeps the session for a while. */
  rest() {
    this.#drop();
  }

  /** A message, or sound. False if there is no connection: nothing is kept for later. */
  send(message) {
    if (!this.#greeted) return false;
    this.#socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message));
    return true;
  }

  /** Do not go on with this session after a break: begin another. */
  forget() {
    this.#token = "";
    this.#seq = 0;
  }

  #drop() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    socket?.close();
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url, "callparser.v1");
    this.#socket = socket;
    this.#told = false;
    socket.onopen = () => {
      const resume = this.#token ? { token: this.#token, seq: this.#seq } : null;
      socket.send(JSON.stringify({ type: "hello", ...this.#hello, resume, auth: token }));
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === "string") this.#heard(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#broken();
    };
  }

  #heard(row) {
    if (row.type === "welcome") {
      const again = this.#token !== null;
      if (!row.resumed) this.#seq = 0;
      this.#token = row.token;
      this.#greeted = true;
      this.#isLost = false;
      this.#timer = setTimeout(() => (this.#tries = 0), GOOD_S * 1000);
      this.#seq = Math.max(this.#seq, row.seq ?? 0);
      this.#handlers.welcomed(row, again);
      return;
    }
    if (row.seq) { // 0: of no session
      if (row.seq <= this.#seq) return; // told before the break
      this.#seq = row.seq;
    }
    if (row.type === "error") {
      if (row.code === "gone") return this.#anew();
      if (row.fatal && !PASSING.includes(row.code)) this.#stopped = true;
    }
    if (row.type === "bye") this.#stopped = true;
    if (row.type === "bye" || row.fatal) this.#told = true;
    if (row.fatal && this.#isLost) return; // told at the first try
    this.#handlers.event(row);
  }

  /** The server has forgotten the session: another one. */
  #anew() {
    this.forget();
    this.#drop();
    this.#connect();
  }

  #broken() {
    this.#drop();
    if (!this.#isLost) this.#handlers.lost(this.#told);
    this.#isLost = true;
    const pause_s = PAUSES_S[Math.min(this.#tries, PAUSES_S.length - 1)];
    this.#tries += 1;
    if (!this.#stopped) this.#timer = setTimeout(() => this.#connect(), pause_s * 1000);
  }
}
