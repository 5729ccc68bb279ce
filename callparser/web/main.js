// The page: puts its parts together, and says what follows from what.

import { Announcer } from "./announcer.js";
import { authorised, keepToken } from "./auth.js";
import { Catalogue, preferred, upper } from "./catalogue.js";
import { playIn } from "./cards.js";
import { Connection } from "./connection.js";
import { isDeal } from "./deal.js";
import { Dealing } from "./dealing.js";
import { byId } from "./element.js";
import { Game } from "./game.js";
import { Keys } from "./keys.js";
import { Microphone } from "./microphone.js";
import { OwnHand } from "./ownhand.js";
import { Question } from "./question.js";
import { Scan } from "./scan.js";
import { Settings } from "./settings.js";
import { Setup, isTable } from "./setup.js";
import { Speech } from "./speech.js";
import { loadDeal, loadTable, saveDeal } from "./storage.js";
import { defenders, isDummysTurn, next, situation, turn } from "./table.js";
import { Talk } from "./talk.js";
import { TalkButton } from "./talkbutton.js";
import { View } from "./view.js";

/** States of the server in which a question goes on waiting, whatever was said. */
const WAITING = ["confirm", "choose"];
/** What may be said whoever is to play. */
const SPOKEN_ANY_TIME = ["claim", "concession", "objection", "director", "query", "acknowledge", "chatter"];

/** What changes the table, or asks about it. */
const OF_A_TABLE = ["played", "taken_back", "prompt", "claimed"];

class Page {
  constructor() {
    this.words = null;
    this.settings = new Settings();
    this.game = new Game();
    this.view = new View();
    this.speech = new Speech((on) => this.connection.send({ type: "speaking", on }));
    this.announcer = new Announcer(byId("polite"), byId("assertive"), this.speech);
    this.scan = new Scan();
    this.question = new Question((message) => this.send(message));
    this.connection = new Connection(socketUrl(), {
      event: (row) => this.event(row),
      lost: (told) => this.lost(told),
      welcomed: (row, again) => this.welcomed(row, again),
    });
    this.microphone = new Microphone({
      sound: (frame) => this.talk.frame(frame),
      lost: () => this.noSound("mic_lost"),
    });
    this.talk = new Talk(this.microphone, (message) => this.connection.send(message), {
      begins: () => this.speech.hush(),
      failed: (code) => this.noSound(code),
      ready: () => this.tell(this.words.text("mic_ready")),
      changed: () => this.showTalk(),
    });
    this.button = new TalkButton(this.talk, () => this.mayTalk());
    this.keys = new Keys({
      hush: () => this.speech.hush(),
      choose: (number) => this.question.isOpen && this.question.choose(number),
      press: () => this.button.press(),
      release: () => this.button.release(),
    });
    this.setup = new Setup((table) => this.lay(table), (text) => this.tell(text, { urgent: true }));
    this.ownHand = new OwnHand((card) => this.playOwn(card));
    this.dealing = new Dealing({
      send: (message) => this.send(message),
      tell: (text, how) => this.tell(text, how),
      become: (table) => this.follow(table),
      answered: () => this.answered(),
      noted: (text) => this.view.history(text),
      focus: () => this.focus(),
      keep: () => this.keep(),
      wait_s: () => Number(this.settings.get("wait_s")) || null,
    });
    this.heard = "";
    this.unanswered = null; // what was heard and is not in the history, for its answer is a question to come
    this.ruled = null; // the answer that is shown
    this.why = null; // the reason for what was said last: read out when it is asked for
    this.isHeard = true; // does the server listen to speech?
    this.counts = false; // does sound count now?
    this.unlaid = 0; // situations that were sent, and that the server has not yet laid
    this.listen();
  }

  async start() {
    keepToken(byId("to-rule"));
    await this.speakIn(preferred(this.settings.get("lang")));
    byId("page").hidden = false;
    const table = loadTable();
    if (isTable(table)) this.game.lay(table);
    const kept = this.keptDeal();
    this.connect(kept?.session);
    if (kept) this.dealing.resume(kept.dealing);
    this.setup.open(!this.game.table);
    this.show();
    this.tell(this.view.trickText(this.game.table));
  }

  async speakIn(lang) {
    this.words = await Catalogue.fetch(lang);
    byId("lang").value = lang;
    this.view.speakIn(this.words);
    this.setup.speakIn(this.words);
    this.dealing.speakIn(this.words);
    this.obey();
    this.show();
  }

