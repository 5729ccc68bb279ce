// One switch and a question: the choices take the focus in turn, and a press takes the one that has it.

const ROUNDS = 3;

export class Scan {
  pause_s = 2.5;
  #timer = 0;

  /** Go through these buttons a few times; a press after that begins again. */
  start(buttons) {
    this.stop();
    let step = 0;
    const next = () => {
      buttons[step % buttons.length].focus();
      step += 1;
      if (step >= buttons.length * ROUNDS) this.stop();
    };
    if (!buttons.length) return;
    this.#timer = setInterval(next, this.pause_s * 1000);
  }

  stop() {
    clearInterval(this.#timer);
  }
}