  /** Begin a session, or go on with one that was `kept`; a question of the one before is gone. */
  connect(kept) {
    this.view.connection("trying");
    this.dropQuestion();
    this.connection.start(this.hello, kept);
  }

  get hello() {
    return this.settings.hello(this.words.lang, this.microphone.rate);
  }

  /** What a reload goes on from: the deal, the session in which it is played, and on which terms. */
  keep() {
    const dealing = this.dealing.kept;
    saveDeal(dealing && { dealing, session: this.connection.kept, terms: termsOf(this.hello) });
  }

  /** The deal that was kept; null if there is none, or the player has other settings now. */
  keptDeal() {
    const kept = loadDeal();
    const table = kept?.dealing?.deal?.table;
    const known = kept?.dealing?.asked || (isTable(table) && isDeal(table));
    return known && kept.session?.token && kept.terms === termsOf(this.hello) ? kept : null;
  }

  /** Do as the settings say. */
  obey() {
    this.talk.mode = this.settings.get("mode");
    this.talk.tones = this.settings.get("tones") === "yes";
    this.keys.switchKey = this.settings.get("switch_key");
    this.scan.pause_s = Number(this.settings.get("scan_s"));
    this.speech.rate = Number(this.settings.get("rate")) / 100;
    this.speech.voice = this.settings.get("voice");
    this.announcer.output = this.settings.get("output");
    this.settings.show(this.words, this.speech.voices);
    this.showTalk();
  }

  // --- what is said to the player -------------------------------------------------------------------

  tell(text, { lang = this.words.lang, urgent = false } = {}) {
    this.announcer.say(text, lang, { urgent });
  }

  show() {
    if (!this.words) return;
    this.view.table(this.game.table);
    this.ownHand.show(this.game.table, this.words);
    byId("tally").textContent = this.dealing.tallyText();
    for (const name of ["tally", "read-tally"]) byId(name).hidden = !this.dealing.isOn;
  }

  /** Whose turn it is now, and who has won a trick that is complete. */
  tellTurn() {
    this.tell(this.view.turnText(this.game.table));
  }

  // --- the server ------------------------------------------------------------------------------------

  send(message) {
    if (this.connection.send(message)) return true;
    this.connection.wake();
    this.tell(this.words.text("not_sent"), { urgent: true });
    return false;
  }

  /** The server knows the table when dummy is to play, and none at other times; that of a deal it has itself. */
  sync() {
    if (this.dealing.hasTable) return;
    const lang = this.words.lang;
    const edition = this.settings.get("edition");
    const table = this.game.table && situation(this.game.table, { lang, edition });
    if (this.connection.send({ type: "situation", situation: table || null })) this.unlaid += 1;
  }

  welcomed(row, again) {
    this.view.connection("open");
    if (again) this.tell(this.words.text("back"));
    if (!row.resumed) {
      this.unlaid = 0;
      this.dropQuestion();
      this.dealing.lost();
      this.game.goOn(); // the server forgot what could be taken back
      this.show();
      this.sync();
    }
    this.keep();
    this.isHeard = row.voice;
    this.showTalk();
    if (row.voice && this.talk.mode === "hands-free" && !this.talk.isOn) this.tell(this.words.text("press_to_begin"));
  }

  lost(told) {
    this.view.connection("lost");
    this.counts = false;
    if (this.unlaid) this.connection.forget(); // nobody knows whether it has come
    this.talk.drop();
    if (!told) this.tell(this.words.text("lost"), { urgent: true });
  }

  event(row) {
    this.follows(row);
    this.keep();
  }

  /** What follows from an event. */
  follows(row) {
    if ((row.type === "notice" && row.code === "situation") || row.code === "bad-situation") this.unlaid -= 1;
    if (this.unlaid > 0 && OF_A_TABLE.includes(row.type)) return; // of one that is no longer there
    if (this.dealing.event(row)) return;
    const known = {
      listening: () => this.listening(row.on),
      heard: () => (this.heard = row.text),
      resolution: () => this.resolution(row),
      prompt: () => this.prompt(row),
      played: () => this.played(row),
      taken_back: () => this.takenBack(row),
      claimed: () => this.told(row),
      not_understood: () => this.notUnderstood(row),
      notice: () => this.notice(row),
      error: () => this.error(row),
    };
    known[row.type]?.();
  }

  listening(on) {
    this.counts = on;
    if (!on) this.talk.ended();
    this.showTalk();
  }

  resolution(row) {
    const { answer } = row;
    this.ruled = answer;
    if (!WAITING.includes(row.state)) this.answered();
    const about = answer.intent?.kind === "query" && this.readOut(answer.intent.about);
    if (about) return this.tell(about);
    if (this.isOutOfTurn(answer)) return this.dealing.isOn || this.tellTurn(); // in a deal the server tells it
    const said = answer.explanation || row.say;
    this.why = { text: said, lang: row.lang };
    this.view.ruling(this.heard, row);
    this.fetchClause(answer);
    this.unanswered = this.heard;
    if (said) this.note(row.say || said, row.lang);
    const full = this.settings.get("verbosity") === "full" && answer.clause && row.say; // else a question follows
    if (full) this.tell(`${answer.explanation} (${answer.clause})`, { lang: row.lang });
    else if (!this.onlyNames(row)) this.tell(row.say, { lang: row.lang });
  }

  /** Into the history, behind the words that it answers if they are not there yet. */
  note(say, lang = this.words.lang) {
    const heard = this.unanswered;
    this.unanswered = null;
    this.view.history(heard === null ? say : this.words.text("history_row", { heard, said: say }), lang);
  }

  /** Does it say no more than the card that stands, which will be told when it is played? */
  onlyNames({ state, answer, say }) {
    const { dummy, hand } = this.game.table ?? {};
    const held = answer.card && [...(dummy ?? []), ...(hand ?? [])].includes(answer.card);
    return state === "standing" && held && say === `${this.words.card(answer.card, { capital: true })}.`;
  }

  prompt(row) {
    const { table } = this.game;
    if (!table) return this.tellTurn();
    const timed = row.plays_in_s ? this.words.text("plays_in", { seconds: decimal(row.plays_in_s, this.words.lang) }) : "";
    const say = [row.say, timed].filter(Boolean).join(" ");
    if (this.unanswered !== null) this.note(row.say, row.lang);
    if (row.code === "again" && !this.why?.text) this.why = { text: row.say, lang: row.lang };
    if (row.code !== "again") {
      this.question.ask({ ...row, say }, this.words, row.lang ?? this.words.lang, table ? defenders(table) : []);
      if (this.settings.get("mode") === "switch") this.scan.start([...this.question.buttons, byId("talk")]);
    }
    this.tell(say, { lang: row.lang });
  }

  askAgain() {
    const { text, lang } = this.question.asked;
    this.tell(text, { lang, urgent: true });
  }

  played({ card, by }) {
    this.answered();
    if (!this.game.designated(card)) return this.tellTurn();
    this.show();
    const name = this.words.card(card, { capital: true });
    this.view.history(this.words.text(by === "defender" ? "played_by_defender" : "played", { card: name }));
    this.tell(this.words.text("played", { card: name }));
    this.tellTurn();
  }

  takenBack(row) {
    this.answered();
    this.game.takenBack(row.card);
    this.show();
    if (row.say) return this.told(row);
    if (row.card) this.tell(this.words.text("taken_back", { card: this.words.card(row.card, { capital: true }) }));
  }

  /** Words that mean nothing have had their answer; of sound that was not heard there is no more to say. */
  notUnderstood(row) {
    if (row.reason !== "unclear") this.why = { text: row.say, lang: row.lang };
    this.told(row);
  }

  told(row) {
    if (row.type === "claimed") this.answered();
    this.note(row.say, row.lang);
    this.tell(row.say, { lang: row.lang });
  }

  notice(row) {
    if (row.code === "next") return this.goOn() || this.tellTurn();
    if (row.code === "why" && this.why && !this.dealing.isOn) return this.tell(this.why.text, { lang: this.why.lang });
    if (row.code === "no-claim") {
      this.answered();
      this.view.ruling(this.heard, { answer: {}, say: row.say, lang: row.lang });
    }
    if (row.code === "stop") {
      this.speech.hush();
      this.talk.drop();
    }
    if (row.code === "slower" || row.code === "faster") this.speech.rate *= row.code === "slower" ? 0.8 : 1.25;
    this.tell((!this.dealing.isOn && this.readOut(row.code)) || row.say, { lang: row.lang });
  }

  /** What the page knows better than the server, for it has the whole table. */
  readOut(about) {
    const texts = {
      dummy: (table) => this.view.dummyText(table),
      last_trick: (table) => this.view.lastText(table),
      turn: (table) => this.view.trickText(table),
      help: () => this.words.text("help"),
    };
    return texts[about]?.(this.game.table);
  }

  error(row) {
    const key = row.code === "full" && !row.fatal ? "error_full_voice" : `error_${row.code}`;
    if (this.words.has(key)) return this.tell(this.words.text(key), { urgent: true });
    this.tell(this.words.text("error"), { urgent: true });
    this.tell(row.message, { lang: "en", urgent: true }); // a program's mistake, told as the server tells it
  }

  /** Our paraphrase of the clause; it is an extra, and missing it is no error. */
  async fetchClause(answer) {
    if (!answer.clause) return;
    const lang = this.words.lang === "en" ? "en" : "sv"; // the languages that clauses are kept in
    const query = new URLSearchParams({ edition: answer.edition, lang, cases: "0" });
    try {
      const found = await fetch(`v1/law/${encodeURIComponent(answer.clause)}?${query}`, authorised);
      const rows = found.ok ? (await found.json()).clauses : [];
      const row = rows.find(({ clause }) => clause === answer.clause);
      if (row && this.ruled === answer) this.view.clause(row, lang);
    } catch {
      // the connection says for itself that it is lost
    }
  }

  // --- the player --------------------------------------------------------------------------------------

  /** A call for a card though dummy is not to play: the server, which then has no table, only says what it heard. */
  isOutOfTurn(answer) {
    const { table } = this.game;
    const called = answer.intent && !answer.outcome && !SPOKEN_ANY_TIME.includes(answer.intent.kind);
    return called && !(table && isDummysTurn(table)) && !this.game.isOpen;
  }

  /** The question is over. True if there was one. */
  answered() {
    const was = this.question.isOpen;
    this.scan.stop();
    if (this.question.close()) this.focus();
    return was;
  }

  /** A question that nobody can answer any more is gone, and that is told. */
  dropQuestion() {
    if (this.answered()) this.tell(this.words.text("question_lost"), { urgent: true });
  }

  /** To where the next call is made. */
  focus() {
    byId(this.talk.mode === "off" ? "typed-text" : "talk").focus();
  }

  /** Would anybody hear it? If not, say why. */
  mayTalk() {
    this.connection.wake();
    if (!this.connection.isOpen) this.tell(this.words.text("not_sent"), { urgent: true });
    else if (!this.isHeard) this.tell(this.words.text("no_voice"), { urgent: true });
    return this.connection.isOpen && this.isHeard;
  }

  showTalk() {
    this.button.show(this.words, this.view, this);
  }

  noSound(code) {
    this.talk.drop();
    this.tell(this.words.text(code), { urgent: true });
  }

  call(text) {
    this.speech.hush();
    if (this.#isButton(text)) return (byId("typed-text").value = "");
    if (this.send({ type: "text", text, ...(this.dealing.isOn && { seq: this.connection.seq }) })) byId("typed-text").value = "";
  }

  /** A digit beside yes and no is that of a button, which is pressed. */
  #isButton(text) {
    return this.question.isYesOrNo && /^\d$/.test(text.trim()) && this.question.choose(Number(text));
  }

  /** A card of the own hand that was pressed: it is called by its name. */
  playOwn(card) {
    const { table } = this.game;
    if (this.question.isOpen) return this.askAgain();
    if (turn(table) !== table.own) return this.tellTurn();
    this.call(this.words.card(card));
  }

  /** The table of a deal; after it, with null, the one that was laid before. */
  follow(table) {
    if (table) this.game.follow(table);
    else {
      const kept = loadTable();
      this.game.follow(isTable(kept) ? kept : null);
      this.sync();
    }
    this.show();
    this.keep();
  }

  lay(table) {
    this.answered();
    this.dealing.leave();
    this.game.lay(table);
    this.show();
    this.sync();
    this.focus();
    this.tell(`${this.view.dummyText(table)} ${this.view.trickText(table)}`);
  }

  /** A card of another hand. A question that waits comes first: it is told again, and the card stays typed. */
  enter(text) {
    if (this.question.isOpen) return this.askAgain();
    const found = playIn(text, this.words);
    const wrong = found ? this.game.enter(found) : "entry_what";
    byId("entry-error").textContent = wrong && this.words.text(wrong, this.#gaps(found));
    byId("entry-text").setAttribute("aria-invalid", Boolean(wrong));
    if (wrong) return this.tell(byId("entry-error").textContent, { urgent: true });
    byId("entry-text").value = "";
    this.show();
    this.sync();
    const { table } = this.game;
    const { seat, card } = table.trick.at(-1) ?? table.last.plays.at(-1);
    const told = this.words.text("entered", { seat: upper(this.words.seat(seat)), card: this.words.card(card) });
    this.view.history(told);
    this.tell(told);
    if (!table.trick.length) this.tell(this.#wonText());
    this.tellTurn();
    if (isDummysTurn(table)) this.focus();
  }

  #gaps(found) {
    const { table } = this.game;
    const seat = table && next(table);
    return { card: found ? this.words.card(found.card) : "", seat: seat ? this.words.seat(seat) : "" };
  }

  #wonText() {
    const { last } = this.game.table;
    return this.words.text("won", { seat: upper(this.words.seat(last.won_by)), card: this.words.card(last.won_with) });
  }

  /** Play goes on after dummy's card. False if there is nothing to go on from. */
  goOn() {
    if (!this.game.goOn()) return false;
    this.answered();
    this.show();
    this.sync();
    const { table } = this.game;
    if (!table.trick.length) this.tell(this.#wonText());
    this.tellTurn();
    return true;
  }

  undo() {
    if (this.question.isOpen || !this.game.canTakeOff) return this.send({ type: "command", command: "undo" });
    this.game.takeOff();
    this.show();
    this.sync();
    this.tell(this.words.text("taken_off"));
    this.tellTurn();
  }

  async change(lang) {
    try {
      await this.speakIn(lang);
    } catch {
      byId("lang").value = this.words.lang;
      return this.tell(this.words.text("not_sent"), { urgent: true });
    }
    this.settings.set("lang", lang);
    this.connect();
    this.tell(this.words.text("language_is"));
  }

  save() {
    const anew = this.settings.take();
    this.talk.drop();
    this.obey();
    if (anew) this.connect();
    byId("settings").open = false;
    byId("settings").firstElementChild.focus();
    this.tell(this.words.text("saved"));
  }

  /** The page is left. A deal goes on where the page is loaded anew; a table that was set up begins another session. */
  hide() {
    if (this.dealing.hasTable) this.connection.rest();
    else this.connection.leave();
  }

  /** Back to the page, which is as it was. */
  back() {
    if (this.dealing.hasTable) this.connection.wake();
    else this.connect();
  }

  listen() {
    const on = (id, what, act) => byId(id).addEventListener(what, act);
    const submit = (id, act) => on(id, "submit", (event) => (event.preventDefault(), act()));
    submit("typed", () => byId("typed-text").value.trim() && this.call(byId("typed-text").value));
    submit("entry", () => this.enter(byId("entry-text").value));
    submit("settings-form", () => this.save());
    on("undo", "click", () => this.undo());
    on("repeat", "click", () => this.send({ type: "command", command: "repeat" }));
    on("next", "click", () => this.send({ type: "command", command: "next" }));
    on("read-dummy", "click", () => this.tell(this.view.dummyText(this.game.table)));
    on("read-trick", "click", () => this.tell(this.view.trickText(this.game.table)));
    on("read-last", "click", () => this.tell(this.view.lastText(this.game.table)));
    on("read-why", "click", () => this.tell(this.why?.text || this.words.text("no_why"), { lang: this.why?.lang }));
    on("read-own", "click", () => this.tell(this.dealing.handText()));
    on("read-tally", "click", () => this.tell(this.dealing.tallyText()));
    on("lang", "change", () => this.change(byId("lang").value));
    window.addEventListener("pagehide", () => this.hide());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.back());
    window.speechSynthesis?.addEventListener?.("voiceschanged", () => {
      if (this.words && !byId("settings").open) this.settings.show(this.words, this.speech.voices);
    });
  }
}

function socketUrl() {
  const url = new URL("v1/table", document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

/** What is agreed with the server in a `hello`, to be compared; at which rate sound comes may differ. */
const termsOf = ({ rate_hz, ...terms }) => JSON.stringify(terms);

const decimal = (number, lang) => (lang === "en" ? String(number) : String(number).replace(".", ","));

new Page().start().catch((err) => {
  byId("broken").hidden = false;
  throw err;
});
